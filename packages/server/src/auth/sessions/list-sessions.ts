import type { MemberSession } from "@porchlight/contract/auth/account/account";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { findLiveSessionsOf } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";

/** More than members have; the least recently used are omitted. */
export const maxSessions = 100;

/**
 * The member's sessions: this one first, then by last use.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `UNAUTHENTICATED` if this session has ended.
 */
export async function listSessions(
  context: ServerContext,
  { caller }: Requester,
): Promise<{ sessions: MemberSession[] }> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const rows = await findLiveSessionsOf(context.db, {
    siteId: context.site.id,
    memberId: caller.memberId,
    firstId: caller.sessionId,
    at: context.now(),
    limit: maxSessions,
  });
  if (rows[0]?.id !== caller.sessionId) throw new Refusal("UNAUTHENTICATED");
  return { sessions: rows.map((row) => toMemberSession(row, caller.sessionId)) };
}

/** @param currentId The session of the request. */
export function toMemberSession(
  row: Awaited<ReturnType<typeof findLiveSessionsOf>>[number],
  currentId?: string,
): MemberSession {
  return {
    id: row.id,
    current: row.id === currentId,
    createdDate: row.created_at.toISOString(),
    lastActiveDate: row.renewed_at.toISOString(),
    browser: row.browser,
    device: row.device,
    app: { id: row.app_id, name: row.app_name },
  };
}
