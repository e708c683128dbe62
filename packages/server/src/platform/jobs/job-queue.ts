import { channel } from "node:diagnostics_channel";
import type { JobResult, JobWithMetadata } from "pg-boss";
import type { Logger } from "pino";
import { type Db, type DbOrTx, poolOf } from "../db/database.ts";
import { enqueueJob, hasOpenJob, type JobKind, jobKinds, lockJob, maxConcurrentJobs } from "./jobs-store.ts";

/** Result of a job that must run again, behind other waiting jobs and with all its attempts. */
export interface RunAgain {
  afterSeconds: number;
}

export const runAgain: RunAgain = { afterSeconds: 0 };

/** Runs jobs of one kind. */
export interface JobHandler {
  /**
   * Performs the job with this key, at least once. A rejection is a failed attempt.
   *
   * @param signal Aborted when the server closes, or the job has been cancelled or taken over by another node.
   * @param siteId Site of the job; absent in jobs of older versions, which belong to the main site.
   * @returns Set if the job must run again.
   */
  run(key: string, signal: AbortSignal, siteId?: string): Promise<RunAgain | undefined>;
  /** Called after the last failed attempt. */
  onDeadLetter?(job: DeadLetter): Promise<void>;
  /** Reopens the record of a failed job. @returns Whether the job can run again. Default: true. */
  reopen?(tx: DbOrTx, key: string): Promise<boolean>;
  /** Ends the record of an unfinished job. */
  cancel?(tx: DbOrTx, key: string): Promise<void>;
}

export interface DeadLetter {
  id: string;
  siteId?: string | undefined;
  key: string;
  attempts: number;
}

/** An attempt at a job. */
export interface JobAttempt {
  readonly kind: JobKind;
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
  /** Runs the job. Subscribers may wrap this function, for example to run it in a trace. */
  run(): Promise<RunAgain | undefined>;
}

/** Publishes each {@link JobAttempt} before it runs. */
export const jobChannel = channel("porchlight:job");

export interface JobQueue {
  /** Checks for jobs of this kind now; call after the transaction that added one. */
  wake(kind: JobKind): void;
  /** Stops and waits for jobs in progress. */
  close(): Promise<void>;
}

/** The site of a job. Those of older versions have no data. */
const siteIdOf = ({ data }: JobWithMetadata<unknown>): string | undefined =>
  typeof data === "object" && data !== null && "siteId" in data ? String(data.siteId) : undefined;

/** Wake-ups do not cover jobs that other nodes add and retries that become due. */
const pollIntervalSeconds = 1;
/** How often nodes look for jobs whose process has died. */
const superviseIntervalSeconds = 5;
const closeTimeoutMs = 60_000;
const hourSeconds = 3_600;

/** Runs jobs of these kinds on this node. Any number of nodes share the work. */
export async function startJobQueue(
  db: Db,
  log: Logger,
  handlers: Partial<Record<JobKind, JobHandler>>,
): Promise<JobQueue> {
  // Loaded on demand: most commands run no jobs and start faster without it.
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    db: { executeSql: (text, values) => poolOf(db)!.query(text, values) },
    migrate: false,
    schedule: false,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    maintenanceIntervalSeconds: hourSeconds,
    // Polls for dependent jobs, which are not used.
    flowIntervalSeconds: hourSeconds,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on("error", (error) => log.warn({ event: "jobs-unavailable", reason: error.message }, "jobs"));
  boss.on("warning", ({ message }) => log.warn({ event: "jobs-warning", reason: message }, "jobs"));

  const closing = new AbortController();
  const workers = new Map<string, string>();
  const wake = (kind: string) => {
    const worker = workers.get(kind);
    if (worker !== undefined) boss.notifyWorker(worker);
  };

  async function attempt(kind: JobKind, handler: JobHandler, job: JobWithMetadata<unknown>): Promise<JobResult> {
    const { id, priority, retryCount, retryLimit } = job;
    const key = job.singletonKey!;
    const siteId = siteIdOf(job);
    try {
      const signal = AbortSignal.any([closing.signal, job.signal]);
      const run: JobAttempt = { kind, id, attempt: retryCount + 1, run: () => handler.run(key, signal, siteId) };
      if (jobChannel.hasSubscribers) jobChannel.publish(run);
      const again = await run.run();
      if (again) await enqueueJob(db, siteId, kind, key, { priority, delaySeconds: again.afterSeconds });
      return { id, status: "completed" };
    } catch (error) {
      const reason = reasonOf(error);
      const [attempts, isDeadLettered] = [retryCount + 1, retryCount >= retryLimit];
      log.warn({ event: "job-failed", kind, id, key, attempts, reason, parked: isDeadLettered }, "jobs");
      return { id, status: "failed", output: { message: reason } };
    }
  }

  async function recordDeadLetter(letter: JobWithMetadata<unknown>): Promise<JobResult> {
    const { id, sourceName, sourceId, sourceRetryCount, singletonKey } = letter;
    const kind = sourceName as JobKind;
    const job = { id: sourceId!, siteId: siteIdOf(letter), key: singletonKey!, attempts: sourceRetryCount! + 1 };
    try {
      // A command runs jobs of one kind only; leave the others to a server.
      if (!handlers[kind]) throw new Error(`This process does not run jobs of kind ${kind}.`);
      // The owner may have restarted the job since.
      if ((await lockJob(db, job.id))?.state !== "failed") return { id, status: "completed" };
      // Another job continues the work, which may have been queued before this one was completed.
      if (await hasOpenJob(db, kind, job.key)) return { id, status: "completed" };
      await handlers[kind].onDeadLetter?.(job);
      log.error({ event: "job-dead-lettered", kind, ...job }, "jobs");
      return { id, status: "completed" };
    } catch (error) {
      return { id, status: "failed", output: { message: reasonOf(error) } };
    }
  }

  const options = { includeMetadata: true, perJobResults: true, pollingIntervalSeconds: pollIntervalSeconds } as const;
  async function startWorker(kind: JobKind, handler: JobHandler): Promise<void> {
    const worker = await boss.work(kind, { ...options, batchSize: maxConcurrentJobs[kind] }, async (jobs) => {
      const results = await Promise.all(jobs.map((job) => attempt(kind, handler, job)));
      // Otherwise the worker would wait for its next poll.
      wake(kind);
      return results;
    });
    workers.set(kind, worker);
  }

  try {
    await boss.start();
    for (const kind of jobKinds) if (handlers[kind]) await startWorker(kind, handlers[kind]);
    await boss.work("dead-letter", { ...options, batchSize: 20 }, (jobs) => Promise.all(jobs.map(recordDeadLetter)));
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }

  return {
    wake,
    async close() {
      closing.abort();
      await boss.stop({ timeout: closeTimeoutMs });
    },
  };
}

const maxReasonLength = 500;

/** Removes email addresses, since mail servers quote recipients. Source: security requirements §9.7. */
function reasonOf(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, maxReasonLength);
  // PostgreSQL cannot store NUL.
  return message
    .replaceAll("\0", "\uFFFD")
    .toWellFormed()
    .replace(/[^\s<>"'(),:;]*@[^\s<>"'(),:;]*/g, "(address)");
}
