import { createHash, randomUUID } from "node:crypto";
import type { DataJobResponse } from "@porchlight/contract/data/import-export/data-job";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { openUploadBody, toChunks } from "../../platform/http/upload-body.ts";
import type { DataContext } from "../data-context.ts";
import { chunkBytes, deleteChunks, insertUploadedChunk } from "./files/chunks-store.ts";
import { MalformedFile } from "./files/file-row.ts";
import { createTextCheck } from "./files/text-check.ts";
import { createUploadSlots, enforceMinRate } from "./files/upload-slots.ts";
import { requireOwnTransfer } from "./get-transfer.ts";
import { maxFileBytes, requirePublicFileCapacity } from "./start-transfer.ts";
import {
  claimUpload,
  failOpenTransfer,
  finishUpload,
  type Transfer,
  toTransferJob,
  updateTransfer,
} from "./transfers-store.ts";

/** Concurrent uploads of this process. Slow public uploads do not delay those of editors. */
const uploads = {
  editor: createUploadSlots({ maxConcurrent: 4, maxQueued: 16 }),
  public: createUploadSlots({ maxConcurrent: 16, maxQueued: 64, perAddress: 2 }),
};
/** 15 minutes for the largest public file. */
const minPublicRate = { bytesPerSecond: 16 * 1024, overMs: 10_000 };

/**
 * Stores the file of an import. An interrupted upload can be repeated; a file that is not text fails the import.
 *
 * @throws {Refusal} `DATA_JOB_NOT_FOUND`, `DATA_JOB_STATUS_CONFLICT`, `DATA_JOB_LIMIT`, `PAYLOAD_TOO_LARGE`,
 * `TOO_MANY_REQUESTS`, `UNSUPPORTED_MEDIA_TYPE` for a compressed body, `MALFORMED_REQUEST` for an interrupted or too
 * slow one.
 */
export async function uploadImportFile(
  context: DataContext,
  { caller, ip: address }: Pick<RequestContext, "caller" | "ip">,
  jobId: string,
  request: Request,
): Promise<DataJobResponse> {
  const job = await requireOwnTransfer(context, caller, jobId);
  if (job.kind !== "IMPORT") throw new Refusal("DATA_JOB_NOT_FOUND");
  const limit = maxFileBytes(job.public);
  const body = openUploadBody(request, limit);
  if (job.public) await requirePublicFileCapacity(context);
  const stored = await uploads[job.public ? "public" : "editor"].run(address, () =>
    storeFile(context, job, job.public ? enforceMinRate(body, minPublicRate) : body, limit),
  );
  return { job: toTransferJob(stored) };
}

/**
 * Streams a file into the database. A file that is not text fails the job.
 *
 * @param limit Maximum size in bytes.
 * @param onProgress Receives the number of stored bytes.
 * @throws {Refusal} `PAYLOAD_TOO_LARGE`; `DATA_JOB_STATUS_CONFLICT` if another upload has replaced this one, or the job
 * has ended.
 */
export async function storeFile(
  context: DataContext,
  job: Transfer,
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<Transfer> {
  const key = { siteId: job.site_id, id: job.id };
  const token = await startUpload(context, job);
  const digest = createHash("sha256");
  const text = createTextCheck();
  let bytes = 0;
  let number = 0;
  try {
    for await (const chunk of toChunks(chunks, chunkBytes)) {
      bytes += chunk.length;
      if (bytes > limit) throw new Refusal("PAYLOAD_TOO_LARGE", { limit });
      text.read(chunk, number === 0);
      digest.update(chunk);
      if (!(await insertUploadedChunk(context.db, key, token, number++, chunk)))
        throw new Refusal("DATA_JOB_STATUS_CONFLICT");
      onProgress(bytes);
    }
    text.end();
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    return context.db.transaction().execute(async (tx) => {
      const failed = await failOpenTransfer(tx, job, error.message, context.now());
      await deleteChunks(tx, key);
      return failed ? updateTransfer(tx, job, { failed_line: error.line }) : job;
    });
  }
  const file = { bytes, chunks: number, digest: digest.digest("base64url") };
  const row = await context.db.transaction().execute((tx) => finishUpload(tx, job, token, file, context.now()));
  if (!row) throw new Refusal("DATA_JOB_STATUS_CONFLICT");
  context.wakeJobs("import-export");
  return row;
}

/**
 * @returns The token of the upload, which replaces others. @throws {Refusal} `DATA_JOB_STATUS_CONFLICT` if the file is
 * complete.
 */
async function startUpload(context: DataContext, job: Transfer): Promise<string> {
  const token = randomUUID();
  await context.db.transaction().execute(async (tx) => {
    if (!(await claimUpload(tx, job, token, context.now()))) throw new Refusal("DATA_JOB_STATUS_CONFLICT");
    await deleteChunks(tx, { siteId: job.site_id, id: job.id });
  });
  return token;
}
