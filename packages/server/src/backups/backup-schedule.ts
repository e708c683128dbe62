import { newId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { SettingValues } from "../platform/settings/settings.ts";
import { toInstant } from "../platform/settings/time-zone.ts";
import { findBackupSchedule, insertBackupRun, upsertBackupSchedule } from "./backup-runs-store.ts";

/** The settings that decide when backups are created. */
export type BackupScheduleSettings = Pick<SettingValues, "backupSchedule" | "backupTime" | "backupWeekday">;

const dayMs = 24 * 60 * 60_000;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** The first time after `moment` at which a backup is due; undefined without a schedule. */
export function nextBackupAt(
  moment: Date,
  { backupSchedule, backupTime, backupWeekday }: BackupScheduleSettings,
  timeZone: string,
): Date | undefined {
  if (backupSchedule === "off") return undefined;
  const localDay = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(moment);
  const start = new Date(`${localDay}T00:00Z`).getTime();
  const days = Array.from({ length: 9 }, (_, index) => new Date(start + index * dayMs));
  return days
    .filter((day) => backupSchedule === "daily" || weekdays[day.getUTCDay()] === backupWeekday)
    .map((day) => toInstant(`${day.toISOString().slice(0, 10)}T${backupTime}`, timeZone))
    .find((due) => due > moment);
}

/**
 * Queues the scheduled backup if it is due. One that was missed while no server ran is queued at the next start; a new
 * schedule starts with its next time. Several nodes may call it.
 */
export async function enqueueDueBackup(context: ServerContext): Promise<void> {
  const { db, site, settings, now } = context;
  const values = await settings.read();
  const at = now();
  const dueAt = nextBackupAt(at, values, site.timeZone);
  if (!dueAt) return;
  const schedule = [values.backupSchedule, values.backupTime, values.backupWeekday, site.timeZone].join(" ");
  const stored = await findBackupSchedule(db, site.id);
  if (stored?.schedule === schedule && stored.due_at > at) return;
  const isQueued = await db.transaction().execute(async (tx) => {
    const isFirst = await upsertBackupSchedule(tx, site.id, { schedule, dueAt, formerDueAt: stored?.due_at });
    if (!isFirst || stored?.schedule !== schedule) return false;
    return insertBackupRun(tx, { siteId: site.id, jobId: newId(at.getTime()), origin: "scheduled", at });
  });
  if (isQueued) context.wakeJobs("backup");
}
