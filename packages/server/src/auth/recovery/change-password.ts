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
 * Gives a signed-in member a new password. This session goes on; the others, and whatever else the former password gave, end.
 *
 * @throws {Refusal} `NOT_ALLOWED` for a visitor; `REAUTHENTICATION_REQUIRED` when the member has proved who they are
 *   longer ago than {@link reauthenticationTtlMs} and there is no `currentPassword`; `-19976` when that is wrong; `TOO_MANY_REQUESTS`, for that is a
 *   guess as at signing in, and for too many new passwords; `UNAVAILABLE`.
 * @throws {InvalidArguments} the new password does not fit.
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
  const asker = await findMember(context.db, siteId, memberId);
  if (asker?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
  const currentPassword = body.currentPassword ?? undefined;
  if (currentPassword === undefined) await requireRecentReauthentication(context.db, context, caller);
  const { passwordMinLength } = await context.settings.read();
  const refused = await passwordViolation(body.newPassword, {
    minLength: passwordMinLength,
    email: parseEmailAddress(asker.email),
    siteName: context.site.name,
  });
  if (refused) throw new InvalidArguments([{ ...refused, field: "newPassword" }]);
  if (currentPassword !== undefined) {
    await context.limits.countSignIn(asker.email_key);
    if (!(await context.passwords.verify(asker.password_hash, currentPassword))) throw new Refusal("-19976");
    await context.limits.clearSignIns(asker.email_key);
  }
  await context.limits.count("passwordChangesPerMember", memberId);

  const passwordHash = await context.passwords.hash(body.newPassword);
  for (let known: MemberRow | undefined = asker; known; ) {
    // Asked again, or ten times at once, it is one change, and one mail.
    const isNew = !(await context.passwords.verify(known.password_hash, body.newPassword));
    known = await context.db.transaction().execute(async (tx) => {
      const at = context.now();
      const member = await lockMember(tx, siteId, memberId);
      // Passwords were checked outside the transaction: what was changed or ended meanwhile counts.
      if (!(await findSessionStart(tx, siteId, sessionId))) throw new Refusal("UNAUTHENTICATED");
      if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
      if (currentPassword !== undefined && member.password_hash !== asker.password_hash) throw new Refusal("-19976");
      if (member.password_hash !== known?.password_hash) return member;
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
