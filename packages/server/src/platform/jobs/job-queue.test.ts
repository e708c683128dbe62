import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { newId } from "../db/ids.ts";
import { type JobHandler, type JobQueue, startJobQueue } from "./job-queue.ts";
import { countJobs, enqueueJob, findJobs, type Job, lockJob } from "./jobs-store.ts";

const { db } = await openTestDatabase();
const scope = { siteIds: [], isMain: true };
let lines: Record<string, unknown>[] = [];
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
const nodes: JobQueue[] = [];

async function start(run: JobHandler["run"], onDeadLetter?: JobHandler["onDeadLetter"]): Promise<JobQueue> {
  const node = await startJobQueue(db, log, { mail: { run, ...(onDeadLetter && { onDeadLetter }) } });
  nodes.push(node);
  return node;
}

async function add(key: string): Promise<void> {
  await enqueueJob(db, undefined, "mail", key, { id: newId() });
}

const jobOf = async (key: string): Promise<Job> => (await lockJob(db, key))!;
const poll = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 20_000, interval: 20 });

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.close()));
  await sql`delete from pgboss.job`.execute(db);
  lines = [];
});

describe("the job queue", () => {
  it("runs each job once with two nodes", async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `job${index}`);
    for (const key of keys) await add(key);
    const done: string[] = [];
    const run = async (key: string) => void done.push(key);
    await Promise.all([start(run), start(run)]);
    await poll(async () => (await findJobs(db, scope, { state: "completed", limit: 100 })).length).toBe(60);
    expect(done.toSorted()).toEqual(keys.toSorted());
  });

  it("retries a failed job after a minute and stores the reason without email addresses", async () => {
    await add("a");
    await start(async () => {
      throw new Error("all recipients were rejected: 550 5.1.1 <Ada@Example.com>: ask postmaster@example.com");
    });
    await poll(async () => (await jobOf("a")).lastError).toContain("550 5.1.1");
    const job = await jobOf("a");
    expect(job).toMatchObject({ state: "waiting", attempts: 1, maxAttempts: 12 });
    expect(job.nextAttemptAt!.getTime() - Date.now()).toBeGreaterThan(45_000);
    expect(JSON.stringify([lines, job.lastError])).not.toMatch(/@|example/i);
    expect(lines).toMatchObject([{ event: "job-failed", kind: "mail", key: "a", attempts: 1, parked: false }]);
  });

  it("retries a job whose error PostgreSQL cannot store", async () => {
    await add("a");
    await start(async () => {
      throw new Error("bad \u0000 byte and half a \ud83d character");
    });
    await poll(async () => (await jobOf("a")).lastError).toBe("bad \ufffd byte and half a \ufffd character");
    expect(await jobOf("a")).toMatchObject({ state: "waiting", attempts: 1 });
  });

  it("dead-letters a job after the last attempt without affecting others", async () => {
    await add("dead");
    await sql`update pgboss.job set retry_count = 11, started_on = null`.execute(db);
    await add("fine");
    const letters: unknown[] = [];
    await start(
      async (key) => {
        if (key === "dead") throw new Error("no such mailbox");
      },
      async (letter) => void letters.push(letter),
    );
    await poll(async () => letters.length).toBe(1);
    expect(letters).toMatchObject([{ key: "dead", attempts: 12 }]);
    expect([(await jobOf("dead")).state, (await jobOf("fine")).state]).toEqual(["failed", "completed"]);
    expect(await countJobs(db)).toContainEqual({ kind: "mail", waiting: 0, running: 0, failed: 1 });
  });

  it("counts a killed process as a failed attempt", { timeout: 30_000 }, async () => {
    await add("a");
    await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'`.execute(
      db,
    );
    await start(async () => undefined);
    await poll(async () => (await jobOf("a")).state).toBe("waiting");
    expect(await jobOf("a")).toMatchObject({ attempts: 1, lastError: "job heartbeat timeout" });
  });

  it("runs a job again with all attempts if its handler requests it", async () => {
    await add("a");
    let runs = 0;
    await start(async () => (++runs < 3 ? { afterSeconds: 0 } : undefined));
    await poll(async () => (await findJobs(db, scope, { state: "completed", limit: 10 })).length).toBe(3);
    expect(runs).toBe(3);
  });

  it("aborts its jobs and waits for them when it closes", async () => {
    await add("a");
    let isAborted = false;
    const started = Promise.withResolvers<void>();
    const node = await start(async (_key, signal) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      isAborted = true;
      return { afterSeconds: 0 };
    });
    await started.promise;
    await node.close();
    expect(isAborted).toBe(true);
    expect((await findJobs(db, scope, { limit: 10 })).map(({ state }) => state).toSorted()).toEqual([
      "completed",
      "waiting",
    ]);
  });

  it("adds nothing if the transaction fails", async () => {
    const failing = db.transaction().execute(async (tx) => {
      await enqueueJob(tx, undefined, "mail", "a");
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await findJobs(db, scope, { limit: 10 })).toEqual([]);
  });

  it("has at most one waiting job per key of kinds that run one at a time", async () => {
    await enqueueJob(db, undefined, "bulk-change", "a");
    await enqueueJob(db, undefined, "bulk-change", "a");
    await enqueueJob(db, undefined, "bulk-change", "b");
    expect(await findJobs(db, scope, { kind: "bulk-change", limit: 10 })).toHaveLength(2);
  });
});
