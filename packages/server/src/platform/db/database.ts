import { Kysely, PostgresDialect, type PostgresPoolClient, sql, type Transaction } from "kysely";
import pg from "pg";
import type { Tables } from "./tables/tables.ts";

/** The database outside of a transaction. */
export type Db = Kysely<Tables>;
/** What a store function takes: the database, or the transaction it runs in. */
export type DbOrTx = Kysely<Tables> | Transaction<Tables>;

/** How to reach a PostgreSQL: an address, or the private socket of the embedded one. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

/** Source: security requirements §9.1. */
const poolSize = 10;
const acquireTimeoutMs = 5_000;
const statementTimeoutMs = 10_000;
/** PostgreSQL ends what takes longer than {@link statementTimeoutMs}, and says so. Silence beyond that is that of a process or a network that has stopped. */
const responseTimeoutMs = statementTimeoutMs + 2_000;
/** The most that a timer takes: 24 days. */
const maxTimerMs = 2 ** 31 - 1;

/** pg leaves the connection open when signing in fails on this side (no password), and the process could not end. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on("error", () => this.connection.stream.destroy());
  }
}

/** Opens a pool; nothing is sent until the first query. */
export function openDatabase(connection: Connection, onError: (error: Error) => void, size = poolSize): Db {
  const pool = new pg.Pool({
    ...connection,
    Client,
    max: size,
    connectionTimeoutMillis: acquireTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: responseTimeoutMs,
    application_name: "porchlight",
  });
  // A connection that breaks is replaced at the next query; without listeners it would end the process. The pool passes on
  // what idle ones say, which they have said themselves by then.
  pool.on("connect", (client) => client.on("error", onError));
  pool.on("error", () => undefined);
  const connect = async () => discardUnresponsive(await pool.connect());
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  });
  pools.set(db, pool);
  return db;
}

const noTimeLimit = "set local statement_timeout = 0";

/** Lets the statements of this transaction take as long as they need. */
export async function disableStatementTimeout(tx: Transaction<Tables>): Promise<void> {
  await sql.raw(noTimeLimit).execute(tx);
}

/**
 * A connection that is thrown away as soon as a query has stayed without an answer for {@link responseTimeoutMs}: pg would tell the caller and
 * keep it, and the next query would wait behind that one.
 */
function discardUnresponsive(client: pg.PoolClient): PostgresPoolClient {
  let timeoutMs = responseTimeoutMs;
  let lost: Error | undefined;
  const query = async (text: string, values: unknown[]) => {
    if (lost) throw lost;
    if (text === noTimeLimit) timeoutMs = maxTimerMs;
    const question: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: timeoutMs };
    try {
      return await client.query(question);
    } catch (error) {
      if (error instanceof Error && isResponseTimeout(error)) {
        lost = error;
        client.release(error);
      }
      throw error;
    }
  };
  return {
    // Kysely's other signature is that of cursors, which nothing here asks for.
    query: query as unknown as PostgresPoolClient["query"],
    release(destroy) {
      if (!lost) client.release(destroy);
    },
  };
}

/** How pg says that `query_timeout` is over. */
const isResponseTimeout = ({ message }: Error): boolean => message === "Query read timeout";

const pools = new WeakMap<DbOrTx, pg.Pool>();

/** The pool behind {@link openDatabase}; a transaction has none, only its one connection. */
export function poolOf(db: DbOrTx): pg.Pool | undefined {
  return pools.get(db);
}

/** How the connections of {@link openDatabase} are used now; `wanted` are callers that wait for one. */
export function countConnections(db: Db): { busy: number; idle: number; wanted: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = poolOf(db) ?? {};
  return { busy: totalCount - idleCount, idle: idleCount, wanted: waitingCount };
}

/** Whether `error` is PostgreSQL's refusal of a second row for the unique constraint `name`. */
export function isUniqueViolation(error: unknown, name: string): boolean {
  return error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === name;
}

/** Whether PostgreSQL has ended a transaction that another waited for, and that waited for the other: it may run again. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "40P01";
}

/** Whether PostgreSQL has ended a statement, for its time was over. Source: PostgreSQL, "Error Codes", 57014. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "57014";
}

/**
 * Whether a statement would end the same way again: its time was over, or PostgreSQL does not take what it says, or what it comes upon. Rights
 * of the database's user and names of prepared statements (42501, 42P05) may be others by then.
 */
export function isPermanentError(error: unknown): boolean {
  return (
    isStatementTimeout(error) ||
    (error instanceof pg.DatabaseError && /^(?:22|42(?!501|P05)|54)/.test(error.code ?? ""))
  );
}

/** Whether a statement was beyond a limit that PostgreSQL has: a list of more than 256 MiB, say. Source: PostgreSQL, "Error Codes", class 54. */
export function isLimitExceeded(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith("54") === true;
}

/** Whether the database is away, full or too slow, rather than the query wrong: the caller may try again later. */
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
