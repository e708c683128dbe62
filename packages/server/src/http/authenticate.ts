import { LRUCache } from "lru-cache";
import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { isSessionLive, livenessLagMs } from "../sessions/sessions-store.ts";

const rememberedSessions = 10_000;

/**
 * Tells who sends a request from its Authorization header: the raw access token, with or without `Bearer`.
 * No header, or an empty one, is an anonymous caller; a token that does not count is refused, never ignored.
 *
 * @throws {Refusal} `UNAUTHENTICATED`.
 */
export function createAuthenticate(deps: Deps): (authorization: string | null) => Promise<Caller> {
  /** Sessions seen live not long ago; a block or a sign-out elsewhere counts when this has gone stale. */
  const live = new LRUCache<string, true>({ max: rememberedSessions, ttl: livenessLagMs });

  return async (authorization) => {
    const token = authorization?.trim().replace(/^Bearer +/i, "") ?? "";
    if (token === "") return { kind: "anonymous" };
    const claims = await deps.accessTokens.verify(token, deps.now());
    if (!claims) throw new Refusal("UNAUTHENTICATED");
    const { appId, sessionId, subjectId } = claims;
    if (claims.role === "visitor") return { kind: "visitor", appId, sessionId, visitorId: subjectId };
    if (!live.has(sessionId)) {
      if (!(await isSessionLive(deps.db, deps.site.id, sessionId))) throw new Refusal("UNAUTHENTICATED");
      live.set(sessionId, true);
    }
    return { kind: "member", appId, sessionId, memberId: subjectId };
  };
}
