import { sql } from "kysely";
import type { Db, DbOrTx } from "../database.ts";

/** Source: security requirements §2.10. */
export const boundedReadTimeoutMs = 2_000;

/** For lighter filters, a transaction would cost more than the read. */
const heavyWeight = 10;

/**
 * Runs a read with a filter of this weight. A heavy one times out after 2 seconds instead of the pool's 10.
 */
export async function readWithTimeLimit<Result>(
  db: Db,
  weight: number,
  read: (db: DbOrTx) => Promise<Result>,
  timeoutMs = boundedReadTimeoutMs,
): Promise<Result> {
  if (weight < heavyWeight) return read(db);
  return db.connection().execute(async (connection) => {
    // One round trip instead of two.
    await sql.raw(`begin read only; set local statement_timeout = ${Math.round(timeoutMs)}`).execute(connection);
    try {
      const result = await read(connection);
      await sql.raw("commit").execute(connection);
      return result;
    } catch (error) {
      // A connection that cannot roll back is broken, and the pool discards it.
      await sql
        .raw("rollback")
        .execute(connection)
        .catch(() => undefined);
      throw error;
    }
  });
}
