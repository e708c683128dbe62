import { afterFailedAttempt } from "../../platform/jobs/retry-policy.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext, DataReadContext } from "../data-context.ts";
import { collectionNotFound } from "../data-errors.ts";
import { openWriteContext, type WriteContext } from "../items/write-context.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import { type DataJob, updateFailedJob } from "./jobs-store.ts";

/** Opens the job's write context with the current permissions of its caller. @throws {Refusal} if one is lost. */
export async function openJobWriteContext(context: DataReadContext, job: DataJob): Promise<WriteContext> {
  const caller = await currentCaller(context.db, context.site.id, job.caller);
  const collection = await requireCollection(context, caller, job.collection_id);
  const createdAt = job.collection_created_at;
  // The collection was deleted and created again.
  if (createdAt && createdAt.getTime() !== collection.row.created_at.getTime())
    throw collectionNotFound(job.collection_id);
  const action = job.modifications ? "update" : "remove";
  return openWriteContext(context, caller, collection, action, {
    condition: { filter: job.filter as Record<string, unknown> },
  });
}

/** Schedules a job for another attempt after an unexpected error, or fails it after the last. */
export async function recordFailedAttempt(context: DataContext, job: DataJob, error: unknown): Promise<void> {
  const at = context.now();
  const failure = afterFailedAttempt(job, error, at);
  if (!(await updateFailedJob(context.db, job, failure, at))) return;
  const isDeadLettered = failure.next_attempt_at === null;
  const { attempts, last_error: reason } = failure;
  const entry = {
    event: "data-job-failed",
    id: job.id,
    collectionId: job.collection_id,
    attempts,
    reason,
    parked: isDeadLettered,
  };
  context.log[isDeadLettered ? "error" : "warn"](entry, "jobs of collections");
}
