import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createCallers, putCollection } from "../test/data/collections.ts";
import { queuedJob } from "../test/data/data-jobs.ts";
import { createTestServer } from "../test/test-server.ts";
import { cancelJob, getJob, listJobs, retryJob } from "./manage-jobs.ts";
import { newId } from "./platform/db/ids.ts";
import { enqueueJob } from "./platform/jobs/jobs-store.ts";
import { enqueueOutboxEntry } from "./platform/jobs/outbox-store.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const { context } = server;
const { db, site } = context;
const owner = { kind: "owner" } as const;
const open = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const base = "/_api/porchlight/v1/data";
await putCollection(server, callers, "Notes", open);

const transferOf = async (id: string) => (await callers.call("owner", `${base}/jobs/${id}`, {}, "GET")).body.job;

/** Uploads an import whose job fails until its layout is repaired. */
async function startBrokenImport(): Promise<string> {
  const { body } = await callers.call("owner", `${base}/imports`, { dataCollectionId: "Notes" });
  const layout = JSON.stringify({ format: "CSV", separator: "", header: [] });
  await db.updateTable("data_transfers").set({ layout }).where("id", "=", body.job.id).execute();
  await callers.send("owner", "PUT", new URL(body.uploadUrl).pathname, "title\nScones\n");
  await expect
    .poll(async () => queuedJob(server, body.job.id), { timeout: 5_000 })
    .toMatchObject({ state: "waiting", attempts: 1 });
  return body.job.id;
}

async function deadLetter(key: string): Promise<void> {
  await sql`update pgboss.job set retry_count = retry_limit - 1, start_after = now() where singleton_key = ${key}`.execute(
    db,
  );
  context.wakeJobs("import-export");
  await expect.poll(async () => (await transferOf(key)).status, { timeout: 10_000 }).toBe("FAILED");
}

const queueMail = (to: string) =>
  db.transaction().execute((tx) => {
    const mail = { to, subject: "s", text: "t", html: "h" };
    return enqueueOutboxEntry(tx, site.id, "mail", mail, context.now(), 60);
  });

describe("the owner", () => {
  it("lists jobs by kind and state without their content", async () => {
    const id = await queueMail("ada@example.com");
    const jobs = await listJobs(context, owner, { kind: "mail", state: "waiting", limit: 10 });
    expect(jobs).toMatchObject([{ id, key: id, kind: "mail", state: "waiting", attempts: 0, maxAttempts: 12 }]);
    expect(JSON.stringify(jobs)).not.toContain("ada@example.com");
    expect(await listJobs(context, owner, { kind: "mail", state: "failed", limit: 10 })).toEqual([]);
    expect(await getJob(context, owner, id)).toEqual(jobs[0]);
  });

  it("retries a dead-lettered import, which continues and completes", { timeout: 30_000 }, async () => {
    const id = await startBrokenImport();
    await deadLetter(id);
    expect(await getJob(context, owner, id)).toMatchObject({ state: "failed", attempts: 12 });
    await db.updateTable("data_transfers").set({ layout: null }).where("id", "=", id).execute();
    expect(await retryJob(context, owner, id)).toMatchObject({ state: "waiting", attempts: 0 });
    context.wakeJobs("import-export");
    await expect.poll(async () => (await transferOf(id)).status, { timeout: 10_000 }).toBe("COMPLETED");
    expect(await transferOf(id)).toMatchObject({ counts: { inserted: 1 }, rows: 1 });
    expect(await transferOf(id)).not.toHaveProperty("reason");
  });

  it("cannot retry an import whose file has been deleted", { timeout: 30_000 }, async () => {
    const id = await startBrokenImport();
    await deadLetter(id);
    await db.deleteFrom("data_transfer_chunks").where("transfer_id", "=", id).execute();
    await expect(retryJob(context, owner, id)).rejects.toMatchObject({ code: "DATA_JOB_STATUS_CONFLICT" });
    expect(await transferOf(id)).toMatchObject({ status: "FAILED" });
    expect(await getJob(context, owner, id)).toMatchObject({ state: "failed" });
  });

  it("cancels a waiting import for its caller too", { timeout: 30_000 }, async () => {
    const id = await startBrokenImport();
    expect(await cancelJob(context, owner, id)).toMatchObject({ state: "cancelled" });
    expect(await transferOf(id)).toMatchObject({ status: "FAILED", reason: "It was cancelled." });
    await expect(cancelJob(context, owner, id)).rejects.toMatchObject({ code: "DATA_JOB_STATUS_CONFLICT" });
    await expect(retryJob(context, owner, id)).rejects.toMatchObject({ code: "DATA_JOB_STATUS_CONFLICT" });
  });

  it("cancels an email and deletes its content", async () => {
    const id = await queueMail("bob@example.com");
    await cancelJob(context, owner, id);
    expect(await db.selectFrom("outbox").select("id").where("id", "=", id).execute()).toEqual([]);
  });

  it("retries a waiting job immediately", async () => {
    const id = await queueMail("eve@example.com");
    expect((await retryJob(context, owner, id)).nextAttemptAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it("retries a failed job of a kind whose next job is already waiting", async () => {
    await sql`update pgboss.job set state = 'failed' where name = 'cleanup'`.execute(db);
    await enqueueJob(db, undefined, "cleanup", "cleanup", { delaySeconds: 600 });
    const [failed] = await listJobs(context, owner, { kind: "cleanup", state: "failed", limit: 1 });
    await retryJob(context, owner, failed!.id);
    context.wakeJobs("cleanup");
    await expect.poll(async () => (await getJob(context, owner, failed!.id)).state).toBe("completed");
  });

  it("receives an error if a job does not exist", async () => {
    await expect(getJob(context, owner, newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(retryJob(context, owner, "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

it("other callers cannot read or change jobs", async () => {
  const editor = { kind: "apiKey", apiKey: { keyId: newId(), role: "admin" } } as const;
  const id = await queueMail("zoe@example.com");
  for (const attempt of [
    listJobs(context, editor, { limit: 1 }),
    getJob(context, editor, id),
    retryJob(context, editor, id),
    cancelJob(context, editor, id),
  ])
    await expect(attempt).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  expect(await getJob(context, owner, id)).toMatchObject({ state: "waiting" });
});
