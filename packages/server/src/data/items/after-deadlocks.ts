import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "kysely";
import { isDeadlock } from "../../db/database.ts";
import type { Tables } from "../../db/tables.ts";
import type { Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";

const mostTries = 5;
/** The longest wait between two tries, in milliseconds; at least half of it. The other one goes first, or both would meet again at once. */
const pauseMs = 200;

/**
 * Repeats work that PostgreSQL has ended because it and another transaction waited for each other: two callers may change both ends of a
 * reference at once, or write the same unique values in another order.
 *
 * @throws {Refusal} `UNAVAILABLE` when it was ended five times.
 */
export async function afterDeadlocks<Result>(carryOut: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await carryOut();
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      if (tries === mostTries) throw new Refusal("UNAVAILABLE");
      await sleep((pauseMs * (1 + Math.random())) / 2);
    }
  }
}

/** Work in a transaction of its own, all of which is repeated after a deadlock. @throws {Refusal} as {@link afterDeadlocks}. */
export const retryingTransaction = <Result>(
  { db }: Pick<Deps, "db">,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => afterDeadlocks(() => db.transaction().execute(work));
