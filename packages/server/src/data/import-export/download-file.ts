import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { notAllowed } from "../data-errors.ts";
import { accessTo, needAccess } from "../permissions/access.ts";
import { readPieces } from "./files/chunks-store.ts";
import { ownTransfer } from "./get-transfer.ts";

const mediaTypes = { CSV: "text/csv; charset=utf-8", JSON: "application/x-ndjson; charset=utf-8" } as const;
const extensions = { CSV: "csv", JSON: "jsonl" } as const;

export interface ExportedFile {
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array>;
}

/**
 * The file of an export that is done, piece by piece.
 *
 * @throws {Refusal} `DATA_JOB_NOT_FOUND`, `DATA_JOB_STATUS_CONFLICT` while it is made or when it is kept no more, `WDE0025`, `WDE0027`
 *   where the caller may not read any more what the file holds.
 */
export async function sendExportFile(
  context: DataContext,
  { caller }: Requester,
  jobId: string,
): Promise<ExportedFile> {
  const job = await ownTransfer(context, caller, jobId);
  if (job.kind !== "EXPORT") throw new Refusal("DATA_JOB_NOT_FOUND");
  const collection = await knownCollection(context, caller, job.collection_id);
  needAccess(collection, caller, "read");
  const isNarrower = job.access === "all" && accessTo(collection, caller, "read") === "own";
  const isAnother = collection.row.created_at > job.created_at;
  // What is hidden now may not have been when the file was made.
  const isOlder = collection.hidden.size > 0 && collection.row.updated_at >= job.created_at;
  if (isNarrower || isAnother || isOlder) throw notAllowed(collection.id);
  const pieces = readPieces(context.db, { siteId: job.site_id, id: job.id });
  const first = job.status === "COMPLETED" ? await pieces.next() : undefined;
  const isGone = (job.bytes ?? 0) > 0 && first?.done === true;
  if (!first || isGone) throw new Refusal("DATA_JOB_STATUS_CONFLICT", { status: job.status });
  const format = job.options.format ?? "CSV";
  const name = `${job.collection_id.replaceAll(/[^A-Za-z0-9_-]/g, "-")}.${extensions[format]}`;
  let piece: IteratorResult<Buffer, void> = first;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (piece.done) return controller.close();
      controller.enqueue(new Uint8Array(piece.value));
      piece = await pieces.next();
    },
    async cancel() {
      await pieces.return(undefined);
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
