import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { noteForAudit } from "../../platform/audit/audit.ts";
import { endSessions } from "../sign-in/end-sign-ins.ts";
import { lockOwnSession } from "./lock-own-session.ts";

/**
 * Leaves the member who asks with this session alone: the others end, and so does whatever would become one, a sign-in under
 * way or at the hosted pages.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `UNAUTHENTICATED` when the session that asks has ended.
 */
export async function endOtherSessions(deps: Deps, caller: Caller): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { memberId, sessionId } = caller;
  await deps.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, deps, caller);
    await endSessions(tx, deps.site.id, memberId, deps.now(), sessionId);
    await noteForAudit(tx, deps, "other-sessions-ended", { by: caller, memberId, details: { sessionId } });
  });
  return {};
}
