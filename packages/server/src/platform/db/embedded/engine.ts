import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type BinarySources, findBinarySources } from "./binaries.ts";
import { chownToFolderOwner, type DataFolder, openArchive, openDataFolder } from "./data-folder.ts";
import { EngineError } from "./engine-error.ts";
import { describeLockHolder, type FileLock, tryLock } from "./lock.ts";
import { readPostmaster } from "./postmaster.ts";
import { describeConnection, type EngineConnection, type RunningPostgres, startPostgres } from "./start-postgres.ts";
import { archiveSettings } from "./wal-archive.ts";

export { EngineError, type EngineErrorCode } from "./engine-error.ts";
export type { EngineConnection } from "./start-postgres.ts";

/** A running embedded PostgreSQL. */
export interface EmbeddedEngine {
  /** Connection settings for `pg`; `host` is the engine's private socket folder. */
  readonly connection: EngineConnection;
  /** Whether this call created the database. Migrations create its tables. */
  readonly created: boolean;
  /** `started` by this process, or `attached` to the engine of another Porchlight process on the same folder. */
  readonly mode: "started" | "attached";
  /** Resolves if a started engine ends without `close()`. Stays pending for an attached one. */
  readonly lost: Promise<void>;
  /**
   * Stops what this process started, after waiting for attached commands to finish (a server at most 2 s, a command 60
   * s). An attached engine is left running.
   */
  close(): Promise<void>;
}

/** Options of {@link startEmbeddedEngine}. */
export interface StartEngineOptions {
  /** Relative or absolute; the engine lives in `<dataDir>/postgres`. */
  dataDir: string;
  /** `server`: the only server of the folder. `command`: may share the engine of another process. */
  role: "server" | "command";
  /** Called with progress messages, such as `Creating the database in data/postgres`. */
  onProgress?: (line: string) => void;
  /** Default: 60. */
  maxConnections?: number;
  /** Folder to which the write-ahead log is copied. Default: it is not archived. */
  archiveDir?: string | undefined;
  /** More settings of PostgreSQL. */
  settings?: Readonly<Record<string, string>>;
  /** Where to find PostgreSQL. Default: the npm package of this platform, then system installations. */
  sources?: BinarySources;
}

/** How long a server waits for a command that runs the engine. */
const commandTimeoutMs = 15_000;
/** How long a command tries to reach the engine of another process, which may be starting or stopping. */
const attachTimeoutMs = 30_000;
const closeTimeoutMs = { server: 2_000, command: 60_000 };

/** Advisory lock, shared by attached commands and exclusive for a stopping owner. The key is "porch" as a number. */
const attachedKey = "482906104680";

/**
 * Runs the embedded PostgreSQL of a data folder, or attaches to the one that another process runs.
 *
 * @throws {EngineError} with a message for the operator.
 */
export async function startEmbeddedEngine(options: StartEngineOptions): Promise<EmbeddedEngine> {
  if (process.platform === "win32") {
    throw new EngineError(
      "UNSUPPORTED",
      "The embedded database runs on Linux and macOS. Set DATABASE_URL to a PostgreSQL 15 or newer, or start Porchlight inside WSL.",
    );
  }
  const folder = openDataFolder(options.dataDir);
  return options.role === "server" ? startForServer(folder, options) : startForCommand(folder, options);
}

async function startForServer(folder: DataFolder, options: StartEngineOptions): Promise<EmbeddedEngine> {
  const serverLock = acquireLock(folder, folder.serverLock);
  if (!serverLock) {
    throw new EngineError(
      "LOCKED",
      `Another Porchlight server${describeLockHolder(folder.serverLock)} already uses the folder "${folder.displayPath}". Stop it, or choose another folder with --data-dir.`,
    );
  }
  try {
    const engineLock = await waitForCommand(folder, options);
    return await startOwned(folder, options, [engineLock, serverLock]);
  } catch (error) {
    serverLock.release();
    throw error;
  }
}

async function waitForCommand(folder: DataFolder, options: StartEngineOptions): Promise<FileLock> {
  const deadline = performance.now() + commandTimeoutMs;
  for (let isReported = false; ; await sleep(50)) {
    const lock = acquireLock(folder, folder.engineLock);
    if (lock) return lock;
    const command = `Porchlight command${describeLockHolder(folder.engineLock)}`;
    if (!isReported) options.onProgress?.(`Waiting for a ${command} to finish with "${folder.displayPath}"`);
    isReported = true;
    if (performance.now() > deadline) {
      throw new EngineError(
        "BUSY",
        `A ${command} is still using the folder "${folder.displayPath}". Wait until it has finished, then start again.`,
      );
    }
  }
}

async function startForCommand(folder: DataFolder, options: StartEngineOptions): Promise<EmbeddedEngine> {
  const deadline = performance.now() + attachTimeoutMs;
  for (;;) {
    const lock = acquireLock(folder, folder.engineLock);
    if (lock) return startOwned(folder, options, [lock]);
    const attached = await tryAttach(folder);
    if (attached) return attached;
    if (performance.now() > deadline) {
      throw new EngineError(
        "BUSY",
        `The database in "${folder.displayPath}" is run by another Porchlight process${describeLockHolder(folder.engineLock)} and cannot be reached from here. Run this command on the machine or in the container of that process.`,
      );
    }
    await sleep(50);
  }
}

function acquireLock(folder: DataFolder, path: string): FileLock | undefined {
  const lock = tryLock(path);
  if (lock) chownToFolderOwner(folder, path, lock.holderPath);
  return lock;
}

/** Attaches to the engine of another process; undefined while it starts or stops. */
async function tryAttach(folder: DataFolder): Promise<EmbeddedEngine | undefined> {
  const postmaster = readPostmaster(folder.cluster);
  if (!postmaster?.socketFolder.startsWith("/")) return undefined;
  const connection = describeConnection(postmaster.socketFolder, postmaster.port);
  const presence = new pg.Client({ ...connection, application_name: "porchlight attached" });
  presence.on("error", () => {}); // the owner ended; users of the engine notice by their own connections
  if (!(await isAdmitted(presence))) {
    await presence.end();
    return undefined;
  }
  // The presence must not keep a command running. The types lack these two methods.
  const socket = presence as pg.Client & { ref(): void; unref(): void };
  socket.unref();
  return {
    connection,
    created: false,
    mode: "attached",
    lost: new Promise(() => {}),
    close() {
      socket.ref();
      return presence.end();
    },
  };
}

async function isAdmitted(presence: pg.Client): Promise<boolean> {
  try {
    await presence.connect();
    return await tryAdvisoryLock(presence, "pg_try_advisory_lock_shared");
  } catch {
    return false; // no socket yet, not ready, or going down
  }
}

async function tryAdvisoryLock(client: pg.Client, call: "pg_try_advisory_lock" | "pg_try_advisory_lock_shared") {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT ${call}(${attachedKey}) AS taken`);
  return rows[0]?.taken === true;
}

/** Starts the engine and releases `locks` when it is closed or does not start. */
async function startOwned(folder: DataFolder, options: StartEngineOptions, locks: FileLock[]): Promise<EmbeddedEngine> {
  let running: RunningPostgres;
  try {
    running = await startPostgres(folder, {
      sources: options.sources ?? findBinarySources(),
      maxConnections: options.maxConnections ?? 60,
      onProgress: options.onProgress ?? (() => {}),
      settings: {
        ...(options.archiveDir !== undefined && archiveSettings(openArchive(folder, options.archiveDir))),
        ...options.settings,
      },
    });
  } catch (error) {
    for (const lock of locks) lock.release();
    throw error;
  }
  running.child.unref();
  let closing: Promise<void> | undefined;
  const close = async () => {
    if (!running.child.hasEnded()) await waitForAttached(running, closeTimeoutMs[options.role]);
    await running.child.stop();
    for (const lock of locks) lock.release();
  };
  return {
    connection: running.connection,
    created: running.created,
    mode: "started",
    lost: new Promise((resolve) => {
      running.child.ended.then(() => {
        if (!closing) resolve();
      });
    }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Waits until no command is attached, and prevents new ones, or until the timeout. */
async function waitForAttached(running: RunningPostgres, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const client = new pg.Client(running.connection);
  client.on("error", () => {});
  try {
    await client.connect();
    while (!(await tryAdvisoryLock(client, "pg_try_advisory_lock"))) {
      if (performance.now() > deadline) return;
      await sleep(50);
    }
  } catch {
    // The engine has ended; there are no commands to wait for.
  }
}
