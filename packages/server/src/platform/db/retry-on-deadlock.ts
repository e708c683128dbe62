import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "kysely";
import { Refusal } from "../context/errors.ts";
import type { ServerContext } from "../context/server-context.ts";
import { isDeadlock } from "./database.ts";
import type { Tables } from "./tables/tables.ts";

const mostTries = 8;
/**
 * The longest wait after the first try, in milliseconds, and after any; at least half of it. It doubles with each: the other one has to be
 * through, or both would meet again, and on a busy machine that takes long.
 */
const [firstPauseMs, longestPauseMs] = [200, 1_600];

/**
 * Repeats work that PostgreSQL has ended because it and another transaction waited for each other: two callers may change both ends of a
 * reference at once, or write the same unique values in another order.
 *
 * @throws {Refusal} `UNAVAILABLE` when it was ended eight times.
 */
export async function afterDeadlocks<Result>(carryOut: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await carryOut();
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      if (tries === mostTries) throw new Refusal("UNAVAILABLE");
      const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs);
      await sleep((pauseMs * (1 + Math.random())) / 2);
    }
  }
}

/** Work in a transaction of its own, all of which is repeated after a deadlock. @throws {Refusal} as {@link afterDeadlocks}. */
export const retryingTransaction = <Result>(
  { db }: Pick<ServerContext, "db">,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => afterDeadlocks(() => db.transaction().execute(work));
