import { LRUCache } from "lru-cache";
import type { Limit } from "./limits.ts";

/** Addresses and members counted at once; beyond it, who has not asked for longest is forgotten. */
const remembered = 20_000;

interface Window {
  startedAt: number;
  hits: number;
  formerHits: number;
}

/** Counts in memory, so that a read costs no query. */
export interface WindowCounter {
  /** Counts one more for `who` at `at`, unless the limit is reached; answers how many milliseconds to wait then, else 0. */
  count(who: string, at: number): number;
}

/**
 * A sliding window from two fixed ones: of the former window counts the part that still lies within the span. It takes three
 * numbers for each caller, however many requests there are.
 */
export function createWindowCounter({ hits: limit, perMs }: Limit): WindowCounter {
  const windows = new LRUCache<string, Window>({ max: remembered });
  return {
    count(who, at) {
      const window = windows.get(who) ?? { startedAt: at, hits: 0, formerHits: 0 };
      windows.set(who, window);
      moveOn(window, at, { hits: limit, perMs });
      const age = at - window.startedAt;
      if (window.formerHits * (1 - age / perMs) + window.hits + 1 <= limit) {
        window.hits++;
        return 0;
      }
      const room = limit - 1 - window.hits;
      // Either enough of the former window passes out of the span, or this one has to become the former one first.
      return room >= 0 ? perMs * (1 - room / window.formerHits) - age : perMs - age;
    },
  };
}

function moveOn(window: Window, at: number, { hits: limit, perMs }: Limit): void {
  const windows = Math.floor((at - window.startedAt) / perMs);
  if (windows === 0) return;
  // A clock that was set back starts anew, too.
  // One less than the limit at most, so that after the whole span there is room at once.
  window.formerHits = windows === 1 ? Math.min(window.hits, limit - 1) : 0;
  window.startedAt = windows === 1 ? window.startedAt + perMs : at;
  window.hits = 0;
}
