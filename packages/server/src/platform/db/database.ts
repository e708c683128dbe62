import { Kysely, PostgresDialect, type PostgresPoolClient, sql, type Transaction } from "kysely";
import pg from "pg";
import { currentRequest } from "../context/request-context.ts";
import { acquireConnection } from "./connection-waits.ts";
import {
  type Connections,
  connectTo,
  responseTimeoutMs,
  type SocketAddress,
  statementTimeoutMs,
} from "./connections.ts";
import { findPrimaryUrl } from "./hosts.ts";
import { publishQuery } from "./query-channel.ts";
import { toQuotaRefusal } from "./quotas.ts";
import type { Tables } from "./tables/tables.ts";

/** The database outside a transaction. */
export type Db = Kysely<Tables>;
/** What a store function takes: the database, or the transaction it runs in. */
export type DbOrTx = Kysely<Tables> | Transaction<Tables>;

/** Connects to PostgreSQL by URL, or to the private socket of the embedded engine. */
export type Connection = UrlConnection | SocketAddress;

/** URLs of PostgreSQL, with one host or several of which one is the primary. */
export type UrlConnection = {
  connectionString: string;
  /** PostgreSQL itself, if `connectionString` is that of a connection pooler in transaction mode. */
  directConnectionString?: string | undefined;
  /** URLs of streaming replicas. */
  replicaConnectionStrings?: readonly string[] | undefined;
};

/** Source: security requirements §9.1. */
const poolSize = 10;
const boundedPoolSize = 5;
/** Connections past a pooler. */
const directPoolSize = 4;
export const boundedReadTimeoutMs = 2_000;
/** Maximum of a timer: 24 days. */
const maxTimerMs = 2 ** 31 - 1;

/** Opens a connection pool. It connects at the first query. */
export function openDatabase(connection: Connection, onError: (error: Error) => void, size = poolSize): Db {
  const isPooled = "connectionString" in connection && connection.directConnectionString !== undefined;
  const target = "connectionString" in connection ? connection.connectionString : connection;
  const main = connectTo(target, onError, { isPooled });
  const bounded = main.open(boundedPoolSize, boundedReadTimeoutMs);
  const pool = main.open(size, statementTimeoutMs);
  const direct = isPooled ? connectTo(connection.directConnectionString!, onError, { isPooled: false }) : undefined;
  const close = () => Promise.all([main.close(), direct?.close()]);
  const db = toKysely(pool, isPooled ? { ms: statementTimeoutMs, ownTransaction: false } : undefined, close);
  connections.set(db, main);
  lsnPools.set(db, main.open(1, statementTimeoutMs));
  boundedReads.set(db, toKysely(bounded, isPooled ? { ms: boundedReadTimeoutMs, ownTransaction: true } : undefined));
  if (isPooled) for (const one of [pool, bounded]) disablePreparedStatements(one);
  if (direct) directDatabases.set(db, toKysely(direct.open(directPoolSize, statementTimeoutMs)));
  return db;
}

/** Opens connections to a streaming replica. */
export function openReplica(connectionString: string): Db {
  const db = openDatabase({ connectionString }, () => undefined);
  for (const one of [db, boundedReads.get(db)]) replicaPools.add(poolOf(one!)!);
  return db;
}

const replicaPools = new WeakSet<pg.Pool>();
const lsnPools = new WeakMap<Db, pg.Pool>();

/** A connection for checks of the server, which do not wait for other statements. */
export const lsnPoolOf = (db: Db): pg.Pool => lsnPools.get(db)!;

const connections = new WeakMap<Db, Connections>();

/** Closes all connections, in use or not: their statements fail as unavailable. Later ones open new connections. */
export function terminateConnections(db: Db): void {
  connections.get(db)?.terminateWhere(() => true);
}

const directDatabases = new WeakMap<Db, Db>();

/** The same database without a connection pooler in between, for what needs a session: locks and settings of it. */
export const directDatabase = (db: Db): Db => directDatabases.get(db) ?? db;

/** Options of a single connection to the primary, without a connection pooler in between. */
export async function directConnectionOptions(
  connection: Connection,
): Promise<{ connectionString: string } | SocketAddress> {
  if (!("connectionString" in connection)) return connection;
  return { connectionString: await findPrimaryUrl(connection.directConnectionString ?? connection.connectionString) };
}

interface StatementTimeout {
  ms: number;
  /** Whether statements outside a transaction run in one of their own. */
  ownTransaction: boolean;
}

/** @param timeout If the connections have none of their own. */
function toKysely(pool: pg.Pool, timeout?: StatementTimeout, end: () => Promise<unknown> = async () => undefined): Db {
  const connect = async () => {
    const client = discardUnresponsive(await acquireConnection(pool), () => recordWrite(pool));
    return timeout ? withStatementTimeout(client, timeout) : client;
  };
  const close = async () => void (await end());
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: close, options: pool.options } }),
  });
  pools.set(db, pool);
  return db;
}

/**
 * Sets the timeout at the start of each transaction, in one message, because a pooler shares the connection.
 */
function withStatementTimeout(
  client: PostgresPoolClient,
  { ms, ownTransaction }: StatementTimeout,
): PostgresPoolClient {
  let isInTransaction = false;
  const run = client.query as unknown as (text: string, values: unknown[]) => Promise<pg.QueryResult>;
  const query = async (text: string, values: unknown[]) => {
    if (/^(?:begin|start transaction)\b/i.test(text)) {
      isInTransaction = true;
      return run(`${text}; set local statement_timeout = ${ms}`, []);
    }
    if (/^(?:commit|rollback)$/i.test(text)) isInTransaction = false;
    if (isInTransaction || !ownTransaction || /^(?:commit|rollback)$/i.test(text)) return run(text, values);
    await run(`begin; set local statement_timeout = ${ms}`, []);
    try {
      const result = await run(text, values);
      await run("commit", []);
      return result;
    } catch (error) {
      await run("rollback", []).catch(() => undefined);
      throw error;
    }
  };
  return { query: query as unknown as PostgresPoolClient["query"], release: (destroy) => client.release(destroy) };
}

/** A statement of {@link toReadOnly} would have written. */
export class ReadOnlyViolation extends Error {
  override readonly name = "ReadOnlyViolation";
}

/** The same database, with every statement in a read-only transaction. Writes fail with {@link ReadOnlyViolation}. */
export function toReadOnly(db: Db): Db {
  const pool = poolOf(db)!;
  const connect = async () => withoutWrites(discardUnresponsive(await acquireConnection(pool), () => undefined));
  // Absent from `pools`, so that prepared statements use these connections, too.
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => undefined, options: pool.options } }),
  });
}

/** Explicit, because a setting of the connection would last longer than this use of it. */
function withoutWrites(client: PostgresPoolClient): PostgresPoolClient {
  let isInTransaction = false;
  const send = client.query as unknown as (text: string, values: unknown[]) => Promise<pg.QueryResult>;
  const run = (text: string, values: unknown[]) =>
    send(text, values).catch((cause: unknown) => {
      throw isReadOnlyError(cause) ? new ReadOnlyViolation(cause.message, { cause }) : cause;
    });
  const query = async (text: string, values: unknown[]) => {
    if (/^(?:begin|start transaction)\b/i.test(text)) {
      isInTransaction = true;
      return run(`${text.replace(/ read (?:only|write)\b/i, "")} read only`, []);
    }
    if (isInTransaction) {
      if (/^(?:commit|rollback)$/i.test(text)) isInTransaction = false;
      return run(text, values);
    }
    await run("begin read only", []);
    try {
      return await run(text, values);
    } finally {
      // Fails with the statement if the connection is lost.
      await run("rollback", []).catch(() => undefined);
    }
  };
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
}

const boundedReads = new WeakMap<DbOrTx, Db>();

/** Reads with a lighter filter cannot be slow. */
const heavyWeight = 10;

/**
 * Runs a read with a filter of this weight: a heavy one on a separate pool, with a timeout of 2 seconds per statement
 * instead of 10. Such reads cannot exhaust the connections of other requests. Source: security requirements §2.10.
 */
export async function readWithTimeLimit<Result>(
  db: Db,
  weight: number,
  read: (db: DbOrTx) => Promise<Result>,
): Promise<Result> {
  return read((weight >= heavyWeight && boundedReads.get(db)) || db);
}

const disableTimeout = "set local statement_timeout = 0";

/** Disables the statement timeout for this transaction. */
export async function disableStatementTimeout(tx: Transaction<Tables>): Promise<void> {
  await sql.raw(disableTimeout).execute(tx);
}

/**
 * Removes a connection from the pool after a response timeout: pg would reuse it, and the next query would wait behind
 * the unanswered one.
 */
function discardUnresponsive(client: pg.PoolClient, onWrite: () => void): PostgresPoolClient {
  let timeoutMs = responseTimeoutMs;
  let lost: Error | undefined;
  let hasWritten = false;
  const query = async (text: string, values: unknown[]) => {
    if (lost) throw lost;
    if (text === disableTimeout) timeoutMs = maxTimerMs;
    const config: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: timeoutMs };
    try {
      const result = await publishQuery(text, () => client.query(config));
      if (isWrite(text)) hasWritten = true;
      if (hasWritten) onWrite();
      if (/^(?:commit|rollback)/i.test(text)) hasWritten = false;
      return result;
    } catch (error) {
      if (error instanceof Error && isResponseTimeout(error)) {
        lost = error;
        client.release(error);
      }
      throw toQuotaRefusal(error);
    }
  };
  return {
    // Kysely's other overload is for cursors, which are not used.
    query: query as unknown as PostgresPoolClient["query"],
    release(destroy) {
      if (!lost) client.release(destroy);
    },
  };
}

/** Whether a statement may write. Functions called by `select` are assumed not to. */
export const isWrite = (text: string): boolean =>
  /^\s*with\b/i.test(text)
    ? /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b/i.test(text)
    : !/^\s*(?:select|begin|start|set|commit|rollback)\b/i.test(text);
const writes = new WeakMap<pg.Pool, number>();

function recordWrite(pool: pg.Pool): void {
  if (replicaPools.has(pool)) return;
  writes.set(pool, (writes.get(pool) ?? 0) + 1);
  const request = currentRequest();
  if (request) request.hasWritten = true;
}

/** Increases {@link countWrites} because of a write of another process. */
export function recordExternalWrite(db: Db): void {
  const pool = poolOf(db);
  if (pool) writes.set(pool, (writes.get(pool) ?? 0) + 1);
}

/** A counter that increases whenever a statement or transaction of this process may have changed the database. */
export function countWrites(db: DbOrTx): number {
  const pool = poolOf(db);
  return (pool && writes.get(pool)) ?? 0;
}

/** Runs a prepared statement. */
export async function queryPrepared(pool: pg.Pool, config: pg.QueryConfig & { name: string }): Promise<pg.QueryResult> {
  const client = await acquireConnection(pool);
  let failure: Error | undefined;
  try {
    const result = await publishQuery(config.text, () => client.query(config));
    if (isWrite(config.text)) recordWrite(pool);
    return result;
  } catch (error) {
    failure = error as Error;
    throw toQuotaRefusal(error);
  } finally {
    // As `pool.query` does, for errors of the connection and of the statement.
    client.release(failure);
  }
}

/** Pools behind a connection pooler without support for prepared statements. */
const unpreparedPools = new WeakSet<pg.Pool>();

/** Whether connections of this pool keep prepared statements. */
export const canPrepare = (pool: pg.Pool): boolean => !unpreparedPools.has(pool);

/** Call it when a connection has lost a prepared statement. */
export function disablePreparedStatements(pool: pg.Pool): void {
  unpreparedPools.add(pool);
}

const isResponseTimeout = ({ message }: Error): boolean => message === "Query read timeout";

const pools = new WeakMap<DbOrTx, pg.Pool>();

/** Returns the pool of {@link openDatabase}; a transaction has none. */
export function poolOf(db: DbOrTx): pg.Pool | undefined {
  return pools.get(db);
}

/** Counts connections; `wanted` are callers waiting for one. */
export function countConnections(db: Db): { busy: number; idle: number; wanted: number } {
  const opened = [db, boundedReads.get(db)].flatMap((one) => (one && poolOf(one)) ?? []);
  const sum = (count: (pool: pg.Pool) => number) => opened.reduce((total, pool) => total + count(pool), 0);
  return {
    busy: sum((pool) => pool.totalCount - pool.idleCount),
    idle: sum((pool) => pool.idleCount),
    wanted: sum((pool) => pool.waitingCount),
  };
}

/** Whether `error` is a violation of the unique constraint `name`. */
export function isUniqueViolation(error: unknown, name: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === name;
}

/** Whether PostgreSQL aborted a transaction because of a deadlock or another conflict, so that it may be retried. */
export function isTransactionAbort(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40P01" || error.code === "40001");
}

/** Whether a statement refers to a table that does not exist. */
export function isUndefinedTable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "42P01";
}

/** Source: PostgreSQL, "Error Codes", 25006. */
const isReadOnlyError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === "25006";

/** Whether a statement waited too long for a lock. */
export const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "55P03";

/** Source: PostgreSQL, "Error Codes", 57014. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "57014";
}

/**
 * Whether a retry would fail again: statement timeout, invalid statement or data, or exceeded limit. Missing privileges
 * and names of prepared statements (42501, 42P05) may change.
 */
export function isPermanentError(error: unknown): boolean {
  return (
    isStatementTimeout(error) ||
    (error instanceof pg.DatabaseError && /^(?:22|42(?!501|P05)|54)/.test(error.code ?? ""))
  );
}

/**
 * Whether a statement exceeded a limit of PostgreSQL, such as 256 MiB for an array. Source: "Error Codes", class 54.
 */
export function isLimitExceeded(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith("54") === true;
}

/** Whether the database is unreachable, full, too slow or a standby, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (isResponseTimeout(error)) return true;
  if (error instanceof pg.DatabaseError) return /^(08|53|57)/.test(code) || isReadOnlyError(error);
  return (
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"].includes(code) ||
    /Connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired/.test(error.message)
  );
}
