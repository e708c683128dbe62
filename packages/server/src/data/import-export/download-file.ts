import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { notAllowed } from "../data-errors.ts";
import { accessTo, requireAccess } from "../permissions/access.ts";
import { readChunks } from "./files/chunks-store.ts";
import { requireOwnTransfer } from "./get-transfer.ts";

const mediaTypes = { CSV: "text/csv; charset=utf-8", JSON: "application/x-ndjson; charset=utf-8" } as const;
const extensions = { CSV: "csv", JSON: "jsonl" } as const;

export interface ExportedFile {
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array>;
}

/**
 * Streams the file of a completed export.
 *
 * @throws {Refusal} `DATA_JOB_NOT_FOUND`; `DATA_JOB_STATUS_CONFLICT` before it is complete or after its file is
 * deleted; `WDE0025`; `WDE0027` if the caller may no longer read everything in the file.
 */
export async function downloadExportFile(
  context: DataContext,
  { caller }: Requester,
  jobId: string,
): Promise<ExportedFile> {
  const job = await requireOwnTransfer(context, caller, jobId);
  if (job.kind !== "EXPORT") throw new Refusal("DATA_JOB_NOT_FOUND");
  const collection = await requireCollection(context, caller, job.collection_id);
  requireAccess(collection, caller, "read");
  const isAccessReduced = job.access === "all" && accessTo(collection, caller, "read") === "own";
  const isRecreated = collection.row.created_at > job.created_at;
  // A field that is hidden now may be in a file written before.
  const mayHoldHidden = collection.hidden.size > 0 && collection.row.updated_at >= job.created_at;
  if (isAccessReduced || isRecreated || mayHoldHidden) throw notAllowed(collection.id);
  const chunks = readChunks(context.db, { siteId: job.site_id, id: job.id });
  const first = job.status === "COMPLETED" ? await chunks.next() : undefined;
  const isGone = (job.bytes ?? 0) > 0 && first?.done === true;
  if (!first || isGone) throw new Refusal("DATA_JOB_STATUS_CONFLICT", { status: job.status });
  const format = job.options.format ?? "CSV";
  const name = `${job.collection_id.replaceAll(/[^A-Za-z0-9_-]/g, "-")}.${extensions[format]}`;
  let chunk: IteratorResult<Buffer, void> = first;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (chunk.done) return controller.close();
      controller.enqueue(new Uint8Array(chunk.value));
      chunk = await chunks.next();
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return {
    headers: {
      "content-type": mediaTypes[format],
      "content-length": String(job.bytes ?? 0),
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body,
  };
}
