import { type Selectable, sql } from "kysely";
import type { DbOrTx } from "../platform/db/database.ts";
import type { Tables } from "../platform/db/tables/tables.ts";
import { enqueueJob } from "../platform/jobs/jobs-store.ts";
import type { BackupOrigin } from "./backup-folder.ts";

/** The last requested backup. */
export type BackupRun = Omit<Selectable<Tables["backup_runs"]>, "done_bytes" | "total_bytes"> & {
  done_bytes: number;
  total_bytes: number;
};

/** Key of the job: there is one backup at a time. */
export const backupKey = "backup";

export async function findBackupRun(db: DbOrTx, siteId: string): Promise<BackupRun | undefined> {
  const { rows } = await sql<BackupRun>`
    select *, done_bytes::float8 as done_bytes, total_bytes::float8 as total_bytes
    from backup_runs where site_id = ${siteId}`.execute(db);
  return rows[0];
}

/** Queues a backup, unless one is waiting or running. @returns Whether it was queued. */
export async function insertBackupRun(
  tx: DbOrTx,
  { siteId, jobId, origin, at }: { siteId: string; jobId: string; origin: BackupOrigin; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into backup_runs as run (site_id, job_id, origin, status, created_at)
    values (${siteId}, ${jobId}, ${origin}, 'WAITING', ${at})
    on conflict (site_id) do update
    set job_id = excluded.job_id, origin = excluded.origin, status = 'WAITING', done_bytes = 0, total_bytes = 0,
      reason = null, created_at = excluded.created_at, finished_at = null
    where run.status not in ('WAITING', 'RUNNING')`.execute(tx);
  if (numAffectedRows === 0n) return false;
  await enqueueJob(tx, siteId, "backup", backupKey, { id: jobId });
  return true;
}

/** Changes the last requested backup. */
export async function updateBackupRun(
  db: DbOrTx,
  siteId: string,
  change: Partial<Pick<BackupRun, "status" | "done_bytes" | "total_bytes" | "reason" | "finished_at">>,
): Promise<void> {
  await db.updateTable("backup_runs").set(change).where("site_id", "=", siteId).execute();
}

/** When the next scheduled backup is due. */
export async function findBackupSchedule(
  db: DbOrTx,
  siteId: string,
): Promise<{ schedule: string; due_at: Date } | undefined> {
  return db
    .selectFrom("backup_schedules")
    .select(["schedule", "due_at"])
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** Stores when the next scheduled backup is due. @param formerDueAt Of several nodes, one may replace this time. */
export async function upsertBackupSchedule(
  tx: DbOrTx,
  siteId: string,
  { schedule, dueAt, formerDueAt }: { schedule: string; dueAt: Date; formerDueAt: Date | undefined },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into backup_schedules as stored (site_id, schedule, due_at) values (${siteId}, ${schedule}, ${dueAt})
    on conflict (site_id) do update set schedule = excluded.schedule, due_at = excluded.due_at
    where stored.due_at = ${formerDueAt ?? null}::timestamptz or ${formerDueAt === undefined}`.execute(tx);
  return numAffectedRows === 1n;
}

/** The files of the media library of all sites; `siteId` is null for the main site. */
export async function findMediaFiles(db: DbOrTx): Promise<{ id: string; siteId: string | null }[]> {
  const rows = await db
    .selectFrom("media_files")
    .innerJoin("sites", "sites.id", "media_files.site_id")
    .select(["media_files.id", "site_id", "url"])
    .execute();
  return rows.map(({ id, site_id, url }) => ({ id, siteId: url === null ? null : site_id }));
}
