import { afterAll, expect, it } from "vitest";
import { changeSetting, createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { createServer } from "../../server.ts";
import { closeAccount } from "./close-account.ts";
import { deleteMember } from "./delete-member.ts";

const server = await createTestServer();
const { context } = server;
const steps = await createSignInSteps(server);
const visitor = await server.visitorToken();
const owner = { kind: "owner" } as const;
const node = await createServer(context.config);
afterAll(() => node.close());
let members = 0;

/** The other node's response. */
async function onOtherNode(method: string, path: string, body: object | undefined, token = visitor) {
  const request = new Request(`${server.origin}${path}`, {
    method,
    headers: { authorization: token, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await node.fetch(request, { clientAddress: `203.0.113.${++members % 250}` });
  const returned = await response.json();
  return { status: response.status, body: returned, code: returned.details?.applicationError?.code ?? returned.error };
}

const close = {
  blocked: (id: string) => closeAccount(context, { caller: owner }, id, "BLOCKED"),
  offline: (id: string) => closeAccount(context, { caller: owner }, id, "OFFLINE"),
  deleted: (id: string) => deleteMember(context, { caller: owner }, id),
};
const closings = Object.keys(close) as (keyof typeof close)[];
const newMember = async () => {
  const email = `midway-${++members}@example.com`;
  const { id } = await createMember(context, owner, { email, password: goodPassword });
  return { id, email };
};

it.each(closings)("a member who is %s during email verification cannot complete it on any node", async (closing) => {
  const email = `midway-${++members}@example.com`;
  const { body } = await steps.register(email);
  const [code] = await steps.codes(email);
  await close[closing](body.identity?.id ?? (await idOf(email)));
  const response = await onOtherNode("POST", "/_api/iam/verification/v1/auth/verify", {
    code,
    stateToken: body.stateToken,
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  const again = await onOtherNode("POST", "/_api/iam/verification/v1/auth/resend", { stateToken: body.stateToken });
  expect(again.code).toBe("STATE_TOKEN_INVALID");
});

async function idOf(email: string): Promise<string> {
  const row = await context.db.selectFrom("members").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  return row.id;
}

it.each(closings)("a member who is %s during MFA cannot complete it on any node", async (closing) => {
  const { id, email } = await newMember();
  await changeSetting(server, "secondStep", "required");
  const { body } = await steps.login(email);
  expect(body.state).toBe("REQUIRE_MFA");
  const path = "/_api/iam/authentication/v2/EMAIL/verify";
  await onOtherNode("POST", path, { stateToken: body.stateToken, emailData: {} });
  const [code] = await steps.codes(email);
  await close[closing](id);
  const response = await onOtherNode("POST", path, { stateToken: body.stateToken, emailData: { code } });
  expect([response.status, response.code]).toEqual([400, "STATE_TOKEN_INVALID"]);
  await changeSetting(server, "secondStep", "optional");
});

it.each(closings)(
  "a member who is %s while signed in loses access on the other node within a second",
  async (closing) => {
    const { id, email } = await newMember();
    const tokens = await steps.memberTokens((await steps.login(email)).body.sessionToken);
    const my = (token: string) => onOtherNode("GET", "/members/v1/members/my", undefined, token);
    expect((await my(tokens.access_token)).status).toBe(200);
    await onOtherNode("POST", "/_api/porchlight/v1/auth/email-change", { email: `new-${email}` }, tokens.access_token);
    const [code] = await steps.codes(`new-${email}`);
    await close[closing](id);
    const since = performance.now();
    await expect.poll(async () => (await my(tokens.access_token)).status, { interval: 20, timeout: 3_000 }).toBe(401);
    expect(performance.now() - since).toBeLessThan(1_500);
    const renewal = { grantType: "refresh_token", clientId: server.clientId, refreshToken: tokens.refresh_token };
    expect((await onOtherNode("POST", "/oauth2/token", renewal)).code).toBe("invalid_grant");
    const late = await onOtherNode(
      "POST",
      "/_api/porchlight/v1/auth/email-change/confirm",
      { code },
      tokens.access_token,
    );
    expect(late.status).toBe(401);
    expect(await context.db.selectFrom("email_changes").select("email").where("member_id", "=", id).execute()).toEqual(
      [],
    );
  },
);
