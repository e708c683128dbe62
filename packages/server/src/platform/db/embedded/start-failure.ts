import path from "node:path";
import type { DataFolder } from "./data-folder.ts";
import { EngineError } from "./engine-error.ts";

/** What `initdb` says when its user has no entry in /etc/passwd. */
export const missingUserMessage = "could not look up effective user ID";

/** Turns what PostgreSQL or `initdb` said before it ended into a sentence for the operator. */
export function describeStartFailure(
  folder: DataFolder,
  log: string,
  what: "did not start" | "could not be made",
): EngineError {
  const place = path.join(folder.displayPath, "postgres");
  if (log.includes("No space left on device") || log.includes("Disk quota exceeded")) {
    return new EngineError(
      "DISK_FULL",
      `There is no space left for the database in "${place}". Free some space on that disk, then start again.`,
    );
  }
  if (log.includes(missingUserMessage)) {
    return new EngineError(
      "UNSUPPORTED",
      `The user this process runs as (uid ${folder.user.uid}) has no entry in /etc/passwd, which making the database needs. Add one, start as another user, or set DATABASE_URL.`,
    );
  }
  // initdb asks a shell for its neighbour, in double quotes that do not hold everything.
  if (/needed by initdb but was not found in the same directory as ".*["$`\\].*"/.test(log)) {
    return new EngineError(
      "UNSUPPORTED",
      'PostgreSQL makes no database from a folder with one of " $ ` \\ in its path. Move Porchlight to another folder, or set DATABASE_URL.',
    );
  }
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "it said nothing";
  const plain = reason.replace(/^.*?(?:FATAL|PANIC|error):\s*/, "").trim();
  return new EngineError(
    "START_FAILED",
    `The database in "${place}" ${what}: ${plain}. ${what === "did not start" ? `More is in "${path.join(place, "postgres.log")}".` : "Choose another folder with --data-dir, or set DATABASE_URL."}`,
  );
}
