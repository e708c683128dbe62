import { currentRequest, observeQueries, type QueryEvent, summarizeQuery } from "@porchlight/server/operations";
import type { Logger } from "pino";

/**
 * Logs statements that take at least `thresholdMs`, with the request that waited for them. Values are not logged: the
 * statement has placeholders.
 *
 * @returns A function that ends the log.
 */
export function logSlowQueries(log: Logger, thresholdMs: number): () => void {
  const startTimes = new WeakMap<QueryEvent, number>();
  return observeQueries({
    start: (query) => void startTimes.set(query, performance.now()),
    end(query, { failed }) {
      const ms = Math.round(performance.now() - (startTimes.get(query) ?? performance.now()));
      if (ms < thresholdMs) return;
      const requestId = currentRequest()?.id;
      const statement = summarizeQuery(query.text);
      log.warn({ event: "slow-query", requestId, ms, statement, ...(failed && { failed }) }, "slow query");
    },
  });
}
