import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { rejectedMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { setMemberStatus } from "../members-store.ts";
import { lockMemberByIdOrEmail } from "./lock-member-by-id-or-email.ts";
import { type MemberSummary, toMemberSummary } from "./member-summary.ts";

/**
 * Turns away a member who waits, and tells them by mail. They become BLOCKED: the same e-mail cannot ask again and
 * again, whoever knows the password is told why they cannot come in, and the owner can still change their mind.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_NOT_PENDING`.
 */
export async function rejectMember(context: ServerContext, caller: Caller, idOrEmail: string): Promise<MemberSummary> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const rejected = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    if (member.status !== "PENDING") throw new Refusal("MEMBER_NOT_PENDING");
    const row = await setMemberStatus(tx, context.site.id, member.id, "BLOCKED", context.now());
    await enqueueOutboxEntry(tx, context.site.id, "mail", rejectedMail(context, row), context.now());
    await recordAuditEvent(tx, context, "member-rejected", { by: caller, memberId: row.id });
    return row;
  });
  context.wakeOutbox();
  return toMemberSummary(rejected);
}
