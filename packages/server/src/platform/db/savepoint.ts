import { sql } from "kysely";
import type { DbOrTx } from "./database.ts";

/** A part of a transaction: when it fails, what it did is undone, and the transaction can go on. There may be parts within parts. */
export async function inSavepoint<Result>(tx: DbOrTx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    // It would stay, and a part around this one would go back to here alone.
    await sql`release savepoint part`.execute(tx);
    throw error;
  }
}
