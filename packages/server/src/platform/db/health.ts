import { sql } from "kysely";
import type { Db } from "./database.ts";
import { type MigrationState, readMigrationState } from "./migrate.ts";

/** Version, durability settings and usage of the database. */
export interface DatabaseHealth extends MigrationState {
  /** Such as `18.4`. */
  version: string;
  majorVersion: number;
  /** Settings of PostgreSQL that make commits durable, such as `on`. */
  fsync: string;
  synchronousCommit: string;
  fullPageWrites: string;
  encoding: string;
  connections: { used: number; maximum: number };
  /** How far the database clock is ahead of the clock of this machine. */
  clockAheadMs: number;
}

interface Row {
  version: string;
  number: number;
  fsync: string;
  synchronous_commit: string;
  full_page_writes: string;
  encoding: string;
  maximum: number;
  used: number;
  now: Date;
}

/** Reads the version, durability settings, and connection counts for `doctor`. */
export async function readDatabaseHealth(db: Db): Promise<DatabaseHealth> {
  const startedAt = Date.now();
  const { rows } = await sql<Row>`
    select
      current_setting('server_version') as version,
      current_setting('server_version_num')::integer as number,
      current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('server_encoding') as encoding,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as maximum,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
      clock_timestamp() as now`.execute(db);
  const row = rows[0]!;
  const middle = (startedAt + Date.now()) / 2;
  return {
    ...(await readMigrationState(db)),
    version: row.version.split(" ", 1)[0] ?? row.version,
    majorVersion: Math.floor(row.number / 10_000),
    fsync: row.fsync,
    synchronousCommit: row.synchronous_commit,
    fullPageWrites: row.full_page_writes,
    encoding: row.encoding,
    connections: { used: row.used, maximum: row.maximum },
    clockAheadMs: Math.round(row.now.getTime() - middle),
  };
}
