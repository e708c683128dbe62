import { Kysely, PostgresDialect, type PostgresPoolClient, sql, type Transaction } from "kysely";
import pg from "pg";
import type { Tables } from "./tables/tables.ts";

/** The database outside of a transaction. */
export type Db = Kysely<Tables>;
/** What a store function takes: the database, or the transaction it runs in. */
export type DbOrTx = Kysely<Tables> | Transaction<Tables>;

/** Connects to PostgreSQL by URL, or to the private socket of the embedded engine. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

/** Source: security requirements §9.1. */
const poolSize = 10;
const boundedPoolSize = 5;
export const boundedReadTimeoutMs = 2_000;
const acquireTimeoutMs = 5_000;
const statementTimeoutMs = 10_000;
/** Longer than the statement timeout of PostgreSQL: no response by then means a dead process or network. */
const responseTimeoutMs = statementTimeoutMs + 2_000;
/** Maximum of a timer: 24 days. */
const maxTimerMs = 2 ** 31 - 1;

/** pg leaves the connection open if authentication fails on the client side, which would keep the process running. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on("error", () => this.connection.stream.destroy());
  }
}

/** Opens a connection pool. It connects at the first query. */
export function openDatabase(connection: Connection, onError: (error: Error) => void, size = poolSize): Db {
  const bounded = openPool(connection, onError, { size: boundedPoolSize, statementTimeoutMs: boundedReadTimeoutMs });
  const pool = openPool(connection, onError, { size, statementTimeoutMs });
  const db = toKysely(pool, () => Promise.all([pool.end(), bounded.end()]));
  boundedReads.set(
    db,
    toKysely(bounded, async () => undefined),
  );
  return db;
}

function openPool(
  connection: Connection,
  onError: (error: Error) => void,
  { size, statementTimeoutMs }: { size: number; statementTimeoutMs: number },
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    Client,
    max: size,
    connectionTimeoutMillis: acquireTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: responseTimeoutMs,
    application_name: "porchlight",
  });
  // Without listeners, a broken connection would crash the process. The pool repeats the errors of idle connections.
  pool.on("connect", (client) => client.on("error", onError));
  pool.on("error", () => undefined);
  return pool;
}

function toKysely(pool: pg.Pool, end: () => Promise<unknown>): Db {
  const connect = async () => discardUnresponsive(await pool.connect(), () => recordWrite(pool));
  const close = async () => void (await end());
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: close, options: pool.options } }),
  });
  pools.set(db, pool);
  return db;
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
      const result = await client.query(config);
      if (isWrite(text)) hasWritten = true;
      if (hasWritten) onWrite();
      if (/^(?:commit|rollback)/i.test(text)) hasWritten = false;
      return result;
    } catch (error) {
      if (error instanceof Error && isResponseTimeout(error)) {
        lost = error;
        client.release(error);
      }
      throw error;
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
const isWrite = (text: string): boolean => !/^\s*(?:select|begin|set|commit|rollback)\b/i.test(text);
const writes = new WeakMap<pg.Pool, number>();

function recordWrite(pool: pg.Pool): void {
  writes.set(pool, (writes.get(pool) ?? 0) + 1);
}

/** A counter that increases whenever a statement or transaction of this process may have changed the database. */
export function countWrites(db: DbOrTx): number {
  const pool = poolOf(db);
  return (pool && writes.get(pool)) ?? 0;
}

/** Runs a prepared statement. */
export async function queryPrepared(pool: pg.Pool, config: pg.QueryConfig & { name: string }): Promise<pg.QueryResult> {
  const result = await pool.query(config);
  if (isWrite(config.text)) recordWrite(pool);
  return result;
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

/** Whether the database is unreachable, full or too slow, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (isResponseTimeout(error)) return true;
  if (error instanceof pg.DatabaseError) return /^(08|53|57)/.test(code);
  return (
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"].includes(code) ||
    /Connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired/.test(error.message)
  );
}
