import type { RemoveFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { Transaction } from "kysely";
import { lockMember, type MemberRow } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { mfaFactorRemovedMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { deleteMemberChallenges } from "./codes/challenges-store.ts";
import { deleteFactor, listMemberFactors } from "./factors-store.ts";
import { requireRecentReauthentication } from "./recent-reauthentication.ts";
import { replaceRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";
import { deleteTrustedDevices } from "./trusted-devices/trusted-devices-store.ts";

/**
 * Removes one of the member's factors and notifies them by email. Removing the last one also deletes recovery codes and
 * trusted devices.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `REAUTHENTICATION_REQUIRED`; `FACTOR_NOT_FOUND` if it
 *   is not the member's.
 */
export async function removeFactor(
  context: ServerContext,
  { caller }: Requester,
  { params }: RemoveFactorRequest,
): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await requireRecentReauthentication(tx, context, caller);
    const member = await lockMember(tx, context.site.id, caller.memberId);
    if (!member) throw new Refusal("FACTOR_NOT_FOUND");
    await removeFactorOf(tx, context, member, params.factorId, caller);
  });
  context.wakeOutbox();
  return {};
}

/**
 * Removes a factor of a member in the transaction; the caller wakes the outbox after it.
 *
 * @throws {Refusal} `FACTOR_NOT_FOUND`.
 */
export async function removeFactorOf(
  tx: Transaction<Tables>,
  context: TxContext,
  member: MemberRow,
  factorId: string,
  by: Caller,
): Promise<void> {
  const siteId = context.site.id;
  const { id: memberId } = member;
  const removed = await deleteFactor(tx, siteId, memberId, factorId);
  if (!removed) throw new Refusal("FACTOR_NOT_FOUND");
  const details = { factorId: removed.id, factorType: removed.type };
  await recordAuditEvent(tx, context, "factor-removed", { by, memberId, details });
  if (removed.status === "REQUIRE_ACTIVATION") return;
  await deleteMemberChallenges(tx, siteId, memberId);
  const notice = mfaFactorRemovedMail(context, member, removed.type, emailLinkUrls(context, by).forgotPassword);
  await enqueueOutboxEntry(tx, siteId, "mail", notice, context.now());
  const remaining = await listMemberFactors(tx, siteId, memberId);
  if (remaining.some(({ status }) => status !== "REQUIRE_ACTIVATION")) return;
  await replaceRecoveryCodes(tx, siteId, memberId, []);
  await deleteTrustedDevices(tx, siteId, memberId);
}
