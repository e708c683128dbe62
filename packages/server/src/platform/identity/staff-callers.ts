import { cacheFor } from "../concurrency/cached-value.ts";
import type { Caller, StaffRole } from "../context/caller.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { LiveSessions } from "./live-sessions.ts";

/** Finds the staff account of an access token. */
export interface StaffCallers {
  /** Returns `undefined` for tokens that are not of staff, or whose session or account has ended. */
  find(token: string, now: Date): Promise<Extract<Caller, { kind: "staff" }> | undefined>;
  /** Applies changes of roles in this process at once; other processes notice them within a second. */
  invalidate(): void;
}

/** @param findRoles The roles of all staff accounts by id. */
export function createStaffCallers(
  { accessTokens, liveSessions }: { accessTokens: AccessTokens; liveSessions: LiveSessions },
  findRoles: () => Promise<ReadonlyMap<string, StaffRole>>,
): StaffCallers {
  const roles = cacheFor(findRoles);
  return {
    async find(token, now) {
      const claims = await accessTokens.verify(token, now);
      if (claims?.role !== "member" || !(await liveSessions.isLive(claims.sessionId))) return undefined;
      const role = (await roles.read()).get(claims.subjectId);
      return role && { kind: "staff", staffId: claims.subjectId, sessionId: claims.sessionId, role };
    },
    invalidate: () => roles.invalidate(),
  };
}
