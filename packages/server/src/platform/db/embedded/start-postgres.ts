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
  /** The folder of the socket. */
  host: string;
  port: number;
  user: string;
  database: string;
  /** Said outright, so that a `PGSSLMODE` meant for other databases does not reach this one. */
  ssl: false;
}

/** How to connect to an engine whose socket lies in `host`. */
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
}

/** A database that recovers from a crash may take this long until it answers, milliseconds. */
const startTimeoutMs = 300_000;
/** How long the processes of a killed PostgreSQL may take to end, milliseconds. */
const remnantTimeoutMs = 15_000;

/** Runs PostgreSQL on the folder, making the database first where there is none. Call with the engine's lock held. */
export async function startPostgres(folder: DataFolder, options: StartPostgresOptions): Promise<RunningPostgres> {
  const existingMajor = readClusterMajor(folder);
  const runtime = chooseRuntime(folder, existingMajor, options.sources);
  if (existingMajor === undefined) {
    options.onProgress(`Making the database in ${path.join(folder.displayPath, "postgres")}`);
    await createCluster(folder, runtime);
  } else {
    repairClusterPermissions(folder);
    await stopOrphan(folder.cluster);
  }
  const startedAt = performance.now();
  for (;;) {
    const attempt = await runPostmaster(folder, runtime, options);
    if (attempt.child) return { ...attempt, created: existingMajor === undefined };
    // The processes of a killed PostgreSQL end a moment after it; until then their memory keeps a new one out.
    const isHeldUp = attempt.said.includes("pre-existing shared memory block");
    if (!isHeldUp || performance.now() - startedAt > remnantTimeoutMs) {
      throw describeStartFailure(folder, attempt.said, "did not start");
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
    log_autovacuum_min_duration: -1,
    // A failed statement is the server's to report, without values: PostgreSQL would write e-mail addresses into its log.
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
  };
}

type Attempt = { child: SupervisedChild; connection: EngineConnection } | { child?: never; said: string };

/** Starts PostgreSQL and waits until it takes connections, or answers what it said before it ended. */
async function runPostmaster(
  folder: DataFolder,
  { binaries, launcher, major }: Runtime,
  { maxConnections, onProgress }: StartPostgresOptions,
): Promise<Attempt> {
  const socketFolder = createSocketFolder(folder);
  const connection = describeConnection(socketFolder);
  const settings = Object.entries(listSettings(major, socketFolder, maxConnections));
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
  return { said: failure + fs.readFileSync(folder.log).subarray(log.size).toString("utf8") };
}

/** Answers false when PostgreSQL ended, throws when it cannot be reached. Makes the database on the first connection. */
async function waitUntilReady(
  child: SupervisedChild,
  connection: EngineConnection,
  onProgress: (line: string) => void,
): Promise<boolean> {
  const startedAt = performance.now();
  for (let isReported = false; !child.hasEnded(); await sleep(10)) {
    const refusal = await connectOnce(connection);
    if (refusal === undefined) return true;
    if (refusal instanceof pg.DatabaseError && refusal.code === invalidCatalogName) {
      await runStatement({ ...connection, database: "postgres" }, `CREATE DATABASE ${connection.database}`);
      return true;
    }
    const waited = performance.now() - startedAt;
    if (systemErrorCode(refusal) === "EACCES") throw new Error("this process may not use the engine's socket");
    if (waited > startTimeoutMs) throw new Error(`it took longer than ${startTimeoutMs / 60_000} minutes`);
    if (!isReported && waited > 3000) {
      isReported = true;
      onProgress("The database checks its files after a sudden stop");
    }
  }
  return false;
}

/** PostgreSQL's code for a database that does not exist. */
const invalidCatalogName = "3D000";

/** Connects and parts again; answers what stood against it. */
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
  client.on("error", () => {}); // the pending promise tells it
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
