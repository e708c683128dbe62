import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { Refusal } from "../context/errors.ts";
import { type Db, type DbOrTx, isDeadlock } from "./database.ts";
import type { Tables } from "./tables/tables.ts";

const maxAttempts = 8;
/** Maximum delays after the first attempt and after any. Exponential, so that the other transaction can finish. */
const [firstDelayMs, maxDelayMs] = [200, 1_600];

/**
 * Retries work after deadlocks, for instance of callers that write the same unique values in different order.
 *
 * @throws {Refusal} `UNAVAILABLE` after eight deadlocks.
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

/** Runs a transaction and retries it after a deadlock. @throws {Refusal} as {@link retryOnDeadlock}. */
export const transactionWithRetry = <Result>(
  { db }: { db: Db },
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => retryOnDeadlock(() => db.transaction().execute(work));

/** Runs part of a transaction in a savepoint, which may be nested: if it fails, only its changes are rolled back. */
export async function inSavepoint<Result>(tx: DbOrTx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    // Otherwise an outer savepoint of the same name would roll back to this one only.
    await sql`release savepoint part`.execute(tx);
    throw error;
  }
}
