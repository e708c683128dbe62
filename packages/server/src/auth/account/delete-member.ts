import type { DeleteMyMemberRequest } from "@porchlight/contract/members/member";
import type { Transaction } from "kysely";
import { lockMemberByIdOrEmail } from "../../members/administration/lock-member-by-id-or-email.ts";
import { fullName } from "../../members/member-serializer.ts";
import { lockMember, type MemberRow, replaceByTombstone } from "../../members/members-store.ts";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import { anonymizeAuditEvents } from "../../platform/audit/audit-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import { clearDevicesOf } from "../../platform/identity/sessions-store.ts";
import { deleteMessagesTo, enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { accountDeletedMail } from "../../platform/mail/templates/account-templates.ts";
import { accountHash } from "../../platform/rate-limits/rate-limits.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { listMemberFactors } from "../mfa/factors-store.ts";
import { requireRecentReauthentication } from "../mfa/recent-reauthentication.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { endSignIns } from "../sign-in/end-sign-ins.ts";
import { removeAuthor } from "./authored-posts-store.ts";

/**
 * Deletes a member on the owner's request, without an email; see {@link eraseMember}.
 *
 * @returns The id and the released email.
 * @throws {Refusal} `NOT_ALLOWED`; `MEMBER_NOT_FOUND`, also if already deleted.
 */
export async function deleteMember(
  context: ServerContext,
  { caller }: Requester,
  idOrEmail: string,
): Promise<{ id: string; email: string }> {
  requireMemberManager(caller);
  const { id, email } = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    await recordApiKeyUse(tx, context, caller);
    await deleteLockedMember(tx, context, caller, member);
    return member;
  });
  return { id, email };
}

/** As {@link deleteMember}, for a member that the caller has locked. */
export async function deleteLockedMember(
  tx: Transaction<Tables>,
  context: TxContext,
  by: Caller,
  member: MemberRow,
): Promise<void> {
  await eraseMember(tx, context, member);
  await recordAuditEvent(tx, context, "member-deleted", { by, memberId: member.id });
}

/**
 * Deletes the member's own account and sends a final email; see {@link eraseMember}.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members, and for staff; `REAUTHENTICATION_REQUIRED`;
 *   `UNAUTHENTICATED` if the session has ended.
 * @throws {InvalidArguments} `contentAssigneeId` is present: members cannot assign their content to others.
 * Source: wire.md, Members, `deleteMyMember`.
 */
export async function deleteOwnAccount(
  context: ServerContext,
  { caller }: Requester,
  { query = {} }: DeleteMyMemberRequest,
): Promise<Record<never, never>> {
  if (caller.kind !== "member" || context.config.allowsSelfService === false) throw new Refusal("NOT_ALLOWED");
  if (query.contentAssigneeId !== undefined)
    throw new InvalidArguments([violation("contentAssigneeId", "must be omitted: content stays without an author")]);
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

/**
 * Permanently deletes a member's data. A row with the id and the status DELETED remains; the email is released; posts
 * stay without the author's name. The caller holds the member's lock.
 */
async function eraseMember(tx: Transaction<Tables>, context: TxContext, member: MemberRow): Promise<MemberRow> {
  const siteId = context.site.id;
  const at = context.now();
  await endSignIns(tx, siteId, member.id, at);
  await clearDevicesOf(tx, siteId, member.id, at);
  await anonymizeAuditEvents(tx, siteId, member.id, accountHash(context.secrets, member.email_key));
  const names = [member.profile.nickname, fullName(member.profile)];
  await removeAuthor(
    tx,
    siteId,
    member.id,
    names.filter((name) => typeof name === "string"),
  );
  const phones = (await listMemberFactors(tx, siteId, member.id)).flatMap(({ phone_number }) => phone_number ?? []);
  await deleteMessagesTo(tx, siteId, [member.email, member.email_key, ...phones]);
  if (member.photo) await enqueueOutboxEntry(tx, siteId, "unusedPicture", { mediaId: member.photo.id }, at);
  return replaceByTombstone(tx, siteId, member.id, at);
}
