import { LRUCache } from "lru-cache";
import { cacheFor } from "../concurrency/cached-value.ts";
import type { DbOrTx } from "../db/database.ts";
import { findSessionsEndedSince, isSessionLive } from "./sessions-store.ts";

/** Knows which sessions are live. */
export interface LiveSessions {
  /** Whether the session is live. A session that ends on another node is noticed within a second. */
  isLive(sessionId: string): Promise<boolean>;
  /** Call when this node has ended the session, so that its next request is rejected. */
  invalidate(sessionId: string): void;
}

const maxCachedSessions = 10_000;
const sessionTtlMs = 30_000;
/** Longer than the cache, for clock skew and slow transactions. */
const lookbackMs = sessionTtlMs + 60_000;

export function createLiveSessions(
  db: DbOrTx,
  siteId: string,
  now: () => Date,
  monotonic: () => number = () => performance.now(),
): LiveSessions {
  const live = new LRUCache<string, true>({ max: maxCachedSessions, ttl: sessionTtlMs });
  const eviction = cacheFor(async () => {
    const ended = await findSessionsEndedSince(db, siteId, new Date(now().getTime() - lookbackMs));
    for (const sessionId of ended) live.delete(sessionId);
  }, monotonic);

  return {
    async isLive(sessionId) {
      await eviction.read();
      if (live.has(sessionId)) return true;
      if (!(await isSessionLive(db, siteId, sessionId))) return false;
      live.set(sessionId, true);
      return true;
    },
    invalidate: (sessionId) => void live.delete(sessionId),
  };
}
