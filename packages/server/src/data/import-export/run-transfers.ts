import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import { isPermanentError, isStatementTimeout } from "../../platform/db/database.ts";
import { afterFailedAttempt } from "../../platform/jobs/retry-policy.ts";
import type { DataContext } from "../data-context.ts";
import { exportBatch } from "./export-batch.ts";
import { createFileReaders, type ReadRows } from "./file-readers.ts";
import { deleteChunks } from "./files/chunks-store.ts";
import { MalformedFile } from "./files/file-row.ts";
import { exportHookedBatch } from "./hooked-export.ts";
import { hookedBatchRows, importHookedBatch } from "./hooked-import.ts";
import { importBatch } from "./import-batch.ts";
import { hasHooks } from "./transfer-hooks.ts";
import {
  failOpenTransfer,
  findOpenTransfer,
  lockOpenTransfer,
  releaseTransfer,
  type Transfer,
  updateFailedTransfer,
  updateTransfer,
} from "./transfers-store.ts";

/** Lease of a job with hooks: longer than one batch may take. */
const leaseMs = 2 * 60_000;

export interface RunOptions {
  isClosing?: () => boolean;
  /** Runs only this job. Default: all jobs. */
  id?: string;
  onBatch?: (job: Transfer) => void;
}

/**
 * Runs imports and exports in turn, batch by batch, until none is left. Any number of processes may do so concurrently;
 * after a crash a job resumes after its last written batch. Each batch checks the caller's permissions again.
 *
 * @throws With `id`, an unexpected error of that job. Without, the job is attempted again later.
 */
export async function runTransfers(
  context: DataContext,
  { isClosing = () => false, id, onBatch = () => undefined }: RunOptions = {},
): Promise<void> {
  const readers = createFileReaders(context);
  try {
    while (!isClosing()) {
      const job = await findOpenTransfer(context.db, context.site.id, context.now(), id);
      if (!job) return;
      const after = await runBatch(context, job, readers, isClosing).catch(async (error: unknown) => {
        const failed = await recordFailedAttempt(context, job, error);
        if (id !== undefined) throw error;
        return failed;
      });
      // Another worker has the job.
      if (!after) return;
      onBatch(after);
    }
  } finally {
    await readers.close();
  }
}

type Readers = ReturnType<typeof createFileReaders>;

async function runBatch(
  context: DataContext,
  job: Transfer,
  readers: Readers,
  isClosing: () => boolean,
): Promise<Transfer | undefined> {
  try {
    if (await hasHooks(context, job)) return await runLeased(context, job, readers, isClosing);
    // Read before the transaction, which waits only for its own statements.
    const read = job.kind === "IMPORT" ? await readers.read(job) : undefined;
    return await context.db.transaction().execute(async (tx) => {
      const locked = await lockOpenTransfer(tx, job, context.now());
      if (!locked) return undefined;
      if (!read) return exportBatch(context, tx, locked);
      if (locked.byte_offset === job.byte_offset) return importBatch(context, tx, locked, read);
      await readers.drop(job.id);
      return locked;
    });
  } catch (error) {
    await readers.drop(job.id);
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return context.db.transaction().execute(async (tx) => {
      const failed = await failOpenTransfer(tx, job, reason, context.now());
      await deleteChunks(tx, { siteId: job.site_id, id: job.id });
      const line = error instanceof MalformedFile ? { failed_line: error.line } : {};
      return failed && updateTransfer(tx, job, { ...line, updated_at: context.now() });
    });
  }
}

/** Runs a batch with hooks while the job is leased to this worker. */
async function runLeased(
  context: DataContext,
  job: Transfer,
  readers: Readers,
  isClosing: () => boolean,
): Promise<Transfer | undefined> {
  const leased = await context.db.transaction().execute(async (tx) => {
    const locked = await lockOpenTransfer(tx, job, context.now());
    return locked && updateTransfer(tx, job, { leased_until: new Date(context.now().getTime() + leaseMs) });
  });
  if (!leased) return undefined;
  try {
    if (leased.kind === "EXPORT") return await exportHookedBatch(context, leased);
    const read: ReadRows = await readers.read(leased, hookedBatchRows);
    return await importHookedBatch(context, leased, read, isClosing);
  } finally {
    await releaseTransfer(context.db, leased).catch(() => undefined);
  }
}

/** The reason for a permanent failure; undefined for an unexpected error. */
function reasonOf(error: unknown): string | undefined {
  if (isStatementTimeout(error)) return new Refusal("QUERY_TOO_SLOW").message;
  if (isPermanentError(error)) return "The database rejected the data.";
  const isExpected = error instanceof Refusal || error instanceof InvalidArguments || error instanceof MalformedFile;
  return isExpected ? error.message : undefined;
}

/**
 * Schedules an import or export for another attempt after an unexpected error, or fails it after the last.
 *
 * @returns The job; undefined when it has ended, or another worker has made progress since.
 */
async function recordFailedAttempt(context: DataContext, job: Transfer, error: unknown): Promise<Transfer | undefined> {
  const { site_id: siteId, id, kind, collection_id: collectionId } = job;
  const at = context.now();
  const failure = afterFailedAttempt(job, error, at);
  const { attempts, last_error: reason, next_attempt_at: nextAttempt } = failure;
  const isDeadLettered = nextAttempt === null;
  const after = await context.db.transaction().execute(async (tx) => {
    const updated = await updateFailedTransfer(tx, job, failure, at);
    if (!updated || !isDeadLettered) return updated;
    await deleteChunks(tx, { siteId, id });
    const message = `It failed unexpectedly ${attempts} times and was stopped. The server's log has the cause.`;
    return failOpenTransfer(tx, job, message, at);
  });
  const entry = { event: "data-transfer-failed", id, kind, collectionId, attempts, reason, parked: isDeadLettered };
  if (after) context.log[isDeadLettered ? "error" : "warn"](entry, "imports and exports of items");
  return after;
}
