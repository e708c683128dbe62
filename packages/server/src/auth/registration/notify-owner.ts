import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry, findLastMail } from "../../platform/jobs/outbox-store.ts";
import { staffRecipient } from "../../platform/mail/owner-email.ts";
import { memberWaitingMail } from "../../platform/mail/templates/notification-templates.ts";
import type { TxContext } from "../../platform/server-context.ts";

const minIntervalSeconds = 60 * 60;

/**
 * Emails the owner if a change makes a member wait for approval and the setting `ownerEmail` is set; at most once an
 * hour, so that many sign-ups do not cause many emails. `before` is `undefined` for a new member.
 */
export async function notifyOwnerOfWaitingMember(
  tx: Transaction<Tables>,
  context: TxContext,
  before: MemberRow | undefined,
  after: MemberRow,
): Promise<void> {
  const { ownerEmail } = await context.settings.read();
  if (!ownerEmail || !isWaiting(after) || (before && isWaiting(before))) return;
  const { site, config } = context;
  const at = context.now();
  const last = await findLastMail(tx, site.id, "memberWaiting", new Date(at.getTime() - minIntervalSeconds * 1000));
  if (last?.isQueued) return;
  const delaySeconds = last ? minIntervalSeconds - (at.getTime() - last.createdAt.getTime()) / 1000 : 0;
  const url = `${config.publicUrl}/admin/members?status=PENDING&filter=approval`;
  const { email } = after;
  const to = await staffRecipient({ db: tx, site }, ownerEmail);
  await enqueueOutboxEntry(tx, site.id, "mail", memberWaitingMail(context, to, { email, url }), at, delaySeconds);
}

const isWaiting = ({ status, pending_reasons: reasons }: MemberRow) =>
  status === "PENDING" && reasons.every((reason) => reason === "PENDING_ADMIN_APPROVAL_REQUIRED");
