/** What went wrong; closed, so that a `switch` over it is checked. */
export type EngineErrorCode =
  /** Another Porchlight server uses the data folder. */
  | "LOCKED"
  /** A Porchlight command holds the engine longer than a start waits, or its engine cannot be reached from here. */
  | "BUSY"
  /** The data folder cannot be made, read or written by this user. */
  | "UNWRITABLE"
  | "DISK_FULL"
  /** No engine of this package runs on this machine, or not as this user. */
  | "UNSUPPORTED"
  /** The data folder was made by another major version of PostgreSQL. */
  | "WRONG_VERSION"
  /** PostgreSQL refused to start; `message` quotes its reason. */
  | "START_FAILED";

/** A failure to start the embedded database. `message` is for the operator: plain sentences that say what to do. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The code of a system error (`EACCES`), or undefined. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Says in one sentence why `path` could not be made, read or written. `path` is shown as the operator wrote it. */
export function describeFileError(path: string, error: unknown): EngineError {
  const code = systemErrorCode(error);
  switch (code) {
    case "EACCES":
    case "EPERM":
      return new EngineError(
        "UNWRITABLE",
        `This user may not read and write "${path}". Change its owner, or choose another folder with --data-dir.`,
        error,
      );
    case "EROFS":
      return new EngineError(
        "UNWRITABLE",
        `"${path}" lies on a read-only disk. Choose another folder with --data-dir.`,
        error,
      );
    case "ENOTDIR":
    case "EEXIST":
    case "EISDIR":
      return new EngineError(
        "UNWRITABLE",
        `"${path}" cannot be used as a folder, because a file of that name is in the way. Choose another folder with --data-dir.`,
        error,
      );
    case "ENOSPC":
    case "EDQUOT":
      return new EngineError(
        "DISK_FULL",
        `There is no space left for "${path}". Free some space on that disk, then start again.`,
        error,
      );
    default:
      return new EngineError(
        "UNWRITABLE",
        `"${path}" cannot be used (${error instanceof Error ? error.message : String(error)}). Choose another folder with --data-dir.`,
        error,
      );
  }
}
