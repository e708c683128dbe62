import { cacheFor } from "../concurrency/cached-value.ts";
import type { Caller, StaffRole } from "../context/caller.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { ApiKeys } from "./api-keys.ts";
import type { LiveSessions } from "./live-sessions.ts";

/** Finds the staff account of an access token. */
export interface StaffCallers {
  /** Returns `undefined` for tokens that are not of staff, or whose session or account has ended. */
  find(token: string, now: Date): Promise<Extract<Caller, { kind: "staff" }> | undefined>;
  /** The role that a staff account has now; `undefined` if there is no such account. */
  roleOf(staffId: string): Promise<StaffRole | undefined>;
  /** Applies changes of roles in this process at once; other processes notice them within a second. */
  invalidate(): void;
}

/** What {@link findCurrentCaller} depends on. */
export interface CurrentCallerContext {
  staffCallers: StaffCallers;
  liveSessions: LiveSessions;
  apiKeys: ApiKeys;
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
      if (claims?.role !== "member" || !(await liveSessions.isLive(claims))) return undefined;
      const role = (await roles.read()).get(claims.subjectId);
      return role && { kind: "staff", staffId: claims.subjectId, sessionId: claims.sessionId, role };
    },
    roleOf: async (staffId) => (await roles.read()).get(staffId),
    invalidate: () => roles.invalidate(),
  };
}

/**
 * A former caller with the rights of now: staff with their current role, members while they are signed in, programs
 * while their key is valid. `undefined` for others.
 */
export async function findCurrentCaller(
  { staffCallers, liveSessions, apiKeys }: CurrentCallerContext,
  caller: Caller,
): Promise<Caller | undefined> {
  if ("apiKey" in caller && caller.apiKey && !(await apiKeys.isValid(caller.apiKey.keyId))) return undefined;
  if (caller.kind === "staff") {
    const role = await staffCallers.roleOf(caller.staffId);
    return role && { ...caller, role };
  }
  if (caller.kind === "member" && !(await liveSessions.isLive(caller))) return undefined;
  return caller;
}
