import path from "node:path";
import * as server from "@porchlight/server/operations";
import { makeDataDir } from "../../runtime/data-dir.ts";
import { readEnvironment } from "../../runtime/environment.ts";
import { Failure } from "../../runtime/errors/failure.ts";
import { type Io, printProgress, printResult } from "../../runtime/io.ts";
import { type CommonOptions, withOperator } from "../../runtime/operator.ts";

/** `porchlight backup base` */
export async function createBase(io: Io, options: CommonOptions): Promise<void> {
  await withOperator(io, options, async ({ config, settings }) => {
    const { connection, walArchiveDir } = config;
    if (walArchiveDir === undefined || "connectionString" in connection)
      throw new Failure("This command requires the embedded database and WAL_ARCHIVE_DIR.");
    const { backupsKept } = await settings.read();
    const { name, createdAt } = await server.createBaseBackup(connection, walArchiveDir, backupsKept);
    const text = `Wrote ${path.join(walArchiveDir, name)}. Any time after ${createdAt.toISOString()} can be restored.`;
    printResult(io, { name, createdDate: createdAt.toISOString() }, text);
  });
}

/** `porchlight restore <folder> --at <time>` */
export async function restoreArchive(io: Io, archive: string, at: string, options: CommonOptions): Promise<void> {
  const { dataDir, databaseUrl } = readEnvironment(io.env, options, io.terminal);
  if (databaseUrl !== undefined) throw new Failure("--at restores only an embedded database. Unset DATABASE_URL.");
  makeDataDir(dataDir);
  const time = at === "latest" ? undefined : new Date(at);
  const { restoreToPointInTime } = await import("@porchlight/server/point-in-time-recovery");
  await restoreToPointInTime({ archive, dataDir, time, onProgress: (line) => printProgress(io, line) });
  const text = `Restored the database as of ${time?.toISOString() ?? "the end of the archive"}. Copy the folder media and the file secret-key of the former data folder to "${dataDir}", set WAL_ARCHIVE_DIR to a new folder, and start the server.`;
  printResult(io, { restoredDate: time?.toISOString() ?? null }, text);
}
