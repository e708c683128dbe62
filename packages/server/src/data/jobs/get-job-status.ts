import type { AsyncJobResponse } from "@porchlight/contract/data/items/item";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import type { DataContext } from "../data-context.ts";
import { callerKeyOf, isPrivileged } from "../permissions/access.ts";
import { findJob } from "./jobs-store.ts";

/** How far a job of the caller's is; the owner sees all. @throws {Refusal} `DATA_JOB_NOT_FOUND`. */
export async function getAsyncJobStatus(
  context: DataContext,
  { caller }: Requester,
  { params }: { params: { jobId: string } },
): Promise<AsyncJobResponse> {
  const job = isId(params.jobId) ? await findJob(context.db, context.site.id, params.jobId) : undefined;
  const isTheirs = job && (isPrivileged(caller) || job.caller_key === callerKeyOf(context, caller));
  if (!isTheirs) throw new Refusal("DATA_JOB_NOT_FOUND");
  return { status: job.status, successCount: job.success_count };
}
