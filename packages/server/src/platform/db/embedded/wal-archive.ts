import { createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { startBaseBackup } from "./base-backup.ts";

/** A base backup in an archive, from which the database of any later time can be restored. */
export interface BaseBackup {
  name: string;
  createdAt: Date;
  /** The first WAL segment that it needs. */
  firstSegment: string;
}

const basePattern = /^base-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9A-F]{24})\.tar\.gz$/;
const walPattern = /^[0-9A-F]{8}([0-9A-F]{16})(?:\.[0-9A-F]{8}\.backup|\.partial)?$/;

const quote = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'`;

/** Settings that copy each completed WAL segment into a folder. The copy is atomic and on the disk. */
export function archiveSettings(folder: string): Record<string, string> {
  const file = `${quote(folder)}/%f`;
  return {
    archive_mode: "on",
    // After a crash, PostgreSQL may archive a file again. Another file of the same name is never overwritten.
    archive_command: `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.new && sync ${file}.new && mv ${file}.new ${file}; fi`,
    // A file is completed at least once a minute: what can be lost with the disk of the database.
    archive_timeout: "60s",
  };
}

/** Settings that restore the database as of a time. Default: the end of the archive. */
export function recoverySettings(folder: string, time: Date | undefined): Record<string, string> {
  return {
    restore_command: `cp ${quote(folder)}/%f %p`,
    // Abbreviations of time zones, such as Z, are unknown when PostgreSQL reads its settings.
    ...(time && {
      recovery_target_time: time.toISOString().replace("Z", "+00"),
      recovery_target_action: "promote",
    }),
  };
}

/** The base backups of an archive, newest first. */
export async function listBaseBackups(folder: string): Promise<BaseBackup[]> {
  const names = await fs.readdir(folder).catch(() => []);
  const backups = names.flatMap((name): BaseBackup[] => {
    const [, year, month, day, hour, minute, second, firstSegment] = basePattern.exec(name) ?? [];
    if (firstSegment === undefined) return [];
    return [{ name, createdAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), firstSegment }];
  });
  return backups.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/**
 * Adds a base backup to an archive, and deletes old ones with the WAL segments that only they need.
 *
 * @param count The number of base backups to retain.
 */
export async function createBaseBackup(
  connection: pg.ClientConfig & { host: string },
  folder: string,
  count: number,
  signal = new AbortController().signal,
): Promise<BaseBackup> {
  const firstSegment = await readCurrentSegment(connection);
  const partial = join(folder, ".base-partial");
  try {
    const { archive } = await startBaseBackup(connection, signal);
    await pipeline(archive, createGzip(), createWriteStream(partial, { mode: 0o600, flush: true }), { signal });
    // Recovery must reach the end of the backup, so the target has to be later.
    const createdAt = new Date(Math.ceil(Date.now() / 1000) * 1000);
    const name = `base-${createdAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z-${firstSegment}.tar.gz`;
    await fs.rename(partial, join(folder, name));
    await deleteOldSegments(folder, count);
    return { name, createdAt, firstSegment };
  } finally {
    await fs.rm(partial, { force: true });
  }
}

async function readCurrentSegment(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>("select pg_walfile_name(pg_current_wal_lsn()) as name");
    return rows[0]!.name;
  } finally {
    await client.end();
  }
}

/** The number of a WAL segment, without its timeline, as in the program pg_archivecleanup. */
const segmentNumberOf = (name: string): string | undefined => walPattern.exec(name)?.[1];

async function deleteOldSegments(folder: string, count: number): Promise<void> {
  const backups = await listBaseBackups(folder);
  for (const { name } of backups.slice(count)) await fs.rm(join(folder, name), { force: true });
  const oldest = segmentNumberOf(backups.slice(0, count).at(-1)!.firstSegment)!;
  for (const name of await fs.readdir(folder)) {
    const number = segmentNumberOf(name);
    if (number !== undefined && number < oldest) await fs.rm(join(folder, name), { force: true });
  }
}
