import { createJobHandlers } from "./job-handlers.ts";
import { recordAuditEvent } from "./platform/audit/audit.ts";
import type { Caller } from "./platform/context/caller.ts";
import { Refusal } from "./platform/context/errors.ts";
import { requireOwner } from "./platform/identity/require-editor.ts";
import type { JobKind } from "./platform/jobs/jobs-store.ts";
import {
  findJobs,
  type Job,
  type JobState,
  jobsOf,
  lockJob,
  markCancelled,
  restartJob,
} from "./platform/jobs/jobs-store.ts";
import type { AppContext } from "./sites/app-context.ts";

export type { Job };

interface JobFilter {
  kind?: JobKind | undefined;
  state?: JobState | undefined;
  limit: number;
}

/** Lists background jobs of the site, newest first. @throws {Refusal} `NOT_ALLOWED`. */
export async function listJobs(context: AppContext, caller: Caller, filter: JobFilter): Promise<Job[]> {
  requireOwner(caller);
  return findJobs(context.db, jobsOf(context), filter);
}

/** Returns the job with this ID, or else the newest one with this key. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function getJob(context: AppContext, caller: Caller, idOrKey: string): Promise<Job> {
  requireOwner(caller);
  return requireJob(await lockJob(context.db, idOrKey, jobsOf(context)));
}

/**
 * Runs a failed job again with all its attempts, or a waiting one immediately. Completed work is not repeated.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`; `DATA_JOB_STATUS_CONFLICT` for jobs in other states, and for an import
 * whose file has been deleted.
 */
export async function retryJob(context: AppContext, caller: Caller, idOrKey: string): Promise<Job> {
  requireOwner(caller);
  return context.db.transaction().execute(async (tx) => {
    const job = requireJob(await lockJob(tx, idOrKey, jobsOf(context)));
    const isReopened =
      job.state === "waiting" ||
      (job.state === "failed" && (await createJobHandlers(context)[job.kind].reopen?.(tx, job.key)) !== false);
    if (!isReopened) throw new Refusal("DATA_JOB_STATUS_CONFLICT", { status: job.state });
    await restartJob(tx, job);
    await recordAuditEvent(tx, context, "job-retried", { by: caller, details: { kind: job.kind, jobId: job.id } });
    return requireJob(await lockJob(tx, job.id));
  });
}

/**
 * Cancels a waiting or running job; a running one stops within seconds. Its completed changes stay.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`; `DATA_JOB_STATUS_CONFLICT` for jobs in other states.
 */
export async function cancelJob(context: AppContext, caller: Caller, idOrKey: string): Promise<Job> {
  requireOwner(caller);
  return context.db.transaction().execute(async (tx) => {
    const job = requireJob(await lockJob(tx, idOrKey, jobsOf(context)));
    if (job.state !== "waiting" && job.state !== "running")
      throw new Refusal("DATA_JOB_STATUS_CONFLICT", { status: job.state });
    await createJobHandlers(context)[job.kind].cancel?.(tx, job.key);
    await markCancelled(tx, job);
    await recordAuditEvent(tx, context, "job-cancelled", { by: caller, details: { kind: job.kind, jobId: job.id } });
    return requireJob(await lockJob(tx, job.id));
  });
}

function requireJob(job: Job | undefined): Job {
  if (!job) throw new Refusal("NOT_FOUND");
  return job;
}
