import { setTimeout as sleep } from "node:timers/promises";
import { isDeadlock } from "../../db/database.ts";
import { Refusal } from "../../errors.ts";

const mostTries = 5;
/** Milliseconds, half to all of it: whoever stood in the way goes first, or both would meet again at once. */
const pause = 200;

/**
 * Carries a transaction out again when PostgreSQL has ended it for another one that it stood in the way of: two callers may change both ends
 * of a reference at once, or write the same unique values in another order.
 *
 * @throws {Refusal} `UNAVAILABLE` when that happens time and again.
 */
export async function afterDeadlocks<Result>(carryOut: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await carryOut();
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      if (tries === mostTries) throw new Refusal("UNAVAILABLE");
      await sleep((pause * (1 + Math.random())) / 2);
    }
  }
}
