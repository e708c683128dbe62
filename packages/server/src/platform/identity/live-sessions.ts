import { LRUCache } from "lru-cache";
import type { DbOrTx } from "../db/database.ts";
import { findSessionsEndedSince, isSessionLive } from "./sessions-store.ts";

/** Which sessions' access tokens count. */
export interface LiveSessions {
  /** Whether the session goes on. One that ends on another node is told to have ended within a second. */
  isLive(sessionId: string): Promise<boolean>;
  /** To be called when this node has ended the session, so that its next call is refused. */
  invalidate(sessionId: string): void;
}

const maxCachedSessions = 10_000;
/** A session that was seen live is not asked for again for so long, unless it is among those that have ended. */
const sessionTtlMs = 30_000;
/** Those are asked for this often, as long as there are calls. */
const freshMs = 1_000;
/** Looked back further than is remembered: nodes' clocks differ, and what ends a session takes its time. */
const lookBackMs = sessionTtlMs + 60_000;

export function createLiveSessions(
  db: DbOrTx,
  siteId: string,
  now: () => Date,
  monotonic: () => number = () => performance.now(),
): LiveSessions {
  const live = new LRUCache<string, true>({ max: maxCachedSessions, ttl: sessionTtlMs });
  let known: { upTo: Promise<void>; at: number } | undefined;

  async function forgetEnded(): Promise<void> {
    const ended = await findSessionsEndedSince(db, siteId, new Date(now().getTime() - lookBackMs));
    for (const sessionId of ended) live.delete(sessionId);
  }

  return {
    async isLive(sessionId) {
      if (!known || monotonic() - known.at > freshMs) {
        const upTo = forgetEnded();
        known = { upTo, at: monotonic() };
        upTo.catch(() => (known = undefined));
      }
      await known.upTo;
      if (live.has(sessionId)) return true;
      if (!(await isSessionLive(db, siteId, sessionId))) return false;
      live.set(sessionId, true);
      return true;
    },
    invalidate: (sessionId) => void live.delete(sessionId),
  };
}
