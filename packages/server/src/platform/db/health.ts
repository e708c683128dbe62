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
  /** When archiving the write-ahead log last failed; `null` unless it is on and has not succeeded since. */
  archiveFailedAt: Date | null;
  /** How far the database clock is ahead of the clock of this machine. */
  clockAheadMs: number;
}

/** Bytes of all tables and indexes. */
export async function readDatabaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]!.bytes);
}

/** How far a streaming replica is behind. */
export interface ReplicaHealth {
  isReplica: boolean;
  /** Whether it receives the write-ahead log at the moment. */
  isConnected: boolean;
  /** Seconds since the last transaction that it has replayed; 0 if it has replayed everything it has received. */
  lagSeconds: number;
}

/** Reads the state of a replica for `doctor`. */
export async function readReplicaHealth(replica: Db): Promise<ReplicaHealth> {
  const { rows } = await sql<ReplicaHealth>`
    select pg_is_in_recovery() as "isReplica",
      exists (select from pg_stat_wal_receiver) as "isConnected", coalesce(case when pg_last_wal_receive_lsn() > pg_last_wal_replay_lsn()
      then extract(epoch from now() - pg_last_xact_replay_timestamp()) end, 0)::float8 as "lagSeconds"`.execute(
    replica,
  );
  return rows[0]!;
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
  archive_failed_at: Date | null;
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
      (select last_failed_time from pg_stat_archiver where current_setting('archive_mode') <> 'off'
        and last_failed_time > coalesce(last_archived_time, '-infinity')) as archive_failed_at,
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
    archiveFailedAt: row.archive_failed_at,
    clockAheadMs: Math.round(row.now.getTime() - middle),
  };
}
