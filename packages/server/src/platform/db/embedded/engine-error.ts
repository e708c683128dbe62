/** Reason of an {@link EngineError}. */
export type EngineErrorCode =
  /** Another Porchlight server uses the data folder. */
  | "LOCKED"
  /** A command uses the engine for too long, or its engine cannot be reached from here. */
  | "BUSY"
  /** This user cannot create, read or write the data folder. */
  | "UNWRITABLE"
  | "DISK_FULL"
  /** No engine of this package runs on this machine, or not as this user. */
  | "UNSUPPORTED"
  /** The data folder was created by another major version of PostgreSQL. */
  | "WRONG_VERSION"
  /** PostgreSQL did not start; `message` quotes its reason. */
  | "START_FAILED";

/** The embedded database could not be started. `message` says what the operator can do. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Explains why `path`, as the operator wrote it, could not be created, read or written. */
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
        `"${path}" is on a read-only disk. Choose another folder with --data-dir.`,
        error,
      );
    case "ENOTDIR":
    case "EEXIST":
    case "EISDIR":
      return new EngineError(
        "UNWRITABLE",
        `"${path}" cannot be used as a folder, because a file of that name exists. Choose another folder with --data-dir.`,
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
