import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { Refusal } from "../context/errors.ts";
import { type Db, type DbOrTx, isDeadlock } from "./database.ts";
import type { Tables } from "./tables/tables.ts";

const maxAttempts = 8;
/**
 * The longest wait after the first try, in milliseconds, and after any; at least half of it. It doubles with each: the other one has to be
 * through, or both would meet again, and on a busy machine that takes long.
 */
const [firstDelayMs, maxDelayMs] = [200, 1_600];

/**
 * Repeats work that PostgreSQL has ended because it and another transaction waited for each other: two callers may change both ends of a
 * reference at once, or write the same unique values in another order.
 *
 * @throws {Refusal} `UNAVAILABLE` when it was ended eight times.
 */
export async function retryOnDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      if (attempt === maxAttempts) throw new Refusal("UNAVAILABLE");
      const delayMs = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
      await sleep((delayMs * (1 + Math.random())) / 2);
    }
  }
}

/** Work in a transaction of its own, all of which is repeated after a deadlock. @throws {Refusal} as {@link retryOnDeadlock}. */
export const transactionWithRetry = <Result>(
  { db }: { db: Db },
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => retryOnDeadlock(() => db.transaction().execute(work));

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
