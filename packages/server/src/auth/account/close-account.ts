import type { IdentityStatus } from "@porchlight/contract/auth/state";
import type { Transaction } from "kysely";
import { type MemberSummary, toMemberSummary } from "../../members/administration/list-members.ts";
import { lockMemberByIdOrEmail } from "../../members/administration/lock-member-by-id-or-email.ts";
import { recordDecision } from "../../members/administration/review-member.ts";
import { type MemberRow, setMemberStatus } from "../../members/members-store.ts";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import { cancelReviewMail } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { endSignIns } from "../sign-in/end-sign-ins.ts";

/** Statuses that prevent sign-in and can be reversed. */
export type ClosedStatus = Extract<IdentityStatus, "BLOCKED" | "OFFLINE">;

/**
 * Prevents a member from signing in: BLOCKED bans the member, OFFLINE deactivates the account. Ends all sessions,
 * pending sign-ins and email links. Sign-in reports the status only after the right password. Idempotent.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`.
 */
export async function closeAccount(
  context: ServerContext,
  { caller }: Requester,
  idOrEmail: string,
  status: ClosedStatus,
): Promise<MemberSummary> {
  requireMemberManager(caller);
  const closed = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    await recordApiKeyUse(tx, context, caller);
    const after = await closeLockedMember(tx, context, caller, member, status);
    await recordDecision(tx, context, caller, { before: member, after });
    return after;
  });
  return toMemberSummary(closed);
}

/** As {@link closeAccount}, for a member that the caller has locked. */
export async function closeLockedMember(
  tx: Transaction<Tables>,
  context: TxContext,
  by: Caller,
  member: MemberRow,
  status: ClosedStatus,
): Promise<MemberRow> {
  if (member.status === status) return member;
  const at = context.now();
  await cancelReviewMail(tx, context.site.id, member.id);
  await endSignIns(tx, context.site.id, member.id, at);
  await recordAuditEvent(tx, context, "member-closed", { by, memberId: member.id, details: { status } });
  return setMemberStatus(tx, context.site.id, member.id, status, at);
}

/**
 * Reactivates a BLOCKED or OFFLINE member, who signs in again with the same password and factors.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_NOT_CLOSED`.
 */
export async function reopenAccount(context: ServerContext, caller: Caller, idOrEmail: string): Promise<MemberSummary> {
  requireMemberManager(caller);
  const reopened = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    if (member.status !== "BLOCKED" && member.status !== "OFFLINE") throw new Refusal("MEMBER_NOT_CLOSED");
    await cancelReviewMail(tx, context.site.id, member.id);
    await recordApiKeyUse(tx, context, caller);
    await recordAuditEvent(tx, context, "member-reopened", { by: caller, memberId: member.id });
    return setMemberStatus(tx, context.site.id, member.id, "ACTIVE", context.now());
  });
  return toMemberSummary(reopened);
}
