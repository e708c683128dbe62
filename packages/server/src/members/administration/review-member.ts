import { isDeepStrictEqual } from "node:util";
import type { PendingReason } from "@porchlight/contract/auth/state";
import type { Transaction } from "kysely";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { deleteUndoState, saveUndoState, takeUndoState } from "../../platform/db/undo-states-store.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import { revokeSessionsOf } from "../../platform/identity/sessions-store.ts";
import { cancelReviewMail, enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { approvedMail, rejectedMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import {
  type MemberRow,
  type MemberState,
  removePendingReason,
  setMemberState,
  setMemberStatus,
} from "../members-store.ts";
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
      const after = await approvePending(tx, context, caller, member, delayOf(caller));
      await recordDecision(tx, context, caller, { before: member, after, isMailed: true });
      return after;
    }
    if (member.status !== "BLOCKED" && member.status !== "OFFLINE") {
      await recordDecision(tx, context, caller, { before: member, after: member });
      return member;
    }
    const rejection = await cancelReviewMail(tx, context.site.id, member.id);
    if (rejection?.pendingReasons.includes("PENDING_ADMIN_APPROVAL_REQUIRED")) {
      const reasons = { status: "PENDING", pending_reasons: rejection.pendingReasons } as const;
      const pending = await setMemberState(tx, context.site.id, member.id, reasons, context.now());
      const after = await approvePending(tx, context, caller, pending, delayOf(caller));
      // Its undo does not bring back the rejection, of which the member was not notified.
      await recordDecision(tx, context, caller, { before: pending, after, isMailed: true });
      return after;
    }
    await recordAuditEvent(tx, context, "member-reopened", { by: caller, memberId: member.id });
    const after = await setMemberStatus(tx, context.site.id, member.id, "ACTIVE", context.now());
    await recordDecision(tx, context, caller, { before: member, after });
    return after;
  });
  context.wakeOutbox();
  return toMemberSummary(approved);
}

/** Emails about decisions of staff wait this long, so that they can be undone. */
const undoSeconds = 10;

/**
 * Ends the owner's review of a member that the caller has locked.
 *
 * @param delaySeconds Until the email is sent.
 */
export async function approvePending(
  tx: Transaction<Tables>,
  context: TxContext,
  by: Caller,
  { id, pending_reasons: pendingReasons }: MemberRow,
  delaySeconds = 0,
): Promise<MemberRow> {
  const at = context.now();
  const row = await removePendingReason(tx, context.site.id, id, "PENDING_ADMIN_APPROVAL_REQUIRED", at);
  const mail = { ...approvedMail(context, row), review: reviewOf(pendingReasons, row) };
  await enqueueOutboxEntry(tx, context.site.id, "mail", mail, at, delaySeconds);
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
    const after = await rejectPending(tx, context, caller, member, delayOf(caller));
    await recordDecision(tx, context, caller, { before: member, after, isMailed: true });
    return after;
  });
  context.wakeOutbox();
  return toMemberSummary(rejected);
}

/**
 * Rejects a pending member that the caller has locked.
 *
 * @param delaySeconds Until the email is sent.
 */
export async function rejectPending(
  tx: Transaction<Tables>,
  context: TxContext,
  by: Caller,
  { id, pending_reasons: pendingReasons }: MemberRow,
  delaySeconds = 0,
): Promise<MemberRow> {
  const at = context.now();
  await cancelReviewMail(tx, context.site.id, id);
  const row = await setMemberStatus(tx, context.site.id, id, "BLOCKED", at);
  const mail = { ...rejectedMail(context, row), review: reviewOf(pendingReasons, row) };
  await enqueueOutboxEntry(tx, context.site.id, "mail", mail, at, delaySeconds);
  await recordAuditEvent(tx, context, "member-rejected", { by, memberId: id });
  return row;
}

const reviewOf = (pendingReasons: PendingReason[], { id, status, pending_reasons }: MemberRow) => ({
  memberId: id,
  pendingReasons,
  result: { status, pendingReasons: pending_reasons },
});

const delayOf = ({ kind }: Caller): number => (kind === "staff" ? undoSeconds : 0);

/** The last decision of a person about a member. */
interface Decision {
  staffId: string;
  before: MemberState;
  after: MemberState;
  /** Whether an email about it waits. */
  isMailed: boolean;
}

const stateOf = ({ status, pending_reasons, activity_status }: MemberRow): MemberState => ({
  status,
  pending_reasons,
  activity_status,
});

/** Remembers what a locked member was before a decision, so that the person who made it can undo it. */
export async function recordDecision(
  tx: Transaction<Tables>,
  context: TxContext,
  by: Caller,
  { before, after, isMailed = false }: { before: MemberRow; after: MemberRow; isMailed?: boolean },
): Promise<void> {
  const siteId = context.site.id;
  const isChanged = !isDeepStrictEqual(stateOf(before), stateOf(after));
  if (by.kind !== "staff" || !isChanged) return deleteUndoState(tx, siteId, before.id);
  const decision: Decision = { staffId: by.staffId, before: stateOf(before), after: stateOf(after), isMailed };
  await saveUndoState(tx, siteId, before.id, JSON.stringify(decision), context.now());
}

/**
 * Undoes the last decision about a member: approval, rejection, block, unblock or mute. The member is what they were
 * before, and signed out unless they may sign in. Emails about approvals and rejections are not sent.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`; `REVIEW_FINAL` if the email has been sent, someone else has made
 *   the last decision, or the member's status has changed since.
 */
export async function undoReview(context: ServerContext, caller: Caller, id: string): Promise<MemberSummary> {
  requireMemberManager(caller);
  const siteId = context.site.id;
  const row = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, id);
    const decision = await takeUndoState<Decision>(tx, siteId, member.id);
    const isOwn = caller.kind === "staff" && decision?.staffId === caller.staffId;
    if (!isOwn || !isDeepStrictEqual(decision.after, stateOf(member))) throw new Refusal("REVIEW_FINAL");
    if (decision.isMailed && !(await cancelReviewMail(tx, siteId, member.id))) throw new Refusal("REVIEW_FINAL");
    const at = context.now();
    if (decision.before.status !== "ACTIVE") await revokeSessionsOf(tx, siteId, member.id, at);
    await recordAuditEvent(tx, context, "member-review-undone", { by: caller, memberId: member.id });
    return setMemberState(tx, siteId, member.id, decision.before, at);
  });
  return toMemberSummary(row);
}
