import { createHash, randomUUID } from "node:crypto";
import type { DataJobResponse } from "@porchlight/contract/data/import-export/data-job";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import type { DataContext } from "../data-context.ts";
import { deletePieces, insertUploadedPiece, pieceBytes } from "./files/chunks-store.ts";
import { MalformedFile } from "./files/file-row.ts";
import { createTextCheck } from "./files/text-check.ts";
import { createUploadPlaces, keepingUp } from "./files/upload-slots.ts";
import { ownTransfer } from "./get-transfer.ts";
import { maximumBytesFor, needRoomForPublicFiles } from "./start-transfer.ts";
import {
  claimUpload,
  failOpenTransfer,
  finishUpload,
  type Transfer,
  toTransferJob,
  updateTransfer,
} from "./transfers-store.ts";

/** Uploads under way in this process. Strangers who take their time keep no owner waiting, nor each other. */
const uploads = {
  editor: createUploadPlaces({ atOnce: 4, queueLimit: 16 }),
  public: createUploadPlaces({ atOnce: 16, queueLimit: 64, perAddress: 2 }),
};
/** A quarter of an hour for the largest file of theirs. */
const publicRate = { bytesPerSecond: 16 * 1024, overMs: 10_000 };

/**
 * Keeps the file that an import waits for. One that breaks off may come again; one that is no text ends the import.
 *
 * @throws {Refusal} `DATA_JOB_NOT_FOUND`, `DATA_JOB_STATUS_CONFLICT`, `DATA_JOB_LIMIT`, `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE` for a body that is
 *   compressed, `MALFORMED_REQUEST` for one that broke off or comes too slowly, `TOO_MANY_REQUESTS`.
 */
export async function takeImportFile(
  context: DataContext,
  { caller, ip: address }: Pick<RequestContext, "caller" | "ip">,
  jobId: string,
  request: Request,
): Promise<DataJobResponse> {
  const job = await ownTransfer(context, caller, jobId);
  if (job.kind !== "IMPORT") throw new Refusal("DATA_JOB_NOT_FOUND");
  const limit = maximumBytesFor(job.public);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw new Refusal("PAYLOAD_TOO_LARGE", { limit });
  if (job.public) await needRoomForPublicFiles(context);
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") throw new Refusal("UNSUPPORTED_MEDIA_TYPE");
  const body = arriving(request.body);
  const kept = await uploads[job.public ? "public" : "editor"].take(address, () =>
    keepFile(context, job, job.public ? keepingUp(body, publicRate) : body, limit),
  );
  return { job: toTransferJob(kept) };
}

/** What fails here is the sender's line. */
async function* arriving(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body;
  } catch {
    throw new Refusal("MALFORMED_REQUEST", { reason: "it broke off" });
  }
}

/**
 * Puts a file into the database as it comes; no more of it is in memory than is under way. One that is no text ends the job.
 *
 * @param limit Bytes of the file at most.
 * @param onProgress Told how many bytes are in the database.
 * @throws {Refusal} `PAYLOAD_TOO_LARGE`; `DATA_JOB_STATUS_CONFLICT` where the job does not wait for this upload any more.
 */
export async function keepFile(
  context: DataContext,
  job: Transfer,
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<Transfer> {
  const key = { siteId: job.site_id, id: job.id };
  const token = await beginUpload(context, job);
  const digest = createHash("sha256");
  const text = createTextCheck();
  let bytes = 0;
  let number = 0;
  try {
    for await (const piece of inPieces(chunks)) {
      bytes += piece.length;
      if (bytes > limit) throw new Refusal("PAYLOAD_TOO_LARGE", { limit });
      text.read(piece, number === 0);
      digest.update(piece);
      if (!(await insertUploadedPiece(context.db, key, token, number++, piece)))
        throw new Refusal("DATA_JOB_STATUS_CONFLICT");
      onProgress(bytes);
    }
    text.end();
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    return context.db.transaction().execute(async (tx) => {
      const failed = await failOpenTransfer(tx, job, error.message, context.now());
      await deletePieces(tx, key);
      return failed ? updateTransfer(tx, job, { failed_line: error.line }) : job;
    });
  }
  const file = { bytes, chunks: number, digest: digest.digest("base64url") };
  const row = await finishUpload(context.db, job, token, file, context.now());
  if (!row) throw new Refusal("DATA_JOB_STATUS_CONFLICT");
  return row;
}

/** @returns The upload's token: from now on this one counts, and no other. @throws {Refusal} `DATA_JOB_STATUS_CONFLICT` where the file is there already. */
async function beginUpload(context: DataContext, job: Transfer): Promise<string> {
  const token = randomUUID();
  await context.db.transaction().execute(async (tx) => {
    if (!(await claimUpload(tx, job, token, context.now()))) throw new Refusal("DATA_JOB_STATUS_CONFLICT");
    await deletePieces(tx, { siteId: job.site_id, id: job.id });
  });
  return token;
}

/** The same bytes in pieces of one size, but for the last. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (let chunk of chunks) {
    while (size + chunk.length >= pieceBytes) {
      const taken = chunk.subarray(0, pieceBytes - size);
      yield Buffer.concat([...parts, taken]);
      chunk = chunk.subarray(taken.length);
      parts = [];
      size = 0;
    }
    if (chunk.length > 0) parts.push(chunk);
    size += chunk.length;
  }
  if (size > 0) yield Buffer.concat(parts);
}
