import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** A backup in the folder of backups. */
export interface BackupFile {
  /** File name. */
  id: string;
  createdAt: Date;
  origin: BackupOrigin;
  /** Bytes. */
  size: number;
}

/** Whether a person requested a backup, or the schedule. */
export type BackupOrigin = "manual" | "scheduled";

const namePattern = /^porchlight-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(manual|scheduled)\.tar(?:\.age)?$/;

/** The file name of a backup. */
export const backupName = (createdAt: Date, origin: BackupOrigin, isEncrypted: boolean): string =>
  `porchlight-${createdAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z-${origin}.tar${isEncrypted ? ".age" : ""}`;

/** The backups in a folder, newest first. There are none in a missing folder. */
export async function listBackupFiles(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = await Promise.all(names.map((name) => findBackupFile(folder, name)));
  return files.filter((file) => file !== undefined).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** When and why the backup with this file name was created; undefined if it cannot be that of a backup. */
export function parseBackupName(name: string): Pick<BackupFile, "createdAt" | "origin"> | undefined {
  const [, year, month, day, hour, minute, second, origin] = namePattern.exec(name) ?? [];
  if (year === undefined) return undefined;
  const createdAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return { createdAt, origin: origin as BackupOrigin };
}

/** The backup with this file name. */
export async function findBackupFile(folder: string, name: string): Promise<BackupFile | undefined> {
  const parsed = parseBackupName(name);
  const found = parsed && (await stat(join(folder, name)).catch(() => undefined));
  return found?.isFile() ? { id: name, size: found.size, ...parsed! } : undefined;
}

/** Deletes a backup, if it exists. */
export const deleteBackupFile = (folder: string, { id }: Pick<BackupFile, "id">): Promise<void> =>
  rm(join(folder, id), { force: true });

/** A backup takes at most as long as its job may. */
const maxDurationMs = 12 * 60 * 60_000;

/** Prefix of the files of a backup in progress. */
export const partialPrefix = ".partial-";

/** Deletes what interrupted backups have left: those of this job, and old ones of others. */
export async function deletePartialFiles(folder: string, jobId: string): Promise<void> {
  const deletedBefore = Date.now() - maxDurationMs;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(partialPrefix)) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    const isOwn = name === `${partialPrefix}${jobId}`;
    if (found && (isOwn || found.mtimeMs < deletedBefore)) await rm(join(folder, name), { force: true });
  }
}

/** A backup in progress writes to its file more often than this. */
const abandonedAfterMs = 60 * 60_000;

/** Deletes partial backups that killed commands left in the folder. Operators choose the names of these backups. */
export async function deletePartialCopies(folder: string): Promise<void> {
  const isPartial = (name: string) => /\.tar(?:\.age)?\.[0-9a-f-]{36}\.partial$/.test(name);
  for (const name of (await readdir(folder).catch(() => [])).filter(isPartial)) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - abandonedAfterMs) await rm(join(folder, name), { force: true });
  }
}

const dayMs = 24 * 60 * 60_000;
const maxAgeMs = 7 * dayMs;

/** Whether the newest backup is missing or older than seven days. */
export const isBackupOverdue = (newest: BackupFile | undefined, now: Date): boolean =>
  newest === undefined || now.getTime() - newest.createdAt.getTime() > maxAgeMs;
