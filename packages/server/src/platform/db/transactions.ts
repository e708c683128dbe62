import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { Refusal } from "../context/errors.ts";
import { type Db, type DbOrTx, isTransactionAbort } from "./database.ts";
import type { Tables } from "./tables/tables.ts";

const maxAttempts = 8;
/** Maximum delays after the first attempt and after any. Exponential, so that the other transaction can finish. */
const [firstDelayMs, maxDelayMs] = [200, 1_600];

/**
 * Retries statements or transactions that PostgreSQL aborts because of concurrent ones.
 *
 * @param isConflict Further errors to retry, such as a generated name that another transaction has taken.
 * @throws {Refusal} `UNAVAILABLE` if PostgreSQL aborts the eighth attempt. Any other conflict is rethrown then.
 */
export async function withConflictRetry<Result>(
  work: () => Promise<Result>,
  isConflict: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isAborted = isTransactionAbort(error);
      if (!isAborted && !isConflict(error)) throw error;
      if (attempt === maxAttempts) throw isAborted ? new Refusal("UNAVAILABLE") : error;
      const delayMs = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
      await sleep((delayMs * (1 + Math.random())) / 2);
    }
  }
}

/** Runs a transaction and retries it after conflicts, like {@link withConflictRetry}. */
export const withTransactionRetry = <Result>(
  { db }: { db: Db },
  work: (tx: Transaction<Tables>) => Promise<Result>,
  isConflict?: (error: unknown) => boolean,
): Promise<Result> => withConflictRetry(() => db.transaction().execute(work), isConflict);

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

/** Returns the result of the work and undoes what it has written. Requires a transaction. */
export async function withoutEffect<Result>(tx: DbOrTx, work: () => Promise<Result>): Promise<Result> {
  const undone = new Error("The work is undone.");
  let result: { value: Result } | undefined;
  try {
    await inSavepoint(tx, async () => {
      result = { value: await work() };
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return result!.value;
}
