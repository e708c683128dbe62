import type { EndSessionRequest } from "@porchlight/contract/auth/account/account";
import type { Transaction } from "kysely";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { deleteHostedSessionsIn, deleteHostedSessionsOf } from "../../platform/identity/hosted-sessions-store.ts";
import { revokeSessionOf } from "../../platform/identity/sessions-store.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { endSessions } from "../sign-in/end-sign-ins.ts";
import { consumeMemberAuthorizationCodes } from "../tokens/authorization-codes-store.ts";
import { lockOwnSession } from "./lock-own-session.ts";

/**
 * Ends one of the member's sessions, this one or another; an unknown id and a foreign one have the same response. Also
 * signs the session's browser out of the hosted pages and revokes its authorization codes, which would otherwise
 * restore the session without a password. Without a recorded browser, does so in all browsers.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `SESSION_NOT_FOUND`; `UNAUTHENTICATED` if the
 *   caller's session has ended.
 */
export async function endSession(
  context: ServerContext,
  { caller }: Requester,
  { params }: EndSessionRequest,
): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { memberId } = caller;
  const sessionId = params.sessionId.toLowerCase();
  await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await endSessionOf(tx, context, memberId, sessionId, caller);
  });
  context.liveSessions.invalidate(sessionId);
  return {};
}

/**
 * Ends a session in the transaction; the caller invalidates `liveSessions` after it.
 *
 * @throws {Refusal} `SESSION_NOT_FOUND`.
 */
export async function endSessionOf(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
  sessionId: string,
  by: Caller,
): Promise<void> {
  const siteId = context.site.id;
  const ended = await revokeSessionOf(tx, siteId, memberId, sessionId, context.now());
  if (!ended) throw new Refusal("SESSION_NOT_FOUND");
  const browserId = ended.browserId ?? undefined;
  if (browserId === undefined) await deleteHostedSessionsOf(tx, siteId, memberId);
  else await deleteHostedSessionsIn(tx, siteId, memberId, browserId);
  await consumeMemberAuthorizationCodes(tx, siteId, memberId, context.now(), browserId);
  await recordAuditEvent(tx, context, "session-ended", { by, memberId, details: { sessionId } });
}

/**
 * Ends all of the member's sessions except this one, including pending sign-ins and hosted sessions.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `UNAUTHENTICATED` if the caller's session has ended.
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
