import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type DataJob,
  type DataJobNote,
  type ImportOptions,
  maxImportFileBytes,
  maxStoredNotes,
} from "@porchlight/contract/data/import-export/data-job";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type RunAgain, startJobQueue } from "../../platform/jobs/job-queue.ts";
import type { DataContext } from "../data-context.ts";
import { callerKeyOf } from "../permissions/access.ts";
import { runTransfer } from "./run-transfer.ts";
import { createImport } from "./start-transfer.ts";
import { findNotes, findTransfer, findUnfinishedImport, type Transfer, toTransferJob } from "./transfers-store.ts";
import { storeFile } from "./upload-file.ts";

/** How often the job's progress is checked. */
const pollIntervalMs = 200;
const leaveToServer: RunAgain = { afterSeconds: 2 };

export interface ImportFileProgress {
  /** Bytes stored in the database. */
  onRead?: (bytes: number, total: number) => void;
  /** Bytes of imported rows. */
  onImported?: (bytes: number, total: number) => void;
  /** An interrupted import resumes after this number of rows. */
  onResumed?: (rows: number) => void;
}

/**
 * Imports a local file and waits until it is done. An interrupted import resumes in any
 * process that uses the same database.
 *
 * @throws {Refusal} as {@link createImport}; `PAYLOAD_TOO_LARGE`.
 */
export async function importItemsFile(
  context: DataContext,
  caller: Caller,
  path: string,
  body: { dataCollectionId: string } & ImportOptions,
  { onRead, onImported, onResumed }: ImportFileProgress = {},
): Promise<{ job: DataJob; notes: DataJobNote[] }> {
  const { size } = await stat(path);
  if (size > maxImportFileBytes) throw new Refusal("PAYLOAD_TOO_LARGE", { limit: maxImportFileBytes });
  const { dataCollectionId, ...options } = body;
  const search = { callerKey: callerKeyOf(context, caller), collectionId: dataCollectionId, options };
  const digest = await digestOf(path);
  const unfinished = await findUnfinishedImport(context.db, context.site.id, { ...search, digest });
  if (unfinished) onResumed?.(unfinished.rows);
  const id = unfinished?.id ?? (await upload());
  let failure: { error: unknown } | undefined;
  const run = async (key: string, signal: AbortSignal) => {
    // Only the server has the site's hooks, which other jobs require.
    if (key !== id) return leaveToServer;
    return runTransfer(context, key, signal).catch((error: unknown) => {
      failure = { error };
      throw error;
    });
  };
  const queue = await startJobQueue(context.db, context.log, { "import-export": { run } });
  try {
    for (;;) {
      const job = await requireJob(id);
      if (job.status === "COMPLETED" || job.status === "FAILED") {
        const notes = await findNotes(context.db, job, { limit: maxStoredNotes, offset: 0 });
        return { job: toTransferJob(job), notes };
      }
      if (failure) throw failure.error;
      reportProgress(job);
      await sleep(pollIntervalMs);
    }
  } finally {
    await queue.close();
  }

  function reportProgress(job: Transfer): void {
    onImported?.(job.byte_offset, job.bytes ?? size);
  }

  async function requireJob(jobId: string): Promise<Transfer> {
    const job = await findTransfer(context.db, context.site.id, jobId);
    if (!job) throw new Refusal("DATA_JOB_NOT_FOUND");
    return job;
  }

  async function upload(): Promise<string> {
    const job = await createImport(context, caller, body);
    await storeFile(context, job, createReadStream(path), maxImportFileBytes, (bytes) => onRead?.(bytes, size));
    return job.id;
  }
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest("base64url");
}
