import fs from "node:fs";
import os from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { describeFileError, systemErrorCode } from "./engine-error.ts";

/**
 * An exclusive file lock, taken through SQLite: it must be released when its holder is killed, be atomic, and work
 * between containers that share a folder. Only kernel file locks do all three. Node has no API for them, but its SQLite
 * takes one for `BEGIN EXCLUSIVE`, on a file that stays empty.
 */
export interface FileLock {
  /** Path of the file that names the holder. */
  readonly holderPath: string;
  release(): void;
}

/** Holder of a lock, for messages only. */
export interface LockHolder {
  pid: number;
  /** Name of the machine or container. */
  host: string;
}

/** Prevents garbage collection, which would release the lock. */
const openLocks = new Set<DatabaseSync>();

const sqliteBusy = 5;

/** Locks `path`, which is created if missing. @returns undefined if any process, this one included, holds the lock. */
export function tryLock(path: string): FileLock | undefined {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  let file: DatabaseSync | undefined;
  try {
    // For a precise error, which SQLite does not report. Only if the file is missing, because POSIX releases the locks
    // of a process on a file when the process closes any of its descriptors.
    if (!fs.existsSync(path)) fs.closeSync(fs.openSync(path, fs.constants.O_CREAT | fs.constants.O_RDWR, 0o600));
    fs.accessSync(path, fs.constants.R_OK | fs.constants.W_OK);
    file = new DatabaseSync(path, { timeout: 0 });
    // Nothing is written with the journal in memory, so that the lock works on a full disk.
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    file?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) return undefined;
    throw describeFileError(path, error);
  }
  const lock = file;
  openLocks.add(lock);
  writeHolder(path);
  return {
    holderPath: holderPathOf(path),
    release() {
      if (!openLocks.delete(lock)) return;
      lock.close();
    },
  };
}

function holderPathOf(path: string): string {
  return `${path}.holder`;
}

/** Best effort, because it is for messages only. */
function writeHolder(path: string): void {
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = fs.constants;
  try {
    const descriptor = fs.openSync(holderPathOf(path), O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY, 0o600);
    try {
      fs.writeSync(descriptor, JSON.stringify({ pid: process.pid, host: os.hostname() }));
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
  }
}

export function readLockHolder(path: string): LockHolder | undefined {
  try {
    const holder: unknown = JSON.parse(fs.readFileSync(holderPathOf(path), "utf8"));
    if (typeof holder !== "object" || holder === null || !("pid" in holder) || !("host" in holder)) return undefined;
    return { pid: Number(holder.pid), host: String(holder.host) };
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** `" (process 123)"`, `" (process 123 on web-2)"`, or nothing if the holder is unknown. */
export function describeLockHolder(path: string): string {
  const holder = readLockHolder(path);
  if (!holder) return "";
  return ` (process ${holder.pid}${holder.host === os.hostname() ? "" : ` on ${holder.host}`})`;
}
