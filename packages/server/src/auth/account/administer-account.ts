import type {
  ChangeLoginEmailRequest,
  SendSetPasswordEmailRequest,
  SendSetPasswordEmailResponse,
} from "@porchlight/contract/members/administration/administration";
import type { Member } from "@porchlight/contract/members/member";
import { lockMemberByIdOrEmail } from "../../members/administration/lock-member-by-id-or-email.ts";
import { requireEmailAddress } from "../../members/email-address.ts";
import { toMember } from "../../members/member-serializer.ts";
import { findMember, setEmail } from "../../members/members-store.ts";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext, Requester } from "../../platform/context/request-context.ts";
import { isUniqueViolation } from "../../platform/db/database.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { emailChangedMail } from "../../platform/mail/templates/account-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findRecoveryPage } from "../recovery/recovery-page.ts";
import { endSignIns } from "../sign-in/end-sign-ins.ts";

/**
 * Changes the sign-in email of a member. It counts as verified; the previous address gets a notice, and all sessions
 * and emailed links end.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`; `-19995` if the email belongs to another member.
 * @throws {InvalidArguments} for an invalid email. Source: wire.md, "Members: authentication (legacy)".
 */
export async function changeLoginEmail(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: ChangeLoginEmailRequest,
): Promise<{ member: Member }> {
  requireMemberManager(caller);
  const email = requireEmailAddress(body.newLoginEmail, "newLoginEmail");
  const siteId = context.site.id;
  const row = await context.db
    .transaction()
    .execute(async (tx) => {
      const member = await lockMemberByIdOrEmail(tx, context, params.id);
      await recordApiKeyUse(tx, context, caller);
      if (member.email === email.address && member.email_verified) return member;
      const at = context.now();
      await setEmail(tx, siteId, member.id, { email: email.address, emailKey: email.key, at });
      await endSignIns(tx, siteId, member.id, at);
      await recordAuditEvent(tx, context, "e-mail-changed", { by: caller, memberId: member.id });
      await enqueueOutboxEntry(tx, siteId, "mail", emailChangedMail(context, member, { next: email.address }), at);
      return (await findMember(tx, siteId, member.id)) ?? member;
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, "members_email_key") ? new Refusal("-19995") : error;
    });
  context.wakeOutbox();
  return { member: toMember(context, row, ["FULL"]) };
}

/**
 * Emails a member a link to set a password. The response is the same for an unknown email and beyond the rate limits.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {InvalidArguments} for an invalid email.
 * Source: wire.md, "Members: authentication (legacy)".
 */
export async function sendSetPasswordEmail(
  context: ServerContext,
  { caller }: RequestContext,
  { body }: SendSetPasswordEmailRequest,
): Promise<SendSetPasswordEmailResponse> {
  requireMemberManager(caller);
  const email = requireEmailAddress(body.email, "email");
  const page = await findRecoveryPage(context, caller, {}, "redirect");
  await context.db.transaction().execute(async (tx) => {
    await recordApiKeyUse(tx, context, caller);
    if (!(await context.limits.tryCount("recoveryEmailsPerMailbox", email.key, tx))) return;
    const payload = { to: email.key, language: undefined, ...page };
    await enqueueOutboxEntry(tx, context.site.id, "recovery", payload, context.now());
    await recordAuditEvent(tx, context, "password-email-sent", { by: caller, emailKey: email.key });
  });
  context.wakeOutbox();
  return { accepted: true };
}
