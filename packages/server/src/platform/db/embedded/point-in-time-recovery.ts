import fs, { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { extract } from "tar-stream";
import { openDataFolder, readClusterMajor } from "./data-folder.ts";
import { EngineError, startEmbeddedEngine } from "./engine.ts";
import { listBaseBackups, recoverySettings } from "./wal-archive.ts";

/** A point-in-time recovery from an archive of the write-ahead log. */
export interface PointInTimeRestore {
  /** Folder of the archive. */
  archive: string;
  /** Folder of the new database. */
  dataDir: string;
  /** Default: the end of the archive. */
  time: Date | undefined;
  onProgress?: (line: string) => void;
}

/**
 * Restores an embedded database as of a time into a data folder without one. A failed restore leaves no database.
 *
 * @throws {EngineError} with a message for the operator.
 */
export async function restoreToPointInTime({ archive, dataDir, time, onProgress }: PointInTimeRestore): Promise<void> {
  const folder = openDataFolder(dataDir);
  if (readClusterMajor(folder) !== undefined)
    throw new EngineError(
      "START_FAILED",
      `There is a database in "${dataDir}". Choose another folder with --data-dir.`,
    );
  const backups = await listBaseBackups(archive);
  const base = backups.find(({ createdAt }) => time === undefined || createdAt <= time);
  if (!base)
    throw new EngineError(
      "START_FAILED",
      backups.length === 0
        ? `There is no base backup in "${archive}". Pass the folder of WAL_ARCHIVE_DIR.`
        : `The oldest base backup in "${archive}" was completed at ${backups.at(-1)!.createdAt.toISOString()}. Choose a later time.`,
    );
  onProgress?.(`Extracting ${base.name}`);
  let isComplete = false;
  try {
    await extractCluster(path.join(archive, base.name), folder.cluster);
    fs.writeFileSync(path.join(folder.cluster, "recovery.signal"), "", { mode: 0o600 });
    await recover(dataDir, folder.log, recoverySettings(path.resolve(archive), time));
    isComplete = true;
  } finally {
    if (!isComplete) fs.rmSync(folder.cluster, { recursive: true, force: true });
  }
}

/** Extracts a data folder. Links and names outside the folder are rejected. */
async function extractCluster(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = extract();
  const read = async () => {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      const parts = name.split("/").filter((part) => part !== "" && part !== ".");
      const target = path.join(folder, ...parts);
      if (parts.includes("..") || (type !== "directory" && type !== "file"))
        throw new EngineError("START_FAILED", `The base backup contains the unexpected entry "${name}".`);
      await mkdir(type === "directory" ? target : path.dirname(target), { recursive: true, mode: 0o700 });
      if (type === "file") await pipeline(entry, createWriteStream(target, { mode: 0o600 }));
      entry.resume();
    }
  };
  await Promise.all([pipeline(createReadStream(file), createGunzip(), entries), read()]);
}

/** Starts the database, and stops it when it has recovered. */
async function recover(dataDir: string, log: string, settings: Record<string, string>): Promise<void> {
  try {
    const engine = await startEmbeddedEngine({ dataDir, role: "command", settings });
    await waitForPromotion(engine.connection).finally(() => engine.close());
  } catch (error) {
    if (!fs.readFileSync(log, "utf8").includes("recovery ended before configured recovery target was reached"))
      throw error;
    throw new EngineError(
      "START_FAILED",
      "The archive ends before this time. Choose an earlier one, or latest.",
      error,
    );
  }
}

async function waitForPromotion(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  try {
    await client.connect();
    for (;;) {
      const { rows } = await client.query<{ recovering: boolean }>("select pg_is_in_recovery() as recovering");
      if (!rows[0]!.recovering) return;
      await sleep(50);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}
