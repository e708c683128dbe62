import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { type EngineConnection, EngineError, startEmbeddedEngine } from "../src/platform/db/embedded/engine.ts";
import { tryLock } from "../src/platform/db/embedded/lock.ts";

/** The engine of one test run. */
export interface TestEngine {
  readonly connection: EngineConnection;
  /** Stops the engine and removes its folder. */
  close(): Promise<void>;
}

/**
 * Starts one engine for a whole test run, in a folder of its own that `close` removes. It waits for no disk: what it holds is
 * lost with the machine's power, as it may be. Call it from Vitest's `globalSetup` and hand `connection` to the test files
 * with `project.provide`.
 */
export async function startTestEngine(): Promise<TestEngine> {
  removeAbandonedFolders();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "porchlight-test-"));
  const removeFolder = () => fs.rmSync(dataDir, { recursive: true, force: true });
  try {
    // mkdtemp makes a folder for its owner alone; let the engine's user in, so that root needs no special way.
    fs.chmodSync(dataDir, 0o755);
    const engine = await startEmbeddedEngine({ dataDir, role: "server", maxConnections: 200 });
    for (const setting of ["fsync", "full_page_writes", "synchronous_commit"])
      await runStatement(engine.connection, `ALTER SYSTEM SET ${setting} TO off`);
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

/** Removes what interrupted test runs left: folders older than a minute whose server lock nobody holds. */
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
 * Makes the database that `createTestDatabase` copies and answers its name. `fill` brings it up to date (migrations, fixed rows)
 * and must have closed its connections when it resolves.
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

/** A database that no other test sees. */
export interface TestDatabase {
  readonly connection: EngineConnection;
  readonly url: string;
}

/** Makes a database from a template in about 20 ms. Several test files may do so at once. */
export async function createTestDatabase(connection: EngineConnection, templateName: string): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await runStatement(connection, `CREATE DATABASE ${database} TEMPLATE ${pg.escapeIdentifier(templateName)}`);
  const own = { ...connection, database };
  return { connection: own, url: formatDatabaseUrl(own) };
}

/** Drops a test's database, cutting off connections that are still open. `connection` is the engine's. */
export async function dropTestDatabase(connection: EngineConnection, { connection: own }: TestDatabase): Promise<void> {
  await runStatement(connection, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(own.database)} WITH (FORCE)`);
}

async function runStatement(connection: EngineConnection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
