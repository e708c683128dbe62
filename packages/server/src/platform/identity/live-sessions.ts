import { LRUCache } from "lru-cache";
import { cacheFor } from "../concurrency/cached-value.ts";
import type { DbOrTx } from "../db/database.ts";
import { findEnabledApps, findSessionEnd, findSessionsEndedSince } from "./sessions-store.ts";

/** Knows which sessions are live. */
export interface LiveSessions {
  /**
   * Whether the session of a member is live and its app enabled. What another node ends, disables, or deletes is
   * noticed within a second.
   */
  isLive(session: { sessionId: string; appId: string }): Promise<boolean>;
  /** Whether an app exists and is enabled. While the database is unavailable, known apps remain enabled. */
  isEnabled(appId: string): Promise<boolean>;
  /**
   * Call when this node has ended the session, so that its next request is rejected. Default: several sessions or an
   * app.
   */
  invalidate(sessionId?: string): void;
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
  /** When each session ends: an access token is valid for longer than its session near the end of that. */
  const live = new LRUCache<string, Date>({ max: maxCachedSessions, ttl: sessionTtlMs });
  let enabledApps: ReadonlySet<string> = new Set();
  const eviction = cacheFor(async () => {
    enabledApps = new Set(await findEnabledApps(db, siteId));
    const ended = await findSessionsEndedSince(db, siteId, new Date(now().getTime() - lookbackMs));
    for (const sessionId of ended) live.delete(sessionId);
  }, monotonic);

  /** Apps missing in the cache may be new. */
  const hasApp = async (appId: string) =>
    enabledApps.has(appId) || (await findEnabledApps(db, siteId, appId)).length > 0;

  return {
    async isLive({ sessionId, appId }) {
      await eviction.read();
      if (!(await hasApp(appId))) return false;
      const cached = live.get(sessionId);
      const end = cached ?? (await findSessionEnd(db, siteId, sessionId));
      if (!end || end <= now()) return false;
      if (!cached) live.set(sessionId, end);
      return true;
    },
    async isEnabled(appId) {
      await eviction.read().catch(() => undefined);
      return hasApp(appId);
    },
    invalidate(sessionId) {
      if (sessionId === undefined) eviction.invalidate();
      else live.delete(sessionId);
    },
  };
}
