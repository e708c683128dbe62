import type { EndSessionRequest } from "@porchlight/contract/auth/account/account";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { deleteHostedSessionsIn, deleteHostedSessionsOf } from "../../platform/identity/hosted-sessions-store.ts";
import { clearNetworks, revokeSessionOf } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { endSessions } from "../sign-in/end-sign-ins.ts";
import { consumeMemberAuthorizationCodes } from "../tokens/authorization-codes-store.ts";
import { lockOwnSession } from "./lock-own-session.ts";

/**
 * Ends one session of the member who asks, this one or another. Whose a foreign id is, or whether it is anybody's, is not told.
 * Its browser has to sign in anew at the hosted pages too, and codes that it has got are worth nothing: it would be back without a
 * password. Of a session that is older than the knowledge of browsers it may be any of the member's.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `SESSION_NOT_FOUND`; `UNAUTHENTICATED` when the session that asks has ended.
 */
export async function endSession(
  context: ServerContext,
  { caller }: Requester,
  { params }: EndSessionRequest,
): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { memberId } = caller;
  const siteId = context.site.id;
  const sessionId = params.sessionId.toLowerCase();
  await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    const ended = await revokeSessionOf(tx, siteId, memberId, sessionId, context.now());
    if (!ended) throw new Refusal("SESSION_NOT_FOUND");
    // Another session than the own one may be a stranger's: what they have used makes nobody known.
    if (sessionId !== caller.sessionId) await clearNetworks(tx, siteId, sessionId);
    const browserId = ended.browserId ?? undefined;
    if (browserId === undefined) await deleteHostedSessionsOf(tx, siteId, memberId);
    else await deleteHostedSessionsIn(tx, siteId, memberId, browserId);
    await consumeMemberAuthorizationCodes(tx, siteId, memberId, context.now(), browserId);
    await recordAuditEvent(tx, context, "session-ended", { by: caller, memberId, details: { sessionId } });
  });
  context.liveSessions.invalidate(sessionId);
  return {};
}

/**
 * Leaves the member who asks with this session alone: the others end, and so does whatever would become one, a sign-in under
 * way or at the hosted pages.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `UNAUTHENTICATED` when the session that asks has ended.
 */
export async function endOtherSessions(context: ServerContext, { caller }: Requester): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { memberId, sessionId } = caller;
  await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await endSessions(tx, context.site.id, memberId, context.now(), sessionId);
    await recordAuditEvent(tx, context, "other-sessions-ended", { by: caller, memberId, details: { sessionId } });
  });
  return {};
}
