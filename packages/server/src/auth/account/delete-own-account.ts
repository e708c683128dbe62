import type { DeleteMyMemberRequest } from "@porchlight/contract/members/member";
import { lockMember } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { accountDeletedMail } from "../../platform/mail/templates/account-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireRecentReauthentication } from "../mfa/recent-reauthentication.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { eraseMember } from "./erase-member.ts";

/**
 * Deletes the account of the member who asks; a last mail tells them. See {@link eraseMember} for what is left.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `REAUTHENTICATION_REQUIRED`; `UNAUTHENTICATED` when the session has ended.
 * @throws {InvalidArguments} `contentAssigneeId` is given: whoever leaves does not put their content under somebody else's name.
 * Source: wire.md, Members, `deleteMyMember`.
 */
export async function deleteOwnAccount(
  context: ServerContext,
  { caller }: Requester,
  { query = {} }: DeleteMyMemberRequest,
): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  if (query.contentAssigneeId !== undefined)
    throw new InvalidArguments([violation("contentAssigneeId", "must be left out: content stays without a name")]);
  const { memberId, sessionId } = caller;
  await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await requireRecentReauthentication(tx, context, caller);
    const member = await lockMember(tx, context.site.id, memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
    await eraseMember(tx, context, member);
    await recordAuditEvent(tx, context, "member-deleted", { by: caller, memberId });
    await enqueueOutboxEntry(tx, context.site.id, "mail", accountDeletedMail(context, member), context.now());
  });
  context.liveSessions.invalidate(sessionId);
  context.wakeOutbox();
  return {};
}
