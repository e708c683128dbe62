import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { type Db, disableStatementTimeout, isUndefinedTable } from "./database.ts";

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
 * @throws {MigrationError} if the database has a newer schema, or PostgreSQL is too old.
 */
export async function migrate(db: Db): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name)).sort();
  const { version, applied } = await readVersions(db);
  if (version < minVersion) {
    throw new MigrationError(
      `This is PostgreSQL ${Math.floor(version / 10_000)}. Porchlight needs PostgreSQL 15 or newer.`,
    );
  }
  // Usually there is nothing to migrate, which needs no transaction.
  if (applied.join() === files.map(versionOf).join()) return [];
  return db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    await sql`create table if not exists migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())`.execute(
      tx,
    );
    const applied = new Set((await tx.selectFrom("migrations").select("version").execute()).map((row) => row.version));
    const newest = Math.max(0, ...applied);
    if (newest > newestVersion(files)) {
      throw new MigrationError(
        `The database was created by a newer Porchlight (schema ${newest}, this version has ${newestVersion(files)}). Start that version, or restore a backup.`,
      );
    }
    const missing = files.filter((name) => !applied.has(versionOf(name)));
    for (const name of missing) {
      await sql.raw(await readFile(new URL(name, folder), "utf8")).execute(tx);
      await tx
        .insertInto("migrations")
        .values({ version: versionOf(name), name })
        .execute();
    }
    return missing;
  });
}

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

/** Versions of the newest migration in the database (0: none) and of the newest one of this release. */
export interface MigrationState {
  applied: number;
  latest: number;
}

export async function readMigrationState(db: Db): Promise<MigrationState> {
  const latest = newestVersion((await readdir(folder)).filter((name) => name.endsWith(".sql")));
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('migrations') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return { applied: 0, latest };
  const row = await db
    .selectFrom("migrations")
    .select((eb) => eb.fn.max("version").as("newest"))
    .executeTakeFirst();
  return { applied: row?.newest ?? 0, latest };
}

/** Whether the database has exactly the schema of this version. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { applied, latest } = await readMigrationState(db);
  return applied === latest;
}
