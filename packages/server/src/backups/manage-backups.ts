import { Readable } from "node:stream";
import type {
  BackupDownloadLink,
  CreateBackupResponse,
  ListBackupsResponse,
  Backup as WireBackup,
  BackupRun as WireRun,
} from "@porchlight/contract/site/backup";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import { allowsAccess, signAccess } from "../platform/crypto/secrets.ts";
import { newId } from "../platform/db/ids.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { BackupFile } from "./backup-folder.ts";
import { type BackupRun, findBackupRun, insertBackupRun } from "./backup-runs-store.ts";
import { nextBackupAt } from "./backup-schedule.ts";
import { type BackupStore, openBackupStore } from "./backup-store.ts";
import { databaseKindOf } from "./create-backup.ts";

/** The backups of this server, and the state of the last requested one. @throws {Refusal} `NOT_ALLOWED`. */
export async function listBackups(context: ServerContext, caller: Caller): Promise<ListBackupsResponse> {
  requireOwner(caller);
  const { db, site, config, settings } = context;
  const [files, run, values] = await Promise.all([
    requireStore(context, (store) => store.list()),
    findBackupRun(db, site.id),
    settings.read(),
  ]);
  const nextAt = nextBackupAt(context.now(), values, site.timeZone);
  return {
    backups: files.map(toWireBackup),
    ...(run && { run: toWireRun(run) }),
    folder: openBackupStore(config).location,
    files: config.mediaS3 ? "bucket" : "included",
    database: databaseKindOf(config.connection),
    ...(nextAt && { nextDate: nextAt.toISOString() }),
  };
}

/**
 * Queues a backup, which contains all sites.
 *
 * @throws {Refusal} `NOT_ALLOWED`, also for sites other than the main site; `BACKUP_RUNNING` if one is waiting or
 * running.
 */
export async function requestBackup(context: ServerContext, caller: Caller): Promise<CreateBackupResponse> {
  requireOwner(caller);
  const { db, site, now } = context;
  if (!site.isMain) throw new Refusal("NOT_ALLOWED");
  const at = now();
  await db.transaction().execute(async (tx) => {
    const run = { siteId: site.id, jobId: newId(at.getTime()), origin: "manual", at } as const;
    if (!(await insertBackupRun(tx, run))) throw new Refusal("BACKUP_RUNNING");
    await recordAuditEvent(tx, context, "backup-requested", { by: caller });
  });
  context.wakeJobs("backup");
  return { run: toWireRun((await findBackupRun(db, site.id))!) };
}

/** Deletes a backup. @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`. */
export async function deleteBackup(context: ServerContext, caller: Caller, id: string): Promise<void> {
  requireOwner(caller);
  await requireBackup(context, id);
  await recordAuditEvent(context.db, context, "backup-deleted", { by: caller, details: { name: id } });
  await requireStore(context, (store) => store.remove(id));
}

const linkTtlMs = 5 * 60_000;

/**
 * A link to the file of a backup, for people who have just proved their identity.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `NOT_FOUND`.
 */
export async function createBackupLink(
  context: ServerContext,
  caller: Caller,
  id: string,
): Promise<BackupDownloadLink> {
  requireOwner(caller);
  await requireBackup(context, id);
  await recordAuditEvent(context.db, context, "backup-downloaded", { by: caller, details: { name: id } });
  const token = signAccess(context, "backup", id, linkTtlMs);
  return {
    url: `${context.config.publicUrl}${backupPath}/${id}/file?token=${token}`,
    expiresDate: new Date(context.now().getTime() + linkTtlMs).toISOString(),
  };
}

/** Path of the backups. */
export const backupPath = "/_api/porchlight/v1/site/backups";

/**
 * The file of a backup for the holder of a link. `open` opens it until it has been read or `signal` aborts.
 *
 * @throws {Refusal} `DOWNLOAD_LINK_INVALID`, `NOT_FOUND`.
 */
export async function downloadBackup(
  context: ServerContext,
  id: string,
  token: string,
): Promise<{ headers: Record<string, string>; open(signal: AbortSignal): Promise<ReadableStream> }> {
  if (!allowsAccess(context, "backup", id, token)) throw new Refusal("DOWNLOAD_LINK_INVALID");
  const { size } = await requireBackup(context, id);
  return {
    headers: {
      "content-type": id.endsWith(".tar") ? "application/x-tar" : "application/octet-stream",
      "content-length": String(size),
      "content-disposition": `attachment; filename="${id}"`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
    async open(signal) {
      return Readable.toWeb(await requireStore(context, (store) => store.read(id, signal))) as ReadableStream;
    },
  };
}

async function requireBackup(context: ServerContext, id: string): Promise<BackupFile> {
  const backup = await requireStore(context, (store) => store.find(id));
  if (!backup) throw new Refusal("NOT_FOUND");
  return backup;
}

const retrySeconds = 5;

/** Uses the folder or bucket of the backups. @throws {Refusal} `UNAVAILABLE` if it cannot be used. */
async function requireStore<T>({ config, log }: ServerContext, use: (store: BackupStore) => Promise<T>): Promise<T> {
  const store = openBackupStore(config);
  try {
    return await use(store);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ event: "backups-unavailable", location: store.location, reason }, "backup");
    throw new Refusal("UNAVAILABLE", {}, retrySeconds);
  }
}

const toWireBackup = ({ createdAt, ...backup }: BackupFile): WireBackup => ({
  ...backup,
  createdDate: createdAt.toISOString(),
});

const toWireRun = (run: BackupRun): WireRun => ({
  jobId: run.job_id,
  origin: run.origin,
  status: run.status,
  done: run.done_bytes,
  total: run.total_bytes,
  reason: run.reason,
  createdDate: run.created_at.toISOString(),
  finishedDate: run.finished_at?.toISOString() ?? null,
});
