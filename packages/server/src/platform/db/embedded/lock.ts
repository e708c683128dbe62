import fs from "node:fs";
import os from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { describeFileError, systemErrorCode } from "./engine-error.ts";

/**
 * Why SQLite, in a product that stores nothing in it: a lock must be free the moment its holder is killed, never be taken
 * twice at the same instant, and hold between two containers that share a folder, where process numbers mean nothing and
 * sockets are not shared. Only the kernel's file locks do all three. Node has no call for them, but the SQLite inside Node
 * takes one for `BEGIN EXCLUSIVE`, on an empty file that stays empty.
 */
export interface FileLock {
  /** Path of the holder's note. */
  readonly holderPath: string;
  release(): void;
}

/** Who holds a lock, as far as it left a note; for messages only. */
export interface LockHolder {
  pid: number;
  /** Name of the machine or container. */
  host: string;
}

/** A collected `DatabaseSync` closes its file and with it the lock, so held ones stay reachable from here. */
const openLocks = new Set<DatabaseSync>();

const sqliteBusy = 5;

/** Takes the lock on `path` (the file is made when missing), or answers undefined when any process, this one too, holds it. */
export function tryLock(path: string): FileLock | undefined {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  let file: DatabaseSync | undefined;
  try {
    // SQLite reports every refusal as one error; trying it ourselves says which. Only when the file is missing: POSIX drops
    // a process's locks on a file as soon as that process closes any descriptor of it.
    if (!fs.existsSync(path)) fs.closeSync(fs.openSync(path, fs.constants.O_CREAT | fs.constants.O_RDWR, 0o600));
    fs.accessSync(path, fs.constants.R_OK | fs.constants.W_OK);
    file = new DatabaseSync(path, { timeout: 0 });
    // With the journal in memory nothing is ever written, so that the lock works on a full disk and leaves no second file.
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

/** Best effort: the note serves messages only, and a full disk is no reason to refuse a start. */
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

/** The holder's note beside the lock; undefined when there is none (yet). */
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

/** `" (process 123)"`, `" (process 123 on web-2)"`, or nothing when the holder is not known. */
export function describeLockHolder(path: string): string {
  const holder = readLockHolder(path);
  if (!holder) return "";
  return ` (process ${holder.pid}${holder.host === os.hostname() ? "" : ` on ${holder.host}`})`;
}
