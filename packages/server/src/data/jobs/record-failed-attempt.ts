import { afterFailedAttempt } from "../../platform/jobs/retry-policy.ts";
import type { DataContext } from "../data-context.ts";
import { type DataJob, updateFailedJob } from "./jobs-store.ts";

/** Schedules a job for another attempt after an unexpected error, or fails it after the last. */
export async function recordFailedAttempt(context: DataContext, job: DataJob, error: unknown): Promise<void> {
  const at = context.now();
  const failure = afterFailedAttempt(job, error, at);
  if (!(await updateFailedJob(context.db, job, failure, at))) return;
  const parked = failure.next_attempt_at === null;
  const { attempts, last_error: reason } = failure;
  const entry = { event: "data-job-failed", id: job.id, collectionId: job.collection_id, attempts, reason, parked };
  context.log[parked ? "error" : "warn"](entry, "jobs of collections");
}
