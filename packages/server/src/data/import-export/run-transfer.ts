import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import { isPermanentError, isStatementTimeout } from "../../platform/db/database.ts";
import { type RunAgain, runAgain } from "../../platform/jobs/job-queue.ts";
import type { DataContext } from "../data-context.ts";
import { exportBatch } from "./export-batch.ts";
import { createFileReader, type FileReader } from "./file-reader.ts";
import { deleteChunks } from "./files/chunks-store.ts";
import { MalformedFile } from "./files/file-row.ts";
import { exportHookedBatch } from "./hooked-export.ts";
import { hookedBatchRows, importHookedBatch } from "./hooked-import.ts";
import { importBatch } from "./import-batch.ts";
import { hasHooks } from "./transfer-hooks.ts";
import { failOpenTransfer, findTransfer, lockOpenTransfer, type Transfer, updateTransfer } from "./transfers-store.ts";

/** Time after which the job is queued behind other waiting imports and exports. */
const sliceMs = 2_000;

/**
 * Runs an import or export batch by batch, each with the current permissions of its caller. After a crash it continues
 * after its last written batch.
 *
 * @returns Set if the job is unfinished and must run again.
 */
export async function runTransfer(
  context: DataContext,
  id: string,
  signal: AbortSignal,
): Promise<RunAgain | undefined> {
  const startedAt = performance.now();
  const { db, site } = context;
  const reader = createFileReader(db);
  let first: Transfer | undefined;
  try {
    for (;;) {
      const job = await findTransfer(db, site.id, id);
      if (!job || !isOpen(job)) return undefined;
      first ??= job;
      if (signal.aborted || performance.now() - startedAt > sliceMs) return runAgain;
      await runBatch(context, job, reader, signal);
    }
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== undefined) {
      await endTransfer(context, id, reason, error instanceof MalformedFile ? error.line : null);
      return undefined;
    }
    const job = await findTransfer(db, site.id, id);
    // Attempts are counted since the last progress.
    if (!first || !job || job.rows === first.rows) throw error;
    return runAgain;
  } finally {
    await reader.close();
  }
}

const isOpen = ({ status }: Transfer): boolean => status === "NEW" || status === "RUNNING";

async function runBatch(context: DataContext, job: Transfer, reader: FileReader, signal: AbortSignal): Promise<void> {
  if (!job.options.dryRun && (await hasHooks(context, job))) {
    if (job.kind === "EXPORT") await exportHookedBatch(context, job);
    else await importHookedBatch(context, job, await reader.read(job, hookedBatchRows), signal);
    return;
  }
  // Read before the transaction, which must not wait for anything but its own statements.
  const read = job.kind === "IMPORT" ? await reader.read(job) : undefined;
  await context.db.transaction().execute(async (tx) => {
    const locked = await lockOpenTransfer(tx, job);
    if (!locked) return;
    if (read) await importBatch(context, tx, locked, read);
    else await exportBatch(context, tx, locked);
  });
}

/** The reason for a permanent failure; undefined for an unexpected error. */
function reasonOf(error: unknown): string | undefined {
  if (isStatementTimeout(error)) return new Refusal("QUERY_TOO_SLOW").message;
  if (isPermanentError(error)) return "The database rejected the data.";
  const isExpected = error instanceof Refusal || error instanceof InvalidArguments || error instanceof MalformedFile;
  return isExpected ? error.message : undefined;
}

/** Fails a job, unless it has ended, and deletes its file. */
async function endTransfer(context: DataContext, id: string, reason: string, failedLine: number | null): Promise<void> {
  const key = { site_id: context.site.id, id };
  await context.db.transaction().execute(async (tx) => {
    const failed = await failOpenTransfer(tx, key, reason, context.now());
    await deleteChunks(tx, { siteId: key.site_id, id });
    if (failed) await updateTransfer(tx, key, { failed_line: failedLine });
  });
}

/** Fails a job after its last attempt. Its file is retained for a day, so that the owner can retry it. */
export async function failTransfer(context: DataContext, id: string, attempts: number): Promise<void> {
  const reason = `It failed unexpectedly ${attempts} times and was stopped. The server's log has the cause.`;
  await failOpenTransfer(context.db, { site_id: context.site.id, id }, reason, context.now());
}
