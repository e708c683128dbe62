import type { Transaction } from "kysely";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { approvedMail, rejectedMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { type MemberRow, removePendingReason, setMemberStatus } from "../members-store.ts";
import { type MemberSummary, toMemberSummary } from "./list-members.ts";
import { lockMemberByIdOrEmail } from "./lock-member-by-id-or-email.ts";

/**
 * Approves a pending member and notifies them by email. The member stays pending until the email is verified.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_NOT_PENDING`.
 */
export async function approveMember(context: ServerContext, caller: Caller, idOrEmail: string): Promise<MemberSummary> {
  requireMemberManager(caller);
  const approved = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    if (member.status !== "PENDING" || !member.pending_reasons.includes("PENDING_ADMIN_APPROVAL_REQUIRED")) {
      throw new Refusal("MEMBER_NOT_PENDING");
    }
    return approvePending(tx, context, caller, member);
  });
  context.wakeOutbox();
  return toMemberSummary(approved);
}

/**
 * Approves a member: ends the owner's review of a pending one, and unblocks a blocked or offline one. Others stay as
 * they are; pending ones until their email is verified. Idempotent.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`. Source: wire.md, Members, `approveMember`.
 */
export async function approveAnyMember(
  context: ServerContext,
  { caller }: Requester,
  idOrEmail: string,
): Promise<MemberSummary> {
  requireMemberManager(caller);
  const approved = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    await recordApiKeyUse(tx, context, caller);
    if (member.pending_reasons.includes("PENDING_ADMIN_APPROVAL_REQUIRED")) {
      return approvePending(tx, context, caller, member);
    }
    if (member.status !== "BLOCKED" && member.status !== "OFFLINE") return member;
    await recordAuditEvent(tx, context, "member-reopened", { by: caller, memberId: member.id });
    return setMemberStatus(tx, context.site.id, member.id, "ACTIVE", context.now());
  });
  context.wakeOutbox();
  return toMemberSummary(approved);
}

/** Ends the owner's review of a member that the caller has locked. */
export async function approvePending(
  tx: Transaction<Tables>,
  context: TxContext,
  by: Caller,
  { id }: MemberRow,
): Promise<MemberRow> {
  const at = context.now();
  const row = await removePendingReason(tx, context.site.id, id, "PENDING_ADMIN_APPROVAL_REQUIRED", at);
  await enqueueOutboxEntry(tx, context.site.id, "mail", approvedMail(context, row), at);
  await recordAuditEvent(tx, context, "member-approved", { by, memberId: id });
  return row;
}

/**
 * Rejects a pending member and notifies them by email. The member becomes BLOCKED, so that the email cannot register
 * again, sign-ins show the reason, and the owner can still approve the member.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_NOT_PENDING`.
 */
export async function rejectMember(context: ServerContext, caller: Caller, idOrEmail: string): Promise<MemberSummary> {
  requireMemberManager(caller);
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
