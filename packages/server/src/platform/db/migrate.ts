import { readdir, readFile } from "node:fs/promises";
import { sql, type Transaction } from "kysely";
import { backupLockStatement } from "./backup-lock.ts";
import { type Db, directDatabase, disableStatementTimeout, isUndefinedTable } from "./database.ts";
import { describeMigrations, type PlannedMigration } from "./migration-plan.ts";
import { isBehindPooler } from "./pooler.ts";
import type { Tables } from "./tables/tables.ts";

const folder = new URL("./migrations/", import.meta.url);

/** The database cannot be used. The message is one sentence for the operator. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** PostgreSQL 15. */
const minVersion = 150_000;
/** Advisory lock, an arbitrary number. */
const migrationLock = 7_236_041;

/**
 * Migrates the database to this version in one transaction. Several nodes may call it concurrently.
 *
 * @returns The names of the applied migrations.
 * @throws {MigrationError} if the database has migrations that this version lacks, PostgreSQL is too old, or a
 *   connection pooler is in between.
 */
export async function migrate(pooled: Db): Promise<string[]> {
  const db = directDatabase(pooled);
  if (await isBehindPooler(db)) {
    throw new MigrationError(
      db === pooled
        ? "DATABASE_URL leads to a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself."
        : "DATABASE_DIRECT_URL leads to a connection pooler such as PgBouncer. Set it to the address of PostgreSQL itself.",
    );
  }
  const files = await readMigrationFiles();
  const { version, applied } = await readVersions(db);
  requireVersion(version);
  // Usually there is nothing to migrate, which needs no transaction.
  if (applied.join() === files.map(versionOf).join()) return [];
  return db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    await sql.raw(migrationsTable).execute(tx);
    await waitForBackup(tx);
    const applied = new Set((await tx.selectFrom("migrations").select("version").execute()).map((row) => row.version));
    requireExistingMigrations([...applied], files);
    const missing = files.filter((name) => !applied.has(versionOf(name)));
    for (const name of missing) {
      await sql.raw(await readMigration(name)).execute(tx);
      await tx
        .insertInto("migrations")
        .values({ version: versionOf(name), name })
        .execute();
    }
    return missing;
  });
}

function requireVersion(version: number): void {
  if (version >= minVersion) return;
  throw new MigrationError(
    `This is PostgreSQL ${Math.floor(version / 10_000)}. Porchlight needs PostgreSQL 15 or newer.`,
  );
}

/** @throws {MigrationError} if the database has migrations that this version lacks. */
function requireExistingMigrations(applied: readonly number[], files: readonly string[]): void {
  const latest = newestVersion(files);
  const newest = Math.max(0, ...applied);
  if (newest > latest)
    throw new MigrationError(
      `The database was created by a newer version of Porchlight (schema ${newest}, this version has ${latest}). Start that version, or restore a backup.`,
    );
  const versions = new Set(files.map(versionOf));
  const missing = applied.filter((version) => !versions.has(version));
  if (missing.length > 0)
    throw new MigrationError(
      `The database has the migrations ${missing.join(", ")}, which this version of Porchlight lacks. Upgrade to the version that was used before, then to this one, or restore a backup.`,
    );
}

/**
 * Describes the migrations that {@link migrate} would apply, and writes nothing.
 *
 * @throws {MigrationError} as {@link migrate}.
 */
export async function planMigrations(db: Db): Promise<PlannedMigration[]> {
  const files = await readMigrationFiles();
  const { version, applied } = await readVersions(db);
  requireVersion(version);
  requireExistingMigrations(applied, files);
  const pending = files.filter((name) => !applied.includes(versionOf(name)));
  const texts = await Promise.all(pending.map(async (name) => ({ name, text: await readMigration(name) })));
  return describeMigrations(db, texts);
}

const migrationsTable =
  "create table if not exists migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())";

/** A backup reads all tables. A migration that waited for one of them would block everyone who needs that table. */
async function waitForBackup(tx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('backup_runs') is not null as exists`.execute(tx);
  if (rows[0]!.exists) await sql.raw(backupLockStatement).execute(tx);
}

/**
 * Creates the tables of a former version in an empty database.
 *
 * @param run Executes statements.
 * @throws {MigrationError} if this version does not know all of these migrations.
 */
export async function applyMigrations(
  run: (statements: string) => Promise<unknown>,
  versions: readonly number[],
): Promise<void> {
  const files = await readMigrationFiles();
  const unknown = versions.find((version) => !files.some((name) => versionOf(name) === version));
  if (unknown !== undefined || versions.length === 0)
    throw new MigrationError(
      `The backup was created by another version of Porchlight (schema ${versions.at(-1)}, this version has ${newestVersion(files)}). Restore it with that version.`,
    );
  await run(migrationsTable);
  for (const name of files) if (versions.includes(versionOf(name))) await run(await readMigration(name));
}

const readMigration = (name: string) => readFile(new URL(name, folder), "utf8");

const readMigrationFiles = async () =>
  (await readdir(folder)).filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name)).sort();

/** Reads the version of PostgreSQL and those of the applied migrations, in ascending order. */
async function readVersions(db: Db): Promise<{ version: number; applied: number[] }> {
  const version = sql<number>`current_setting('server_version_num')::int`;
  try {
    const applied = sql<number[]>`coalesce(array_agg(version order by version), '{}')`;
    const query = db.selectFrom("migrations").select([version.as("version"), applied.as("applied")]);
    return await query.executeTakeFirstOrThrow();
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
    const { rows } = await sql<{ version: number }>`select ${version} as version`.execute(db);
    return { version: rows[0]?.version ?? 0, applied: [] };
  }
}

const versionOf = (name: string) => Number(name.slice(0, 3));
const newestVersion = (files: readonly string[]) => Math.max(...files.map(versionOf));

/** The migrations in the database and in this release. */
export interface MigrationState {
  /** Version of the newest migration in the database; 0 if there is none. */
  applied: number;
  /** Version of the newest migration of this release. */
  latest: number;
  /** Migrations of this release that are not in the database, also older ones than `applied`. */
  missing: number;
}

/** Compares the database with this release. */
export async function readMigrationState(db: Db): Promise<MigrationState> {
  const files = await readMigrationFiles();
  const { applied } = await readVersions(db);
  return {
    applied: applied.at(-1) ?? 0,
    latest: newestVersion(files),
    missing: files.filter((name) => !applied.includes(versionOf(name))).length,
  };
}

/** Whether the database has all migrations of this version. Servers keep running with those of a newer version. */
export async function isMigrated(db: Db): Promise<boolean> {
  return (await readMigrationState(db)).missing === 0;
}
