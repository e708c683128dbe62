import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { type EngineConnection, EngineError, startEmbeddedEngine } from "../src/platform/db/embedded/engine.ts";
import { tryLock } from "../src/platform/db/embedded/lock.ts";

/** No durability on power loss, and deadlocks are noticed at once. */
const testSettings = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  deadlock_timeout: "10ms",
} as const;

/** The engine of one test run. */
export interface TestEngine {
  readonly connection: EngineConnection;
  /** Stops the engine and removes its folder. */
  close(): Promise<void>;
}

/**
 * Starts one engine for a whole test run, in a folder that `close` removes, without durability on power loss. Call it
 * from Vitest's `globalSetup` and pass `connection` to the test files with `project.provide`.
 *
 * With `TEST_DATABASE_URL`, tests use that server instead, as a user without a password who may create databases.
 */
export async function startTestEngine(): Promise<TestEngine> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL !== undefined) return connectTestEngine(TEST_DATABASE_URL);
  removeAbandonedFolders();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "porchlight-test-"));
  const removeFolder = () => fs.rmSync(dataDir, { recursive: true, force: true });
  try {
    // mkdtemp folders are private; as root, the engine runs as another user.
    fs.chmodSync(dataDir, 0o755);
    const engine = await startEmbeddedEngine({ dataDir, role: "server", maxConnections: 200 });
    for (const [setting, value] of Object.entries(testSettings))
      await runStatement(engine.connection, `ALTER SYSTEM SET ${setting} TO '${value}'`);
    await runStatement(engine.connection, "SELECT pg_reload_conf()");
    return {
      connection: engine.connection,
      async close() {
        await engine.close();
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Removes the databases of the run when it is closed. */
async function connectTestEngine(url: string): Promise<TestEngine> {
  const { hostname, port, username, pathname } = new URL(url);
  const connection = {
    host: hostname,
    port: Number(port || 5432),
    user: username,
    database: pathname.slice(1),
    ssl: false as const,
  };
  const databases = "SELECT datname AS name FROM pg_database WHERE datname ~ '^(template|test)_[0-9a-f]{32}$'";
  const former = new Set((await runStatement(connection, databases)).map(({ name }) => name));
  return {
    connection,
    async close() {
      for (const { name } of await runStatement(connection, databases))
        if (!former.has(name)) await runStatement(connection, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Removes folders of interrupted test runs: older than a minute and without a server lock. */
function removeAbandonedFolders(): void {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    if (!/^porchlight-test-\w{6}$/.test(name)) continue;
    const lockFile = path.join(folder, "server.lock");
    const created = fs.statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs;
    if (created === undefined || Date.now() - created < 60_000) continue;
    try {
      const lock = tryLock(lockFile);
      if (lock) fs.rmSync(folder, { recursive: true, force: true });
      lock?.release();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error; // another user's run
    }
  }
}

/** The same settings as a URL that `pg` and the `psql` command understand. */
export function formatDatabaseUrl({ host, port, user, database }: EngineConnection): string {
  return `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}?sslmode=disable`;
}

/**
 * Creates the template that `createTestDatabase` copies. `fill` migrates it and must close its connections.
 *
 * @returns The name of the database.
 */
export async function prepareTemplate(
  connection: EngineConnection,
  fill: (url: string, connection: EngineConnection) => Promise<void>,
): Promise<string> {
  const database = `template_${randomUUID().replaceAll("-", "")}`;
  await runStatement(connection, `CREATE DATABASE ${database}`);
  const template = { ...connection, database };
  await fill(formatDatabaseUrl(template), template);
  await runStatement(connection, `ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS false`);
  return database;
}

/** A separate database for one test file. */
export interface TestDatabase {
  readonly connection: EngineConnection;
  readonly url: string;
}

/** Creates a database from a template in about 20 ms. */
export async function createTestDatabase(connection: EngineConnection, templateName: string): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await runStatement(
    connection,
    `CREATE DATABASE ${database} TEMPLATE ${pg.escapeIdentifier(templateName)} STRATEGY FILE_COPY`,
  );
  const own = { ...connection, database };
  return { connection: own, url: formatDatabaseUrl(own) };
}

/** Drops a test's database with its open connections. @param connection The engine's. */
export async function dropTestDatabase(connection: EngineConnection, { connection: own }: TestDatabase): Promise<void> {
  await runStatement(connection, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(own.database)} WITH (FORCE)`);
}

async function runStatement(connection: EngineConnection, statement: string): Promise<{ name?: string }[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
