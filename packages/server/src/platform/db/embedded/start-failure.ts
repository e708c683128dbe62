import path from "node:path";
import type { DataFolder } from "./data-folder.ts";
import { EngineError } from "./engine-error.ts";

/** Error of `initdb` for a user without an entry in /etc/passwd. */
export const missingUserMessage = "could not look up effective user ID";

/** Explains to the operator why PostgreSQL or `initdb` failed. */
export function describeStartFailure(
  folder: DataFolder,
  log: string,
  what: "did not start" | "could not be created",
): EngineError {
  const location = path.join(folder.displayPath, "postgres");
  if (log.includes("No space left on device") || log.includes("Disk quota exceeded")) {
    return new EngineError(
      "DISK_FULL",
      `There is no space left for the database in "${location}". Free some space on that disk, then start again.`,
    );
  }
  if (log.includes(missingUserMessage)) {
    return new EngineError(
      "UNSUPPORTED",
      `The user this process runs as (uid ${folder.user.uid}) has no entry in /etc/passwd, which initdb requires. Add one, start as another user, or set DATABASE_URL.`,
    );
  }
  // initdb runs postgres through a shell, without escaping the path inside double quotes.
  if (/needed by initdb but was not found in the same directory as ".*["$`\\].*"/.test(log)) {
    return new EngineError(
      "UNSUPPORTED",
      'PostgreSQL cannot run from a folder with one of " $ ` \\ in its path. Move Porchlight to another folder, or set DATABASE_URL.',
    );
  }
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "no error message";
  const plain = reason.replace(/^.*?(?:FATAL|PANIC|error):\s*/, "").trim();
  return new EngineError(
    "START_FAILED",
    `The database in "${location}" ${what}: ${plain}. ${what === "did not start" ? `See "${path.join(location, "postgres.log")}".` : "Choose another folder with --data-dir, or set DATABASE_URL."}`,
  );
}
