import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import { isPermanentError, isStatementTimeout } from "../../platform/db/database.ts";
import { afterFailedAttempt } from "../../platform/jobs/retry-policy.ts";
import type { DataContext } from "../data-context.ts";
import { exportBatch } from "./export-batch.ts";
import { createFileReaders, type ReadRows } from "./file-readers.ts";
import { deletePieces } from "./files/chunks-store.ts";
import { MalformedFile } from "./files/file-row.ts";
import { meetsHooks } from "./transfer-hooks.ts";
import { exportHookedBatch } from "./hooked-export.ts";
import { hookedRows, importHookedBatch } from "./hooked-import.ts";
import { importBatch } from "./import-batch.ts";
import {
  failOpenTransfer,
  findOpenTransfer,
  lockOpenTransfer,
  releaseTransfer,
  type Transfer,
  updateFailedTransfer,
  updateTransfer,
} from "./transfers-store.ts";

/** Nobody else takes up a job whose items meet hooks for this long: longer than one batch may take. */
const leaseMs = 2 * 60_000;

export interface RunOptions {
  isClosing?: () => boolean;
  /** Of the one job that is meant; all unless given. */
  id?: string;
  onBatch?: (job: Transfer) => void;
}

/**
 * Carries out imports and exports, batch by batch in turns, until none waits. Any number of servers and commands may do so at once; one
 * that dies leaves a job at the last batch that was written. Each batch asks anew what the one who began it may do.
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
      // Somebody else is at it.
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
    if (await meetsHooks(context, job)) return await runLeased(context, job, readers, isClosing);
    // Read before the transaction, which waits for nothing but its own statements.
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
      await deletePieces(tx, { siteId: job.site_id, id: job.id });
      const line = error instanceof MalformedFile ? { failed_line: error.line } : {};
      return failed && updateTransfer(tx, job, { ...line, updated_at: context.now() });
    });
  }
}

/** A batch of a job whose items meet hooks, which nobody else is at meanwhile. */
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
    const read: ReadRows = await readers.read(leased, hookedRows);
    return await importHookedBatch(context, leased, read, isClosing);
  } finally {
    await releaseTransfer(context.db, leased).catch(() => undefined);
  }
}

/** What the caller may not do any more, a collection that is gone, a file that is none; undefined for an unexpected error. */
function reasonOf(error: unknown): string | undefined {
  if (isStatementTimeout(error)) return new Refusal("QUERY_TOO_SLOW").message;
  if (isPermanentError(error)) return "The database does not take it.";
  const isTold = error instanceof Refusal || error instanceof InvalidArguments || error instanceof MalformedFile;
  return isTold ? error.message : undefined;
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
  const parked = nextAttempt === null;
  const after = await context.db.transaction().execute(async (tx) => {
    const updated = await updateFailedTransfer(tx, job, failure, at);
    if (!updated || !parked) return updated;
    await deletePieces(tx, { siteId, id });
    const sentence = `It failed unexpectedly ${attempts} times and was stopped. The server's log has the cause.`;
    return failOpenTransfer(tx, job, sentence, at);
  });
  const entry = { event: "data-transfer-failed", id, kind, collectionId, attempts, reason, parked };
  if (after) context.log[parked ? "error" : "warn"](entry, "imports and exports of items");
  return after;
}
