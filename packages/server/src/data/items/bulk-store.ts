import { sql } from "kysely";
import type { DbOrTx } from "../../db/database.ts";

/** Undoes what a part of a transaction did when it fails, and lets the rest go on. */
export async function attempt<Result>(tx: DbOrTx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx);
    throw error;
  }
}
