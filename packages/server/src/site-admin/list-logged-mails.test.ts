import { sql } from "kysely";
import { expect, it } from "vitest";
import { createSignInSteps } from "../../test/auth/sign-in-steps.ts";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { createTestServer } from "../../test/test-server.ts";
import { startSmtp } from "../../test/test-smtp.ts";
import { deleteMessagesTo } from "../platform/jobs/outbox-store.ts";

const smtp = await startSmtp();
const server = await createTestServer({ smtpUrl: smtp.url, rateLimits: false });
const steps = await createSignInSteps(server);
const { ownerToken } = await createTestStaff(server);

const log = async (query = "") => {
  const path = `/_api/porchlight/v1/site/mail-log?${query}`;
  return (await server.call("GET", path, { token: ownerToken })).body;
};
const newest = async (recipient: string) => (await log(`recipient=${recipient}`)).emails[0];

it("shows who got which email, without its content", async () => {
  await steps.register("Ada@example.com");
  await expect.poll(async () => (await newest("ada@"))?.state, { timeout: 5_000 }).toBe("sent");
  const [mail] = smtp.received.filter(({ to }) => to.includes("Ada@example.com"));
  const [code = ""] = /\d{6}/.exec(/^Subject: .*$/m.exec(mail!.source)?.[0] ?? "") ?? [];
  expect(code).not.toBe("");
  const entry = await newest("ada@");
  expect(entry).toEqual({
    id: expect.any(String),
    to: "Ada@example.com",
    kind: "verification",
    language: "en",
    state: "sent",
    attempts: 1,
    createdDate: expect.any(String),
    finishedDate: expect.any(String),
    nextAttemptDate: null,
    lastError: null,
  });
  expect(JSON.stringify(await log())).not.toContain(code);
  expect(mail!.source).toContain(entry.id);
});

it("shows the answer of the mail server, and sends a failed email again, with an audit event", async () => {
  smtp.refuse(1);
  await steps.register("later@example.com");
  await expect.poll(async () => (await newest("later@"))?.lastError, { timeout: 5_000 }).toContain("come back later");
  const waiting = await newest("later@");
  expect(waiting).toMatchObject({ state: "queued", attempts: 1, finishedDate: null });
  expect(Date.parse(waiting.nextAttemptDate)).toBeGreaterThan(Date.now());
  await sql`update pgboss.job set state = 'failed' where id = ${waiting.id}`.execute(server.context.db);
  expect((await log("state=failed")).emails).toMatchObject([{ id: waiting.id, to: "later@example.com" }]);
  const retry = `/_api/porchlight/v1/site/jobs/${waiting.id}/retry`;
  expect((await server.call("POST", retry, { token: ownerToken, body: {} })).status).toBe(200);
  await expect.poll(async () => (await newest("later@")).state, { timeout: 5_000 }).toBe("sent");
  const events = "/_api/porchlight/v1/site/audit-events?event=job-retried";
  expect((await server.call("GET", events, { token: ownerToken })).body.events).toMatchObject([
    { details: { kind: "mail", jobId: waiting.id } },
  ]);
});

it("filters by kind and state, and pages from the newest to the oldest", async () => {
  const { emails } = await log("limit=200");
  const first = await log("limit=1");
  expect(first).toMatchObject({ hasMore: true, emails: [{ id: emails[0].id }] });
  expect((await log(`limit=200&before=${first.emails[0].id}`)).emails).toEqual(emails.slice(1));
  const kinds = (await log("kind=verification")).emails.map(({ kind }: { kind: string }) => kind);
  expect(new Set(kinds)).toEqual(new Set(["verification"]));
  expect((await log("state=expired")).emails).toEqual([]);
  expect((await log("recipient=%25")).emails).toEqual([]);
});

it("contains no person whose account is deleted, and is for owners only", async () => {
  const { context } = server;
  await context.db.transaction().execute((tx) => deleteMessagesTo(tx, context.site.id, ["Ada@example.com"]));
  expect(await newest("ada@")).toBeUndefined();
  const token = await server.visitorToken();
  expect((await server.call("GET", "/_api/porchlight/v1/site/mail-log", { token })).status).toBe(403);
});
