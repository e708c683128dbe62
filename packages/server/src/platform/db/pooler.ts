import { sql } from "kysely";
import pg from "pg";
import { type Db, poolOf } from "./database.ts";

/** Each may meet other clients of the pooler, which take the connections it would share. */
const attempts = 5;

/**
 * Whether there is a connection pooler between this process and PostgreSQL that shares connections, so that prepared
 * statements, locks and timeouts of a session get lost.
 */
export async function isBehindPooler(db: Db): Promise<boolean> {
  const pool = poolOf(db)!;
  try {
    const client = await pool.connect();
    try {
      const pid = await readProcessId(client);
      // A pooler reports a made-up process id to the client. So do proxies and poolers that share nothing.
      if (pid === (client as unknown as { processID: number | null }).processID) return false;
      return await sharesConnections(client, pid, pool.options);
    } finally {
      client.release();
    }
  } catch (error) {
    // Source: PgBouncer, "ignore_startup_parameters".
    if (error instanceof pg.DatabaseError && error.code === "08P01" && /startup parameter/.test(error.message))
      return true;
    throw error;
  }
}

/** Whether a transaction of another client gets the connection that `client` has used, or `client` another one. */
async function sharesConnections(client: pg.ClientBase, pid: number, options: pg.PoolConfig): Promise<boolean> {
  const other = new pg.Pool({ ...options, max: 1 });
  other.on("connect", (one) => one.on("error", () => undefined));
  other.on("error", () => undefined);
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const second = await other.connect();
      try {
        await second.query("begin");
        if ((await readProcessId(second)) === pid || (await readProcessId(client)) !== pid) return true;
        await second.query("rollback");
      } finally {
        second.release();
      }
    }
    return false;
  } finally {
    await other.end();
  }
}

async function readProcessId(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}

/** Whether statements have no timeout of PostgreSQL, because a pooler does not pass it on. */
export async function lacksStatementTimeout(db: Db): Promise<boolean> {
  const { rows } = await sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(db);
  return rows[0]?.timeout === "0";
}
