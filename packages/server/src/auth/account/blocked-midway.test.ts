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
async function there(method: string, path: string, body: object | undefined, token = visitor) {
  const request = new Request(`${server.origin}${path}`, {
    method,
    headers: { authorization: token, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await node.fetch(request, { clientAddress: `203.0.113.${++members % 250}` });
  const told = await answer.json();
  return { status: answer.status, body: told, code: told.details?.applicationError?.code ?? told.error };
}

const close = {
  blocked: (id: string) => closeAccount(context, { caller: owner }, id, "BLOCKED"),
  offline: (id: string) => closeAccount(context, { caller: owner }, id, "OFFLINE"),
  deleted: (id: string) => deleteMember(context, { caller: owner }, id),
};
const ways = Object.keys(close) as (keyof typeof close)[];
const newMember = async () => {
  const email = `midway-${++members}@example.com`;
  const { id } = await createMember(context, owner, { email, password: goodPassword });
  return { id, email };
};

it.each(ways)(
  "a member who is %s while a code for their e-mail is on its way has no use for it, on any node",
  async (way) => {
    const email = `midway-${++members}@example.com`;
    const { body } = await steps.register(email);
    const [code] = await steps.codes(email);
    await close[way](body.identity?.id ?? (await idOf(email)));
    const answer = await there("POST", "/_api/iam/verification/v1/auth/verify", { code, stateToken: body.stateToken });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    const again = await there("POST", "/_api/iam/verification/v1/auth/resend", { stateToken: body.stateToken });
    expect(again.code).toBe("STATE_TOKEN_INVALID");
  },
);

async function idOf(email: string): Promise<string> {
  const row = await context.db.selectFrom("members").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  return row.id;
}

it.each(ways)("a member who is %s during MFA cannot complete it on any node", async (way) => {
  const { id, email } = await newMember();
  await changeSetting(server, "secondStep", "required");
  const { body } = await steps.login(email);
  expect(body.state).toBe("REQUIRE_MFA");
  const path = "/_api/iam/authentication/v2/EMAIL/verify";
  await there("POST", path, { stateToken: body.stateToken, emailData: {} });
  const [code] = await steps.codes(email);
  await close[way](id);
  const answer = await there("POST", path, { stateToken: body.stateToken, emailData: { code } });
  expect([answer.status, answer.code]).toEqual([400, "STATE_TOKEN_INVALID"]);
  await changeSetting(server, "secondStep", "optional");
});

it.each(ways)("a member who is %s while signed in loses access on the other node within a second", async (way) => {
  const { id, email } = await newMember();
  const tokens = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  const my = (token: string) => there("GET", "/members/v1/members/my", undefined, token);
  expect((await my(tokens.access_token)).status).toBe(200);
  await there("POST", "/_api/porchlight/v1/auth/email-change", { email: `new-${email}` }, tokens.access_token);
  const [code] = await steps.codes(`new-${email}`);
  await close[way](id);
  const since = performance.now();
  await expect.poll(async () => (await my(tokens.access_token)).status, { interval: 20, timeout: 3_000 }).toBe(401);
  expect(performance.now() - since).toBeLessThan(1_500);
  const renewal = { grantType: "refresh_token", clientId: server.clientId, refreshToken: tokens.refresh_token };
  expect((await there("POST", "/oauth2/token", renewal)).code).toBe("invalid_grant");
  const late = await there("POST", "/_api/porchlight/v1/auth/email-change/confirm", { code }, tokens.access_token);
  expect(late.status).toBe(401);
  expect(await context.db.selectFrom("email_changes").select("email").where("member_id", "=", id).execute()).toEqual(
    [],
  );
});
