import type { DataJob, DataJobNote, DataJobResponse } from "@porchlight/contract/data/import-export/data-job";
import type {
  dataJobByIdRequest,
  listDataJobNotesRequest,
  listDataJobsRequest,
} from "@porchlight/contract/data/import-export/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { isId } from "../../platform/db/ids.ts";
import { isAdministrator } from "../../platform/identity/require-editor.ts";
import type { DataContext, DataTxContext } from "../data-context.ts";
import { callerKeyOf } from "../permissions/access.ts";
import { deleteChunks } from "./files/chunks-store.ts";
import {
  failOpenTransfer,
  findNotes,
  findTransfer,
  findTransfers,
  type Transfer,
  toTransferJob,
} from "./transfers-store.ts";

type JobRequest = z.output<typeof dataJobByIdRequest>;

/** Base path of export downloads; the job ID follows. */
export const exportPath = "/_api/porchlight/v1/data/exports/";
export const downloadUrlOf = (context: DataContext, id: string): string =>
  `${context.config.publicUrl}${exportPath}${id}/file`;

/** A job of the caller; the owner can access all. @throws {Refusal} `DATA_JOB_NOT_FOUND`. */
export async function requireOwnTransfer(context: DataContext, caller: Caller, id: string): Promise<Transfer> {
  const job = isId(id) ? await findTransfer(context.db, context.site.id, id) : undefined;
  if (!job || !(isAdministrator(caller) || job.caller_key === callerKeyOf(context, caller)))
    throw new Refusal("DATA_JOB_NOT_FOUND");
  return job;
}

/** @throws {Refusal} `DATA_JOB_NOT_FOUND`. */
export async function getTransfer(
  context: DataContext,
  { caller }: Requester,
  { params }: JobRequest,
): Promise<DataJobResponse> {
  const job = toTransferJob(await requireOwnTransfer(context, caller, params.jobId));
  return { job, ...(job.kind === "EXPORT" && { downloadUrl: downloadUrlOf(context, job.id) }) };
}

export async function listTransfers(
  context: DataContext,
  { caller }: Requester,
  { query }: z.output<typeof listDataJobsRequest>,
): Promise<{ jobs: DataJob[] }> {
  const rows = await findTransfers(context.db, context.site.id, {
    ...(!isAdministrator(caller) && { callerKey: callerKeyOf(context, caller) }),
    collectionId: query.dataCollectionId,
    limit: query.limit ?? 50,
  });
  return { jobs: rows.map(toTransferJob) };
}

/** The rows that an import rejected. @throws {Refusal} `DATA_JOB_NOT_FOUND`. */
export async function listTransferNotes(
  context: DataContext,
  { caller }: Requester,
  { params, query: { limit = 100, offset = 0 } }: z.output<typeof listDataJobNotesRequest>,
): Promise<{ notes: DataJobNote[]; total: number }> {
  const job = await requireOwnTransfer(context, caller, params.jobId);
  return { notes: await findNotes(context.db, job, { limit, offset }), total: job.notes };
}

/** Ends a job, unless it has ended, and deletes its file. */
export async function cancelOpenTransfer(
  context: DataTxContext,
  tx: DbOrTx,
  id: string,
): Promise<Transfer | undefined> {
  const row = await failOpenTransfer(tx, { site_id: context.site.id, id }, "It was cancelled.", context.now());
  if (row) await deleteChunks(tx, { siteId: row.site_id, id });
  return row;
}

/** Cancels a job; imported items stay. @throws {Refusal} `DATA_JOB_NOT_FOUND`, `DATA_JOB_STATUS_CONFLICT`. */
export async function cancelTransfer(
  context: DataContext,
  { caller }: Requester,
  { params }: JobRequest,
): Promise<DataJobResponse> {
  const job = await requireOwnTransfer(context, caller, params.jobId);
  const ended = await context.db.transaction().execute((tx) => cancelOpenTransfer(context, tx, job.id));
  if (!ended) throw new Refusal("DATA_JOB_STATUS_CONFLICT", { status: job.status });
  return { job: toTransferJob(ended) };
}
