import { sql } from "kysely";
import { expect } from "vitest";
import { createJobHandlers } from "../../src/job-handlers.ts";
import type { DbOrTx } from "../../src/platform/db/database.ts";
import { type JobQueue, startJobQueue } from "../../src/platform/jobs/job-queue.ts";
import { type Job, lockJob } from "../../src/platform/jobs/jobs-store.ts";
import type { TestServer } from "../test-server.ts";
import type { CallerName, TestCallers } from "./collections.ts";

interface JobStatus {
  status: string;
}

async function waitForEnd<Job extends JobStatus>(check: () => Promise<Job>): Promise<Job> {
  await expect.poll(async () => (await check()).status, { timeout: 30_000 }).toMatch(/COMPLETED|SUCCEEDED|FAILED/);
  return check();
}

/** Waits for the end of a change by filter. */
export const waitForAsyncJob = (callers: TestCallers, caller: CallerName, jobId: string) =>
  waitForEnd(async () => (await callers.call(caller, `/wix-data/v2/async-jobs/${jobId}/status`, {}, "GET")).body);

/** Waits for the end of an import or export. */
export const waitForTransfer = (callers: TestCallers, caller: CallerName, jobId: string) =>
  waitForEnd(async () => (await callers.call(caller, `/_api/porchlight/v1/data/jobs/${jobId}`, {}, "GET")).body.job);

/** Waits until no bulk change, import, or export is due or running. */
export async function waitForDataJobs({ context }: TestServer): Promise<void> {
  const countDue = async () => {
    context.wakeJobs("bulk-change");
    context.wakeJobs("import-export");
    const { rows } = await sql`
      select from pgboss.job where name in ('bulk-change', 'import-export')
        and (state = 'active' or state in ('created', 'retry') and start_after <= now())`.execute(context.db);
    return rows.length;
  };
  await expect.poll(countDue, { timeout: 30_000 }).toBe(0);
}

/** The queue's job of a bulk change, import, export, or outbox entry. */
export const queuedJob = async ({ context }: TestServer, key: string): Promise<Job> =>
  (await lockJob(context.db, key))!;

/** Makes all pending retries due now. */
export async function skipBackoff({ context }: TestServer): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(context.db);
}

/** Puts the job into the state of one whose process was killed. */
export async function killWorkerOf(db: DbOrTx, key: string): Promise<void> {
  await sql`
    update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'
    where singleton_key = ${key}`.execute(db);
}

/** Delays a queued job, so that the server does not run it. */
export async function delayJob(db: DbOrTx, key: string): Promise<void> {
  await sql`update pgboss.job set start_after = now() + interval '1 hour' where singleton_key = ${key}`.execute(db);
}

/** Starts another node that shares the jobs of the server. */
export const startNode = ({ context }: TestServer): Promise<JobQueue> =>
  startJobQueue(context.db, context.log, createJobHandlers(context));
