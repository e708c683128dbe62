import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { endSessions } from "../sign-in/end-sign-ins.ts";
import { lockOwnSession } from "./lock-own-session.ts";

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
