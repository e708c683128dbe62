import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { killWorkerOf, queuedJob, skipBackoff } from "../../../test/data/data-jobs.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";
import { countJobs, type Job } from "../../platform/jobs/jobs-store.ts";
import { insertJob } from "./jobs-store.ts";

const lines: string[] = [];
const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
const siteHooks = { Hooked: { beforeUpdate: async (item: object) => item } };
const server = await createTestServer({ rateLimits: false, siteHooks, logger });
const callers = await createCallers(server);
const { db } = server.context;
const open = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
for (const id of ["Good", "Bad", "Hooked"]) {
  await putCollection(server, callers, id, open);
  await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: id, dataItem: { data: { n: 1 } } });
}

const modifications = [{ action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1 } }];

async function queue(collectionId: string, of: readonly unknown[] = modifications): Promise<string> {
  const id = newId();
  const facts = {
    siteId: server.context.site.id,
    id,
    collectionId,
    caller: { kind: "owner" } as const,
    callerKey: "owner",
  };
  await insertJob(db, { ...facts, filter: {}, modifications: of as object[], at: new Date() });
  return id;
}
const statusOf = async (id: string) =>
  (await callers.call("owner", `/wix-data/v2/async-jobs/${id}/status`, {}, "GET")).body.status as string;
const rowOf = (id: string) => db.selectFrom("data_jobs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const loggedOf = (id: string) =>
  lines.map((line) => JSON.parse(line)).filter((entry) => entry.event.startsWith("job-") && entry.key === id);

async function until(id: string, condition: (job: Job) => boolean) {
  const check = async () => {
    server.context.wakeJobs("bulk-change");
    return condition(await queuedJob(server, id));
  };
  await expect.poll(check, { timeout: 30_000 }).toBe(true);
}

/** Makes each next attempt of the job due until it is dead-lettered. */
async function failEachAttempt(id: string) {
  const isFailed = async () => {
    await skipBackoff(server);
    server.context.wakeJobs("bulk-change");
    return (await rowOf(id)).status;
  };
  await expect.poll(isFailed, { timeout: 50_000 }).toBe("FAILED");
}

async function breakWrites(collectionId: string, id = "%") {
  await sql`create or replace function break_write() returns trigger language plpgsql as
    $$ begin raise exception 'broken by the test'; end $$`.execute(db);
  await sql`create trigger break_write before update on data_items for each row
    when (new.collection_id = ${sql.lit(collectionId)} and new.id like ${sql.lit(id)}) execute function break_write()`.execute(
    db,
  );
  return () => sql`drop trigger break_write on data_items`.execute(db);
}

describe("a job that fails unexpectedly", () => {
  it("fails permanently after twelve attempts and blocks no other job", { timeout: 60_000 }, async () => {
    const broken = await queue("Bad", [null]);
    const others = [await queue("Good"), await queue("Good")];
    for (const id of others) await until(id, ({ state }) => state === "completed");
    expect(await statusOf(broken)).not.toBe("FAILED");
    await failEachAttempt(broken);
    expect(await statusOf(broken)).toBe("FAILED");
    expect(await queuedJob(server, broken)).toMatchObject({ state: "failed", attempts: 12, maxAttempts: 12 });
    await expect
      .poll(() => loggedOf(broken))
      .toMatchObject([
        ...Array.from({ length: 12 }, (_, index) => ({ attempts: index + 1, parked: index === 11, level: 40 })),
        { event: "job-dead-lettered", kind: "bulk-change", attempts: 12, level: 50 },
      ]);
    expect(await countJobs(db)).toContainEqual({ kind: "bulk-change", waiting: 0, running: 0, failed: 1 });
  });

  it.each(["Bad", "Hooked"])(
    "because of a database error is retried and succeeds once it is repaired (%s)",
    { timeout: 60_000 },
    async (collection) => {
      const repair = await breakWrites(collection);
      const broken = await queue(collection);
      try {
        await until(broken, ({ state, attempts }) => state === "waiting" && attempts > 0);
        const other = await queue("Good");
        await until(other, ({ state }) => state === "completed");
        expect(await queuedJob(server, broken)).toMatchObject({
          lastError: expect.stringContaining("broken by the test"),
        });
      } finally {
        await repair();
      }
      await skipBackoff(server);
      await until(broken, ({ state }) => state === "completed");
      expect(await rowOf(broken)).toMatchObject({ status: "SUCCEEDED", success_count: 1 });
    },
  );

  it("counts attempts since its last progress", async () => {
    for (const id of ["a", "b"]) {
      const dataItem = { id, data: { n: 1 } };
      await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: "Hooked", dataItem });
    }
    const repair = await breakWrites("Hooked", "b");
    try {
      const broken = await queue("Hooked");
      await expect.poll(async () => (await rowOf(broken)).after_id).toBe("a");
      await until(broken, ({ lastError }) => lastError !== null);
      expect((await queuedJob(server, broken)).attempts).toBe(1);
      await db.deleteFrom("data_jobs").where("id", "=", broken).execute();
    } finally {
      await repair();
    }
  });

  it("in a collection with hooks also fails permanently", { timeout: 60_000 }, async () => {
    const repair = await breakWrites("Hooked");
    try {
      const broken = await queue("Hooked");
      await failEachAttempt(broken);
      await expect.poll(() => loggedOf(broken).at(-1)).toMatchObject({ event: "job-dead-lettered", attempts: 12 });
    } finally {
      await repair();
    }
  });

  it("because its process was killed each time is stopped like any other", { timeout: 60_000 }, async () => {
    const killed = await db.transaction().execute(async (tx) => {
      const id = newId();
      const job = { siteId: server.context.site.id, id, collectionId: "Good", callerKey: "owner" };
      await insertJob(tx, { ...job, caller: { kind: "owner" }, filter: {}, modifications: [], at: new Date() });
      await sql`update pgboss.job set retry_count = retry_limit where singleton_key = ${id}`.execute(tx);
      await killWorkerOf(tx, id);
      return id;
    });
    await expect.poll(() => statusOf(killed), { timeout: 30_000 }).toBe("FAILED");
    expect(await queuedJob(server, killed)).toMatchObject({ state: "failed", lastError: "job heartbeat timeout" });
  });
});
