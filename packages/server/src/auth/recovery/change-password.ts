import type { ChangePasswordRequest } from "@porchlight/contract/auth/recovery/schema";
import { parseEmailAddress } from "../../members/email-address.ts";
import { findMember, lockMember, type MemberRow, setPasswordHash } from "../../members/members-store.ts";
import { passwordViolation } from "../../members/password-rules.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { findSessionStart } from "../../platform/identity/sessions-store.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { passwordChangedMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import { type reauthenticationTtlMs, requireRecentReauthentication } from "../mfa/recent-reauthentication.ts";
import { endSignIns } from "../sign-in/end-sign-ins.ts";

/**
 * Changes the password of a signed-in member. Keeps this session and ends the member's others, with all else that
 * depends on the previous password.
 *
 * @throws {Refusal} `NOT_ALLOWED` for a visitor; `REAUTHENTICATION_REQUIRED` without `currentPassword` if the last
 *   authentication is older than {@link reauthenticationTtlMs}; `-19976` if `currentPassword` is wrong;
 *   `TOO_MANY_REQUESTS`, with the limits of sign-in; `UNAVAILABLE`.
 * @throws {InvalidArguments} the new password is invalid.
 * Source: security requirements §3.8.
 */
export async function changePassword(
  context: ServerContext,
  { caller }: Requester,
  { body }: ChangePasswordRequest,
): Promise<Record<never, never>> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const siteId = context.site.id;
  const { memberId, sessionId } = caller;
  const owner = await findMember(context.db, siteId, memberId);
  if (owner?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
  const currentPassword = body.currentPassword ?? undefined;
  if (currentPassword === undefined) await requireRecentReauthentication(context.db, context, caller);
  const { passwordMinLength } = await context.settings.read();
  const invalid = await passwordViolation(body.newPassword, {
    minLength: passwordMinLength,
    email: parseEmailAddress(owner.email),
    siteName: context.site.name,
  });
  if (invalid) throw new InvalidArguments([{ ...invalid, field: "newPassword" }]);
  if (currentPassword !== undefined) {
    await context.limits.countSignIn(owner.email_key);
    if (!(await context.passwords.verify(owner.password_hash, currentPassword))) throw new Refusal("-19976");
    await context.limits.clearSignIns(owner.email_key);
  }
  await context.limits.count("passwordChangesPerMember", memberId);

  const passwordHash = await context.passwords.hash(body.newPassword);
  for (let current: MemberRow | undefined = owner; current; ) {
    // A repeated or concurrent request with the same password makes one change and sends one email.
    const isNew = !(await context.passwords.verify(current.password_hash, body.newPassword));
    current = await context.db.transaction().execute(async (tx) => {
      const at = context.now();
      const member = await lockMember(tx, siteId, memberId);
      // Passwords are verified outside the transaction, so check what changed since.
      if (!(await findSessionStart(tx, siteId, sessionId))) throw new Refusal("UNAUTHENTICATED");
      if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
      if (currentPassword !== undefined && member.password_hash !== owner.password_hash) throw new Refusal("-19976");
      if (member.password_hash !== current?.password_hash) return member;
      await endSignIns(tx, siteId, memberId, at, sessionId);
      if (!isNew) return undefined;
      await setPasswordHash(tx, siteId, memberId, passwordHash, at);
      await recordAuditEvent(tx, context, "password-changed", { by: caller, memberId });
      const notice = passwordChangedMail(context, member, emailLinkUrls(context, caller).forgotPassword);
      await enqueueOutboxEntry(tx, siteId, "mail", notice, at);
      return undefined;
    });
  }
  context.wakeOutbox();
  return {};
}
