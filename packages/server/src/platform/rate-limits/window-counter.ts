import { LRUCache } from "lru-cache";
import type { Limit } from "./limits.ts";

/** Beyond it, the least recently seen callers are evicted. */
const maxCallers = 20_000;

interface Window {
  startedAt: number;
  hits: number;
  previousHits: number;
}

/** Counts in memory, without a query. */
export interface WindowCounter {
  /** Counts a hit unless the limit is reached. @returns Milliseconds to wait, or 0. */
  count(subject: string, at: number): number;
}

/**
 * Approximates a sliding window by two fixed ones: the previous window counts by the part that is still within the
 * period. Each caller takes three numbers.
 */
export function createWindowCounter({ hits: limit, perMs }: Limit): WindowCounter {
  const windows = new LRUCache<string, Window>({ max: maxCallers });
  return {
    count(subject, at) {
      const window = windows.get(subject) ?? { startedAt: at, hits: 0, previousHits: 0 };
      windows.set(subject, window);
      advance(window, at, { hits: limit, perMs });
      const age = at - window.startedAt;
      if (window.previousHits * (1 - age / perMs) + window.hits + 1 <= limit) {
        window.hits++;
        return 0;
      }
      const room = limit - 1 - window.hits;
      // Either enough of the previous window leaves the period, or this window becomes the previous one first.
      return room >= 0 ? perMs * (1 - room / window.previousHits) - age : perMs - age;
    },
  };
}

function advance(window: Window, at: number, { hits: limit, perMs }: Limit): void {
  const windows = Math.floor((at - window.startedAt) / perMs);
  if (windows === 0) return;
  // Also resets after the clock was set back. One less than the limit, so that a hit is possible after a full period.
  window.previousHits = windows === 1 ? Math.min(window.hits, limit - 1) : 0;
  window.startedAt = windows === 1 ? window.startedAt + perMs : at;
  window.hits = 0;
}
