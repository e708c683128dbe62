import { sql } from "kysely";
import type { Db, DbOrTx } from "../database.ts";

/** Source: security requirements §2.10. */
export const boundedReadTimeoutMs = 2_000;

/** From this weight on a filter may keep the database busy. Below it, a transaction would cost more than the read. */
const heavyWeight = 10;

/**
 * Reads what a caller's filter of this weight asks for. A heavy one ends after 2 seconds, as a failure of a database that is
 * too slow, rather than after the pool's 10.
 */
export async function readWithTimeLimit<Result>(
  db: Db,
  weight: number,
  read: (db: DbOrTx) => Promise<Result>,
  timeoutMs = boundedReadTimeoutMs,
): Promise<Result> {
  if (weight < heavyWeight) return read(db);
  return db.connection().execute(async (connection) => {
    // One message instead of two.
    await sql.raw(`begin read only; set local statement_timeout = ${Math.round(timeoutMs)}`).execute(connection);
    try {
      const result = await read(connection);
      await sql.raw("commit").execute(connection);
      return result;
    } catch (error) {
      // A connection that cannot even do that is none any more, and the pool does not keep it.
      await sql
        .raw("rollback")
        .execute(connection)
        .catch(() => undefined);
      throw error;
    }
  });
}
