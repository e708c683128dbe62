import { afterAll, describe, expect, it } from "vitest";
import { newCaptchaToken } from "../../test/auth/captcha-provider.ts";
import { createTestMembers, factorsPath, minute } from "../../test/auth/mfa-members.ts";
import { createPasskeyFixture } from "../../test/auth/passkey-members.ts";
import { changeSetting, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestPasskey } from "../../test/auth/test-passkey.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createServer } from "../server.ts";
import { createApiKey } from "./api-keys.ts";

const server = await createTestServer();
const other = await createServer(server.context.config);
afterAll(() => other.close());
const members = await createTestMembers(server);
const passkeys = await createPasskeyFixture(server);
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Tests", role: "admin" });

const attempts = 10;
const loginPath = "/_api/iam/authentication/v2/login";
const newPassword = "a lamp in every window";

/** Ten concurrent requests, of which one may succeed. */
interface RaceRequest {
  method?: string;
  path: string;
  body?: object;
  token?: string | undefined;
}

interface Race {
  /** One request to send ten times, or ten that differ only in irrelevant details. */
  prepare(email: string): Promise<RaceRequest | RaceRequest[]>;
  /** Whether the response is the success that only one may get. */
  hasWon(response: TestResponse): boolean;
}

const isSuccess = ({ body }: TestResponse) => body.state === "SUCCESS";
const isOk = ({ status }: TestResponse) => status === 200;
const tenTimes = async <Value>(make: () => Promise<Value>) => {
  const created: Value[] = [];
  for (let count = 0; count < attempts; count++) created.push(await make());
  return created;
};

const verifyPath = (type: string) => `/_api/iam/authentication/v2/${type}/verify`;
const verification = (type: string, body: object): RaceRequest => ({
  path: verifyPath(type),
  token: members.visitor,
  body,
});

let phones = 0;
/** A member with a phone or a device that receives messages at `to`. */
async function newMemberWith(type: "SMS" | "PUSH") {
  const { email, signIn } = await members.newMember();
  const token = await signIn();
  const phoneNumber = `+44207946${String(++phones).padStart(4, "0")}`;
  const to = type === "SMS" ? phoneNumber : email;
  const isSent = ({ channel }: { channel: string }) => channel === type.toLowerCase();
  const sent = async (count: number) => (await members.waitFor(to, count, isSent)).at(-1)!;
  const added = await members.post(factorsPath, { type, name: "Phone", phoneNumber }, token);
  const { code, push } = await sent(1);
  if (push) await members.post(answerPath, { pushToken: push.token, approved: true, number: added.body.pushNumber });
  const activated = await members.post(
    `${factorsPath}/${added.body.factor.id}/activate`,
    code === undefined ? {} : { code },
    token,
  );
  expect(activated.body.factor.status).toBe("ENABLED");
  await members.advance(5 * minute);
  return { email, sent };
}

const answerPath = "/_api/porchlight/v1/auth/push-answers";

/** An open push challenge. */
async function startPushChallenge() {
  const { email, sent } = await newMemberWith("PUSH");
  const stateToken = await members.start(email);
  const requested = await members.verify(stateToken, { pushData: {} }, "PUSH");
  const { push } = await sent(2);
  const number: string = requested.body.additionalData.pushNumber.strValue;
  return { stateToken, approval: { pushToken: push!.token, approved: true, number } };
}

async function emailedLink(email: string): Promise<string> {
  const [mail] = await members.waitFor(email, 1, ({ link }) => link !== undefined);
  return mail!.link!.split("#token=")[1]!;
}

const sessionTokenOf = async (email: string): Promise<string> => (await members.steps.login(email)).body.sessionToken;
const fullUrlFor = async (sessionToken: string): Promise<string> =>
  (await members.steps.redirectSession({ sessionToken })).body.redirectSession.fullUrl;

const races: Record<string, Race> = {
  "a registration of one email": {
    prepare: async (email) => ({
      path: "/_api/iam/authentication/v2/register",
      token: members.visitor,
      body: { loginId: { email }, password: goodPassword },
    }),
    hasWon: isOk,
  },
  "a code that verifies an email": {
    async prepare(email) {
      const { stateToken } = (await members.steps.register(email)).body;
      const [code] = await members.steps.codes(email);
      return { path: "/_api/iam/verification/v1/auth/verify", token: members.visitor, body: { stateToken, code } };
    },
    hasWon: isSuccess,
  },
  "a recovery token": {
    async prepare() {
      const { email } = await members.newMember();
      await members.post("/_api/iam/recovery/v1/send-email", { email });
      const recoveryToken = await emailedLink(email);
      return {
        path: "/_api/iam/recovery/v1/recover",
        token: members.visitor,
        body: { recoveryToken, password: newPassword },
      };
    },
    hasWon: isOk,
  },
  "a session token, in redirect sessions": {
    async prepare() {
      const { email } = await members.newMember();
      const sessionToken = await sessionTokenOf(email);
      return tenTimes(async () => ({ method: "GET", path: await fullUrlFor(sessionToken) }));
    },
    hasWon: ({ body }) => /"code":/.test(body),
  },
  "a session token, with an API key": {
    async prepare() {
      const { email, id } = await members.newMember();
      const session_token = await sessionTokenOf(email);
      return {
        path: "/oauth2/token",
        token: `${members.visitor},${key}`,
        body: { grant_type: "authorized_client", scope: "offline_access", member_id: id, session_token },
      };
    },
    hasWon: isOk,
  },
  "a redirect session": {
    async prepare() {
      const { email } = await members.newMember();
      return { method: "GET", path: await fullUrlFor(await sessionTokenOf(email)) };
    },
    hasWon: isOk,
  },
  "an authorization code": {
    async prepare() {
      const { email } = await members.newMember();
      const session = await members.steps.redirectSession({ sessionToken: await sessionTokenOf(email) });
      const { code } = await members.steps.posted(session.body.redirectSession.fullUrl);
      const { codeVerifier } = session;
      const grant = { grantType: "authorization_code", clientId: server.clientId, code, codeVerifier };
      return { path: "/oauth2/token", body: grant };
    },
    hasWon: isOk,
  },
  "a code of an authenticator app, in one sign-in": {
    async prepare() {
      const { email, code } = await members.newMemberWithApp();
      return verification("TOTP", { stateToken: await members.start(email), totpData: { code: code() } });
    },
    hasWon: isSuccess,
  },
  "a code of an authenticator app, in ten sign-ins": {
    async prepare() {
      const { email, code } = await members.newMemberWithApp();
      const stateTokens = await tenTimes(() => members.start(email));
      return stateTokens.map((stateToken) => verification("TOTP", { stateToken, totpData: { code: code() } }));
    },
    hasWon: isSuccess,
  },
  "the first code of an authenticator app": {
    async prepare() {
      const { token, factorId, code } = await members.beginApp();
      return { path: `${factorsPath}/${factorId}/activate`, token, body: { code: code() } };
    },
    hasWon: ({ body }) => body.recoveryCodes !== undefined,
  },
  "a recovery code, in ten sign-ins": {
    async prepare() {
      const { email, recoveryCodes } = await members.newMemberWithApp();
      const stateTokens = await tenTimes(() => members.start(email));
      return stateTokens.map((stateToken) =>
        verification("RECOVERY_CODE", { stateToken, recoveryCodeData: { code: recoveryCodes[0] } }),
      );
    },
    hasWon: isSuccess,
  },
  "an MFA code by email": {
    async prepare() {
      const { email } = await members.newMemberWithApp();
      const stateToken = await members.start(email);
      await members.verify(stateToken, { emailData: {} }, "EMAIL");
      const [code] = await members.steps.codes(email);
      return verification("EMAIL", { stateToken, emailData: { code } });
    },
    hasWon: isSuccess,
  },
  "an MFA code by text message": {
    async prepare() {
      const { email, sent } = await newMemberWith("SMS");
      const stateToken = await members.start(email);
      await members.verify(stateToken, { smsData: {} }, "SMS");
      const { code } = await sent(2);
      return verification("SMS", { stateToken, smsData: { code } });
    },
    hasWon: isSuccess,
  },
  "a push response": {
    prepare: async () => ({ path: answerPath, body: (await startPushChallenge()).approval }),
    hasWon: isOk,
  },
  "a sign-in approved by push": {
    async prepare() {
      const { stateToken, approval } = await startPushChallenge();
      expect((await members.post(answerPath, approval)).status).toBe(200);
      return verification("PUSH", { stateToken, pushData: {} });
    },
    hasWon: isSuccess,
  },
  "a passkey's challenge, at sign-in": {
    async prepare() {
      const { passkey } = await passkeys.add(await passkeys.newMember());
      const { challengeId, options } = await passkeys.startSignIn();
      return {
        path: "/_api/porchlight/v1/auth/passkey/sign-in",
        token: passkeys.visitor(),
        body: { webauthnData: { challengeId, credential: passkey.use(options) } },
      };
    },
    hasWon: isSuccess,
  },
  "a passkey's challenge, in MFA": {
    async prepare() {
      const member = await passkeys.newMember();
      const { passkey } = await passkeys.add(member);
      const stateToken = await passkeys.startMfa(member);
      const { challengeId, options } = await passkeys.requestChallenge(stateToken);
      const webauthnData = { challengeId, credential: passkey.use(options) };
      return { path: verifyPath("WEBAUTHN"), token: passkeys.visitor(), body: { stateToken, webauthnData } };
    },
    hasWon: isSuccess,
  },
  "a passkey enrollment": {
    async prepare() {
      const member = await passkeys.newMember();
      const { factorId, challengeId, options } = await passkeys.startEnrollment(member);
      const credential = createTestPasskey(server.origin).make(options);
      const path = `${factorsPath}/${factorId}/activate`;
      return { path, token: member.token, body: { webauthnData: { challengeId, credential } } };
    },
    hasWon: isOk,
  },
  "a code of an email change": {
    async prepare(wanted) {
      const { signIn } = await members.newMember();
      const token = await signIn();
      await members.post("/_api/porchlight/v1/auth/email-change", { email: wanted }, token);
      const [code] = await members.steps.codes(wanted);
      return { path: "/_api/porchlight/v1/auth/email-change/confirm", token, body: { code } };
    },
    hasWon: isOk,
  },
  "a captcha's token": {
    async prepare() {
      const { email } = await members.newMember();
      await changeSetting(server, "captcha", "always");
      await seenByOther("captcha", "always");
      const captchaTokens = [{ InvisibleRecaptcha: await newCaptchaToken(server, "login", "silent") }];
      return {
        path: loginPath,
        token: members.visitor,
        body: { loginId: { email }, password: goodPassword, captchaTokens },
      };
    },
    hasWon: isSuccess,
  },
};

async function seenByOther(name: "captcha", value: string): Promise<void> {
  await expect
    .poll(async () => (await other.context.settings.read())[name], { interval: 50, timeout: 10_000 })
    .toBe(value);
}

let senders = 0;
/** Alternates between the nodes; each request has its own IP. */
async function sendTo(
  fetch: typeof server.fetch,
  { method = "POST", path, body, token }: RaceRequest,
): Promise<TestResponse> {
  const address = { clientAddress: `10.200.${++senders >> 8}.${senders & 0xff}` };
  const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
  if (body) headers["content-type"] = "application/json";
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(new Request(new URL(path, "http://localhost:4000"), init), address);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

let names = 0;
async function run({ prepare }: Race, nodes: readonly (typeof server.fetch)[]): Promise<TestResponse[]> {
  const created = await prepare(`race-${++names}@example.com`);
  const requests = Array.isArray(created) ? created : Array.from({ length: attempts }, () => created);
  return Promise.all(requests.map((request, index) => sendTo(nodes[index % nodes.length]!, request)));
}

describe.each([
  { where: "one node", nodes: [server.fetch] },
  { where: "two nodes", nodes: [server.fetch, other.fetch] },
])("concurrent requests on $where: exactly one of ten consumes", ({ nodes }) => {
  it.each(Object.entries(races))("%s", async (_, race) => {
    const responses = await run(race, nodes);
    const returned = responses.map(({ status, body }) => [status, JSON.stringify(body).slice(0, 200)]);
    expect(
      responses.filter((response) => race.hasWon(response)),
      JSON.stringify(returned, null, 1),
    ).toHaveLength(1);
    for (const { status } of responses) expect(status, JSON.stringify(returned, null, 1)).toBeLessThan(500);
    await changeSetting(server, "captcha", "off");
  });

  it("a refresh token: all get the same successor, which can be renewed", async () => {
    let { refresh_token: refreshToken } = await server.signIn();
    for (let turn = 0; turn < 2; turn++) {
      const body = { grantType: "refresh_token", clientId: server.clientId, refreshToken };
      const responses = await run({ prepare: async () => ({ path: "/oauth2/token", body }), hasWon: isOk }, nodes);
      expect(responses.map(({ status }) => status)).toEqual(Array(attempts).fill(200));
      const successors = new Set<string>(responses.map((response) => response.body.refresh_token));
      expect(successors.size).toBe(1);
      expect(successors).not.toContain(refreshToken);
      [refreshToken = ""] = successors;
    }
  });
});
