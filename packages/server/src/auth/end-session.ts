import type { EndSessionRequest } from "@porchlight/contract/auth/member-session";
import type { Caller, Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { deleteHostedSessionsOf } from "../sessions/hosted-sessions-store.ts";
import { revokeSessionOf } from "../sessions/sessions-store.ts";
import { useAuthorizationCodesOf } from "./authorization-codes-store.ts";
import { lockOwnSession } from "./lock-own-session.ts";

/**
 * Ends one session of the member who asks, this one or another. Whose a foreign id is, or whether it is anybody's, is not told.
 * Browsers that are signed in at the hosted pages have to sign in there anew, and codes that they have got are worth nothing:
 * one of them would be back without a password.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `SESSION_NOT_FOUND`; `UNAUTHENTICATED` when the session that asks has ended.
 */
export async function endSession(
  deps: Deps,
  caller: Caller,
  { params }: EndSessionRequest,
): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { memberId } = caller;
  const sessionId = params.sessionId.toLowerCase();
  await deps.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, deps, caller);
    if (!(await revokeSessionOf(tx, deps.site.id, memberId, sessionId, deps.now())))
      throw new Refusal("SESSION_NOT_FOUND");
    await deleteHostedSessionsOf(tx, deps.site.id, memberId);
    await useAuthorizationCodesOf(tx, deps.site.id, memberId, deps.now());
  });
  deps.liveSessions.forget(sessionId);
  deps.log.info({ event: "session-ended", memberId, sessionId }, "a member ended a session");
  return {};
}
