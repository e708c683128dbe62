import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { approvedMail, rejectedMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { removePendingReason, setMemberStatus } from "../members-store.ts";
import { type MemberSummary, toMemberSummary } from "./list-members.ts";
import { lockMemberByIdOrEmail } from "./lock-member-by-id-or-email.ts";

/**
 * Approves a pending member and notifies them by email. The member stays pending until the email is verified.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_NOT_PENDING`.
 */
export async function approveMember(context: ServerContext, caller: Caller, idOrEmail: string): Promise<MemberSummary> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const approved = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    if (member.status !== "PENDING" || !member.pending_reasons.includes("PENDING_ADMIN_APPROVAL_REQUIRED")) {
      throw new Refusal("MEMBER_NOT_PENDING");
    }
    const row = await removePendingReason(
      tx,
      context.site.id,
      member.id,
      "PENDING_ADMIN_APPROVAL_REQUIRED",
      context.now(),
    );
    await enqueueOutboxEntry(tx, context.site.id, "mail", approvedMail(context, row), context.now());
    await recordAuditEvent(tx, context, "member-approved", { by: caller, memberId: row.id });
    return row;
  });
  context.wakeOutbox();
  return toMemberSummary(approved);
}

/**
 * Rejects a pending member and notifies them by email. The member becomes BLOCKED, so that the email cannot register
 * again, sign-ins show the reason, and the owner can still approve the member.
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
