import { createBaseBackup } from "../platform/db/embedded/wal-archive.ts";
import type { JobHandler } from "../platform/jobs/job-queue.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { findBackupRun, updateBackupRun } from "./backup-runs-store.ts";
import { openBackupStore } from "./backup-store.ts";
import { type BackupProgress, createBackup } from "./create-backup.ts";

const progressIntervalMs = 1_000;

/** The job that creates the requested backup. */
export function backupJobHandler(context: ServerContext): JobHandler {
  const { db, now, site } = context;
  const fail = (reason?: string) =>
    updateBackupRun(db, site.id, { status: "FAILED", finished_at: now(), ...(reason !== undefined && { reason }) });
  return {
    async run(_key, signal) {
      const run = await findBackupRun(db, site.id);
      if (run?.status !== "WAITING" && run?.status !== "RUNNING") return undefined;
      await updateBackupRun(db, site.id, { status: "RUNNING", done_bytes: 0, total_bytes: 0 });
      try {
        await createBackup(context, {
          origin: run.origin,
          jobId: run.job_id,
          signal,
          onProgress: progressRecorder(context),
        });
      } catch (error) {
        const reason = reasonOf(error);
        // A cancellation has ended the run already.
        if (!signal.aborted) await updateBackupRun(db, site.id, { status: "WAITING", reason });
        throw error;
      }
      const reason = run.origin === "scheduled" ? await finishScheduledBackup(context, signal) : null;
      await updateBackupRun(db, site.id, { status: "COMPLETED", reason, finished_at: now() });
      return undefined;
    },
    onDeadLetter: () => fail(),
    async reopen(tx) {
      await updateBackupRun(tx, site.id, { status: "WAITING", finished_at: null });
      return true;
    },
    cancel: (tx) => updateBackupRun(tx, site.id, { status: "FAILED", finished_at: now(), reason: null }),
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 500) : String(error));

/**
 * Deletes old backups, and adds a base backup. A failure does not fail the job, because a retry would create another
 * backup of everything.
 *
 * @returns Why a step failed, if one did.
 */
async function finishScheduledBackup(context: ServerContext, signal: AbortSignal): Promise<string | null> {
  let reason: string | null = null;
  for (const step of [deleteOldBackups, createScheduledBase])
    try {
      await step(context, signal);
    } catch (error) {
      signal.throwIfAborted();
      reason ??= reasonOf(error);
      context.log.error({ event: "backup-unfinished", step: step.name, reason: reasonOf(error) }, "backup");
    }
  return reason;
}

/** Stores the progress at most once a second. */
function progressRecorder({ db, site, log }: ServerContext) {
  let storedAt = 0;
  return ({ done, total }: BackupProgress) => {
    if (performance.now() - storedAt < progressIntervalMs) return;
    storedAt = performance.now();
    updateBackupRun(db, site.id, { done_bytes: done, total_bytes: total }).catch((error: Error) =>
      log.warn({ event: "backup-progress-lost", reason: error.message }, "backup"),
    );
  };
}

/** Deletes scheduled backups beyond the number to keep. Requested ones stay. */
async function deleteOldBackups({ config, settings }: ServerContext): Promise<void> {
  const { backupsKept } = await settings.read();
  const store = openBackupStore(config);
  const scheduled = (await store.list()).filter(({ origin }) => origin === "scheduled");
  for (const { id } of scheduled.slice(backupsKept)) await store.remove(id);
}

/** Adds a base backup to the archive of the write-ahead log, if there is one. */
async function createScheduledBase({ config, settings }: ServerContext, signal: AbortSignal): Promise<void> {
  const { connection, walArchiveDir } = config;
  if (walArchiveDir === undefined || "connectionString" in connection) return;
  const { backupsKept } = await settings.read();
  await createBaseBackup(connection, walArchiveDir, backupsKept, signal);
}
