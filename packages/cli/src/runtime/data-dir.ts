import fs from "node:fs";
import path from "node:path";
import { Failure } from "./errors/failure.ts";

/**
 * Creates the data folder and its parents.
 *
 * @throws {Failure} if it cannot be created.
 */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(path.resolve(dataDir));
  } catch (error) {
    throw describeFileFailure(dataDir, error);
  }
}

/** `recursive: true` loops forever in a folder that reports new entries as missing (`/proc`). */
function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const around = path.dirname(folder);
  if (around !== folder) makeFolder(around);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !fs.statSync(folder).isDirectory()) throw error;
  }
}

/** Whether the folder contains an embedded database. */
export function hasDatabase(dataDir: string): boolean {
  return fs.existsSync(path.join(dataDir, "postgres", "data", "PG_VERSION"));
}

/**
 * Requires a site in the data folder, or one that a server is about to create, without creating anything.
 *
 * @throws {Failure} if there is none.
 */
export function requireData(dataDir: string): void {
  const hasBegun = hasDatabase(dataDir) || fs.existsSync(path.join(dataDir, "server.lock"));
  if (hasBegun || isClosed(dataDir)) return;
  throw new Failure(
    `There is no site in "${path.resolve(dataDir)}". If it is somewhere else, name its folder with --data-dir or DATA_DIR; this begins a new one: porchlight start`,
  );
}

/** Whether the folder cannot be read; a later access reports the reason. */
function isClosed(dataDir: string): boolean {
  try {
    fs.readdirSync(dataDir);
    return false;
  } catch (error) {
    return codeOf(error) !== "ENOENT";
  }
}

/** Describes in one sentence why `shown` could not be created, read or written. */
export function describeFileFailure(shown: string, error: unknown): Failure {
  const code = codeOf(error);
  if (code === "EACCES" || code === "EPERM") {
    return new Failure(
      `This user may not read and write "${shown}". Change its owner, or choose another folder with --data-dir.`,
      { cause: error },
    );
  }
  if (code === "EROFS") {
    return new Failure(`"${shown}" lies on a read-only disk. Choose another folder with --data-dir.`, { cause: error });
  }
  if (code === "ENOTDIR" || code === "EEXIST" || code === "EISDIR") {
    return new Failure(
      `"${shown}" cannot be used as a folder, because a file of that name is in the way. Choose another folder with --data-dir.`,
      {
        cause: error,
      },
    );
  }
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new Failure(`There is no space left for "${shown}". Free some space on that disk, then start again.`, {
      cause: error,
    });
  }
  return new Failure(`"${shown}" cannot be used (${error instanceof Error ? error.message : String(error)}).`, {
    cause: error,
  });
}

/** The code of a system error (`EACCES`), or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
