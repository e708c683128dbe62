import type { Transaction } from "kysely";
import { fullName } from "../../members/member-serializer.ts";
import { type MemberRow, replaceByTombstone } from "../../members/members-store.ts";
import { anonymizeAuditEvents } from "../../platform/audit/audit-store.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { clearDevicesOf } from "../../platform/identity/sessions-store.ts";
import { deleteMessagesTo, enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { accountHash } from "../../platform/rate-limits/account-hash.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { listMemberFactors } from "../mfa/factors-store.ts";
import { endSignIns } from "../sign-in/end-sign-ins.ts";
import { removeAuthor } from "./authored-posts-store.ts";

/**
 * Removes what is known of a member, for good: their row, and with it whatever hangs on it. What is left is an id with the status
 * DELETED. The e-mail is free from now on. Posts stay, without the name. The caller holds the member's lock.
 */
export async function eraseMember(tx: Transaction<Tables>, context: TxContext, member: MemberRow): Promise<MemberRow> {
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
