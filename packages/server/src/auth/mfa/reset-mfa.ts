import { type MemberSummary, toMemberSummary } from "../../members/administration/list-members.ts";
import { lockMemberByIdOrEmail } from "../../members/administration/lock-member-by-id-or-email.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { mfaResetMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import { deleteMemberChallenges } from "./codes/challenges-store.ts";
import { deleteMemberFactors } from "./factors-store.ts";
import { consumeMemberPendingSignIns } from "./pending-sign-ins-store.ts";
import { replaceRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";
import { deleteTrustedDevices } from "./trusted-devices/trusted-devices-store.ts";

/**
 * Removes all factors of a member who lost access to them, and notifies the member by email. The owner is responsible
 * for checking the member's identity.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`.
 */
export async function resetMfa(context: ServerContext, caller: Caller, idOrEmail: string): Promise<MemberSummary> {
  requireMemberManager(caller);
  const siteId = context.site.id;
  const reset = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    await deleteMemberFactors(tx, siteId, member.id);
    await replaceRecoveryCodes(tx, siteId, member.id, []);
    await deleteTrustedDevices(tx, siteId, member.id);
    await deleteMemberChallenges(tx, siteId, member.id);
    await consumeMemberPendingSignIns(tx, siteId, member.id, context.now());
    const notice = mfaResetMail(context, member, emailLinkUrls(context, caller).forgotPassword);
    await enqueueOutboxEntry(tx, siteId, "mail", notice, context.now());
    await recordAuditEvent(tx, context, "second-steps-reset", { by: caller, memberId: member.id });
    return member;
  });
  context.wakeOutbox();
  return toMemberSummary(reset);
}
