import { codeOf } from "../data-dir.ts";
import { Failure } from "./failure.ts";

/** The error of a file that cannot be created, as a sentence for the owner. Other errors are returned. */
export function describeWriteFailure(file: string, error: unknown): unknown {
  switch (codeOf(error)) {
    case "EEXIST":
      return new Failure(`There is a file "${file}" already. Name a new one.`, { cause: error });
    case "ENOENT":
      return new Failure(`There is no folder for "${file}". Make it first.`, { cause: error });
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "EISDIR":
      return new Failure(`"${file}" cannot be written. Name another file.`, { cause: error });
    case "ENOSPC":
      return new Failure(`There is no space left for "${file}".`, { cause: error });
    default:
      return error;
  }
}
