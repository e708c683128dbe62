import { describe, expect, it, vi } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";
import { createApiKey } from "./api-keys.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const owner = { kind: "owner" } as const;
const { key } = await createApiKey(server.context, owner, { name: "Tests", role: "admin" });
const visitor = await server.visitorToken();
const email = "ada@example.com";
const { id: memberId } = await createMember(server.context, owner, { email, password: goodPassword });
const post = (path: string, body: object, token = visitor) => server.call("POST", path, { token, body });
const newPassword = "a lamp in every window";

/** A pending second factor and a push challenge of another member. */
async function createMfaSecrets() {
  const email = "linus@example.com";
  await createMember(server.context, owner, { email, password: goodPassword });
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  const factors = "/_api/porchlight/v1/auth/factors";
  const { factor } = (await post(factors, { type: "EMAIL" }, token)).body;
  const [code] = await steps.codes(email);
  await post(`${factors}/${factor.id}/activate`, { code }, token);
  await post(factors, { type: "PUSH", name: "Phone" }, token);
  const push = async () => {
    const messages: { push?: { token: string } }[] = (await server.call("GET", `/dev/mail.json?to=${email}`)).body;
    return messages.find((message) => message.push)?.push?.token;
  };
  const pushToken = await vi.waitUntil(push, { interval: 10, timeout: 5_000 });
  return { stepToken: (await steps.login(email)).body.stateToken as string, pushToken };
}

/** One valid secret of each kind, and the verifier of the authorization code. */
async function createSecrets() {
  const { stepToken, pushToken } = await createMfaSecrets();
  // Allows another code by email.
  server.advance(60_000);
  const sessionToken = async (): Promise<string> => (await steps.login(email)).body.sessionToken;
  const prepare = async () => steps.redirectSession({ sessionToken: await sessionToken() });
  const { stateToken } = (await steps.register("grace@example.com")).body;
  const [emailCode = ""] = await steps.codes("grace@example.com");
  await post("/_api/iam/recovery/v1/send-email", { email });
  const mail = async () => (await server.call("GET", `/dev/mail.json?to=${email}`)).body.at(-1);
  await expect.poll(mail, { interval: 10 }).toBeDefined();
  const prepared = await prepare();
  const { code = "" } = await steps.posted(prepared.body.redirectSession.fullUrl);
  const member = await steps.memberTokens(await sessionToken());
  const secrets = {
    "MFA state token": stepToken,
    "push token": pushToken,
    "access token": member.access_token,
    "refresh token": member.refresh_token,
    "session token": await sessionToken(),
    "state token": stateToken as string,
    "emailed code": emailCode,
    "authorization code": code,
    "redirect session": (await prepare()).body.redirectSession.sessionToken as string,
    "recovery token": (await mail()).link.split("#token=")[1] as string,
    "API key": key,
  };
  return { secrets, emailCode, codeVerifier: prepared.codeVerifier };
}
type Secrets = Awaited<ReturnType<typeof createSecrets>>;
type Kind = keyof Secrets["secrets"];
type Use = (secret: string, created: Secrets) => Promise<TestResponse>;

/** Endpoints that accept a secret, and which kinds. Those that consume or revoke secrets come last. */
const endpoints: Record<string, [kinds: readonly Kind[], use: Use]> = {
  Authorization: [["access token", "API key"], (token) => server.call("GET", "/oauth2/user-info", { token })],
  "Authorization, after a token": [
    ["API key"],
    (secret) => server.call("GET", "/oauth2/user-info", { token: `${visitor},${secret}` }),
  ],
  "Authorization, before a key": [
    ["access token"],
    (secret) => server.call("GET", "/oauth2/user-info", { token: `${secret},${key}` }),
  ],
  "token-info": [["access token"], (token) => post("/oauth2/token-info", { token }, key)],
  renewal: [["refresh token"], (refreshToken) => post("/oauth2/token", { grantType: "refresh_token", refreshToken })],
  "recover, without a password": [
    ["recovery token"],
    (recoveryToken) => post("/_api/iam/recovery/v1/recover", { recoveryToken }),
  ],
  resend: [["state token"], (stateToken) => post("/_api/iam/verification/v1/auth/resend", { stateToken })],
  authorized_client: [
    ["session token"],
    (session_token) =>
      post(
        "/oauth2/token",
        { grant_type: "authorized_client", member_id: memberId, session_token },
        `${visitor},${key}`,
      ),
  ],
  authorization_code: [["authorization code"], (code, { codeVerifier }) => steps.exchange({ code, codeVerifier })],
  authorize: [
    ["redirect session"],
    (secret) => server.call("GET", `/_api/oauth2/authorize?session=${encodeURIComponent(secret)}`),
  ],
  verify: [
    ["state token"],
    (stateToken, { emailCode }) => post("/_api/iam/verification/v1/auth/verify", { stateToken, code: emailCode }),
  ],
  "MFA verification": [
    ["MFA state token"],
    (stateToken) => post("/_api/iam/authentication/v2/EMAIL/verify", { stateToken, emailData: {} }),
  ],
  "push response": [
    ["push token"],
    (pushToken) => post("/_api/porchlight/v1/auth/push-answers", { pushToken, approved: false }),
  ],
  recover: [
    ["recovery token"],
    (recoveryToken) => post("/_api/iam/recovery/v1/recover", { recoveryToken, password: newPassword }),
  ],
};

describe("a secret", () => {
  it("of another kind is rejected everywhere, and stays valid for its own purpose", async () => {
    const created = await createSecrets();
    const kinds = Object.keys(created.secrets) as Kind[];
    for (const [endpoint, [right, use]] of Object.entries(endpoints)) {
      // The right kinds come last and must not have been consumed before.
      for (const kind of kinds.toSorted((one, other) => Number(right.includes(one)) - Number(right.includes(other)))) {
        const { status, body } = await use(created.secrets[kind], created);
        const worked = status === 200 && body.active !== false;
        expect({ endpoint, kind, worked }).toEqual({ endpoint, kind, worked: right.includes(kind) });
      }
    }
    expect((await steps.login(email, newPassword)).body.state).toBe("SUCCESS");
  });
});
