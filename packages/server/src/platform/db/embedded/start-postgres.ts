import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { BinarySources } from "./binaries.ts";
import { type SupervisedChild, supervise } from "./child.ts";
import { createCluster, engineUser } from "./cluster.ts";
import {
  createSocketFolder,
  type DataFolder,
  openLog,
  readClusterMajor,
  repairClusterPermissions,
} from "./data-folder.ts";
import { describeFileError, systemErrorCode } from "./engine-error.ts";
import { stopOrphan } from "./postmaster.ts";
import { chooseRuntime, type Runtime } from "./runtime.ts";
import { describeStartFailure } from "./start-failure.ts";

/** Connection settings for `pg`. */
export interface EngineConnection {
  /** Folder of the socket. */
  host: string;
  port: number;
  user: string;
  database: string;
  /** Explicit, so that `PGSSLMODE` has no effect. */
  ssl: false;
}

export function describeConnection(host: string, port = 5432): EngineConnection {
  return { host, port, user: engineUser, database: "porchlight", ssl: false };
}

export interface RunningPostgres {
  connection: EngineConnection;
  created: boolean;
  child: SupervisedChild;
}

export interface StartPostgresOptions {
  sources: BinarySources;
  maxConnections: number;
  onProgress: (line: string) => void;
  settings: Readonly<Record<string, string>>;
}

/** Crash recovery may take long. */
const startTimeoutMs = 300_000;
/** Time for the processes of a killed PostgreSQL to end. */
const remnantTimeoutMs = 15_000;

/** Runs PostgreSQL, and creates the database if there is none. Call with the engine's lock held. */
export async function startPostgres(folder: DataFolder, options: StartPostgresOptions): Promise<RunningPostgres> {
  const existingMajor = readClusterMajor(folder);
  const runtime = chooseRuntime(folder, existingMajor, options.sources);
  if (existingMajor === undefined) {
    options.onProgress(`Creating the database in ${path.join(folder.displayPath, "postgres")}`);
    await createCluster(folder, runtime);
  } else {
    repairClusterPermissions(folder);
    await stopOrphan(folder.cluster);
  }
  const startedAt = performance.now();
  for (;;) {
    const attempt = await runPostmaster(folder, runtime, options);
    if (attempt.child) return { ...attempt, created: existingMajor === undefined };
    // The processes of a killed PostgreSQL end shortly after it; their shared memory blocks a new one until then.
    const isBlocked = attempt.output.includes("pre-existing shared memory block");
    if (!isBlocked || performance.now() - startedAt > remnantTimeoutMs) {
      throw describeStartFailure(folder, attempt.output, "did not start");
    }
    await sleep(100);
  }
}

function listSettings(major: number, socketFolder: string, maxConnections: number): Record<string, string | number> {
  return {
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    port: 5432,
    max_connections: maxConnections,
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    shared_buffers: "128MB",
    max_wal_size: "1GB",
    // I/O workers cost three idle processes and gain nothing at this size; io_uring is often forbidden in containers.
    ...(major >= 18 && { io_method: "sync" }),
    jit: "off",
    random_page_cost: 1.1,
    timezone: "UTC",
    log_timezone: "UTC",
    logging_collector: "off",
    log_line_prefix: "%m [%p] ",
    log_checkpoints: "off",
    // Saves a process.
    max_logical_replication_workers: 0,
    log_autovacuum_min_duration: -1,
    // The server reports failed statements without values; PostgreSQL would log email addresses.
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
  };
}

type Attempt = { child: SupervisedChild; connection: EngineConnection } | { child?: never; output: string };

/** Starts PostgreSQL and waits until it accepts connections. @returns Its output if it ended. */
async function runPostmaster(
  folder: DataFolder,
  { binaries, launcher, major }: Runtime,
  { maxConnections, onProgress, settings: added }: StartPostgresOptions,
): Promise<Attempt> {
  const socketFolder = createSocketFolder(folder);
  const connection = describeConnection(socketFolder);
  const settings = Object.entries({ ...listSettings(major, socketFolder, maxConnections), ...added });
  const log = openLogOrExplain(folder);
  let child: SupervisedChild;
  try {
    child = await supervise({
      launcher,
      libraryPath: binaries.libraryPath,
      program: path.join(binaries.bin, "postgres"),
      args: ["-D", folder.cluster, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      output: log.descriptor,
      stopBy: "shutdown",
      scratch: socketFolder,
    });
  } catch (error) {
    fs.rmdirSync(socketFolder);
    throw error;
  } finally {
    fs.closeSync(log.descriptor);
  }
  let failure = "";
  try {
    if (await waitUntilReady(child, connection, onProgress)) return { child, connection };
  } catch (error) {
    failure = `FATAL: ${error instanceof Error ? error.message : String(error)}\n`;
  }
  await child.stop();
  return { output: failure + fs.readFileSync(folder.log).subarray(log.size).toString("utf8") };
}

/**
 * Creates the database at the first connection. @returns False if PostgreSQL ended. @throws {Error} if it cannot be
 * reached.
 */
async function waitUntilReady(
  child: SupervisedChild,
  connection: EngineConnection,
  onProgress: (line: string) => void,
): Promise<boolean> {
  const startedAt = performance.now();
  for (let isReported = false; !child.hasEnded(); await sleep(10)) {
    const failure = await connectOnce(connection);
    if (failure === undefined) return true;
    if (failure instanceof pg.DatabaseError && failure.code === invalidCatalogName) {
      await runStatement({ ...connection, database: "postgres" }, `CREATE DATABASE ${connection.database}`);
      return true;
    }
    const waitedMs = performance.now() - startedAt;
    if (systemErrorCode(failure) === "EACCES") throw new Error("this process cannot use the engine's socket");
    if (waitedMs > startTimeoutMs) throw new Error(`it took longer than ${startTimeoutMs / 60_000} minutes`);
    if (!isReported && waitedMs > 3000) {
      isReported = true;
      onProgress("The database is recovering from a crash");
    }
  }
  return false;
}

/** Error code for a missing database. */
const invalidCatalogName = "3D000";

/** Returns the error of a connection attempt, if any. */
async function connectOnce(connection: EngineConnection): Promise<unknown> {
  try {
    await runStatement(connection, "SELECT 1");
    return undefined;
  } catch (error) {
    return error;
  }
}

async function runStatement(connection: EngineConnection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  client.on("error", () => {}); // the pending promise rejects
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function openLogOrExplain(folder: DataFolder): { descriptor: number; size: number } {
  try {
    return openLog(folder);
  } catch (error) {
    throw describeFileError(path.join(folder.displayPath, "postgres", "postgres.log"), error);
  }
}
