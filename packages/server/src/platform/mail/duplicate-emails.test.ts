import { afterAll, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { inviteMember } from "../../auth/account/invite-member.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { approveMember } from "../../members/administration/review-member.ts";
import { createServer } from "../../server.ts";

const server = await createTestServer();
const { context } = server;
const owner = { kind: "owner" } as const;
const node = await createServer(context.config);
const steps = await createSignInSteps(server);
const visitor = await server.visitorToken();
let addresses = 0;
afterAll(() => node.close());

/** Sends ten concurrent requests to two nodes, each from its own address. */
const tenTimes = (method: string, path: string, body: object, token = visitor) =>
  Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const request = new Request(`${server.origin}${path}`, {
        method,
        headers: { authorization: token, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const clientAddress = `198.51.100.${++addresses % 250}`;
      const answer = await (at % 2 === 0 ? server : node).fetch(request, { clientAddress });
      return { status: answer.status, body: await answer.json() };
    }),
  );

/** Emails delivered once the outbox is empty. */
async function mailsTo(email: string) {
  const waiting = () => context.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
  await expect.poll(waiting, { interval: 20, timeout: 10_000 }).toEqual([]);
  return (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
}

async function signedIn(email: string) {
  await createMember(context, owner, { email, password: goodPassword });
  return (await steps.memberTokens((await steps.login(email)).body.sessionToken)).access_token;
}

it("sends one code for ten concurrent sign-ups, and none for ten resend requests within a minute", async () => {
  const email = "sign-up@example.com";
  const body = { loginId: { email }, password: goodPassword };
  const answers = await tenTimes("POST", "/_api/iam/authentication/v2/register", body);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const stateToken = answers.find(({ status }) => status === 200)?.body.stateToken;
  await tenTimes("POST", "/_api/iam/verification/v1/auth/resend", { stateToken });
  await tenTimes("POST", "/_api/iam/authentication/v2/login", { loginId: { email }, password: goodPassword });
  expect(await mailsTo(email)).toHaveLength(1);
  server.advance(61_000);
  await steps.login(email);
  const [, second, ...more] = await mailsTo(email);
  expect([second.code, more]).toEqual([expect.any(String), []]);
});

it("sends one link for ten concurrent password recoveries", async () => {
  const email = "forgot@example.com";
  await createMember(context, owner, { email, password: goodPassword });
  await tenTimes("POST", "/_api/iam/recovery/v1/send-email", { email });
  expect(await mailsTo(email)).toHaveLength(1);
});

it("sends one email for ten concurrent invitations", async () => {
  const email = "invited@example.com";
  await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => inviteMember(at % 2 === 0 ? context : node.context, owner, { email })),
  );
  expect(await mailsTo(email)).toHaveLength(1);
});

it("sends one email for ten concurrent activation requests", async () => {
  const email = "activation@example.com";
  const { key } = await createApiKey(context, owner, { name: "Tests", role: "admin" });
  const findOnAllNodes = () => Promise.all([context, node.context].map(({ apiKeys }) => apiKeys.find(key)));
  await expect.poll(async () => (await findOnAllNodes()).every(Boolean), { timeout: 10_000 }).toBe(true);
  const signOn = await server.call("POST", "/_api/iam/authentication/v2/sign-on", {
    token: key,
    body: { loginId: { email } },
  });
  const body = {
    identityId: signOn.body.identity.id,
    emailOptions: { redirect: { url: `${server.origin}/welcome`, clientId: server.clientId } },
  };
  const answers = await tenTimes("POST", "/_api/iam/recovery/v1/activation-email", body, key);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await mailsTo(email)).toHaveLength(1);
});

it("sends one code for ten concurrent email changes, and one notice for ten confirmations", async () => {
  const [email, next] = ["before@example.com", "after@example.com"];
  const token = await signedIn(email);
  await tenTimes("POST", "/_api/porchlight/v1/auth/email-change", { email: next }, token);
  const mails = await mailsTo(next);
  expect(mails).toHaveLength(1);
  const path = "/_api/porchlight/v1/auth/email-change/confirm";
  const answers = await tenTimes("POST", path, { code: mails[0].code }, token);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await mailsTo(next)).toHaveLength(1);
});

it("changes the password once for ten concurrent recoveries, and sends one notice", async () => {
  const email = "recovers@example.com";
  await createMember(context, owner, { email, password: goodPassword });
  await server.call("POST", "/_api/iam/recovery/v1/send-email", { token: visitor, body: { email } });
  const [{ link }] = await mailsTo(email);
  const recoveryToken = /token=([\w-]+)/.exec(link)?.[1];
  const answers = await tenTimes("POST", "/_api/iam/recovery/v1/recover", {
    recoveryToken,
    password: "a lamp in every window",
  });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await mailsTo(email)).toHaveLength(2);
});

it("sends one notice for ten identical password changes, and one for a repeated change", async () => {
  const email = "changes@example.com";
  const token = await signedIn(email);
  const path = "/_api/iam/authentication/v2/change-password";
  const newPassword = "a lamp in every window";
  const answers = await tenTimes("POST", path, { newPassword }, token);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  expect(await mailsTo(email)).toHaveLength(1);

  const other = "changes-again@example.com";
  const otherToken = await signedIn(other);
  const change = async (password: string) =>
    (await server.call("POST", path, { token: otherToken, body: { newPassword: password } })).status;
  expect([await change(newPassword), await change(newPassword)]).toEqual([200, 200]);
  expect(await mailsTo(other)).toHaveLength(1);
  expect(await change("a lamp in no window")).toBe(200);
  expect(await mailsTo(other)).toHaveLength(2);
});

it("sends one email for ten concurrent approvals", async () => {
  const email = "waits@example.com";
  const { id } = await createMember(context, owner, { email, password: goodPassword, status: "PENDING" });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => approveMember(at % 2 === 0 ? context : node.context, owner, id)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await mailsTo(email)).toHaveLength(1);
});

it("sends one notice for ten concurrent enrollments of a factor, and one for ten removals", async () => {
  const email = "steps@example.com";
  const token = await signedIn(email);
  const { body } = await server.call("POST", "/_api/porchlight/v1/auth/factors", { token, body: { type: "EMAIL" } });
  const path = `/_api/porchlight/v1/auth/factors/${body.factor.id}`;
  await tenTimes("POST", `${path}/activate`, {}, token);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(1);
  const answers = await tenTimes("POST", `${path}/activate`, { code: mails[0].code }, token);
  expect(answers.filter(({ body }) => body.factor?.status === "ENABLED")).toHaveLength(1);
  expect(await mailsTo(email)).toHaveLength(2);
  await tenTimes("DELETE", path, {}, token);
  expect(await mailsTo(email)).toHaveLength(3);
});
