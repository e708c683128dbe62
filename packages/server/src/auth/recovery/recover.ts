import type { RecoverRequest } from "@porchlight/contract/auth/recovery/schema";
import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import { parseEmailAddress } from "../../members/email-address.ts";
import { withNames } from "../../members/member-details.ts";
import {
  findMember,
  lockMember,
  type MemberRow,
  markEmailVerified,
  removePendingReason,
  setPasswordByMail,
  setPasswordHash,
  setProfile,
} from "../../members/members-store.ts";
import { passwordViolation } from "../../members/password-rules.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { firstPasswordMail, passwordChangedMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import { notifyOwnerOfWaitingMember } from "../registration/notify-owner.ts";
import { endSignIns } from "../sign-in/end-sign-ins.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";
import { consumeRecoveryToken, findRecoveryToken } from "./recovery-tokens-store.ts";

/**
 * Sets a new password with the token from an email, which also verifies that email, and continues as a sign-in. Ends
 * everything that depends on the previous password. An invalid password does not use up the token; neither does a
 * request without a password, which returns what is missing. A first password may come with the member's names.
 *
 * @throws {Refusal} `RECOVERY_TOKEN_INVALID`, `UNAVAILABLE`.
 * @throws {InvalidArguments} the password is invalid.
 * Source: security requirements §3.8 and §4.
 */
export async function recover(
  context: ServerContext,
  { caller }: Requester,
  { body }: RecoverRequest,
): Promise<StateMachineResponse> {
  const siteId = context.site.id;
  const tokenHash = hashSecret(body.recoveryToken);
  const memberId = await findRecoveryToken(context.db, siteId, tokenHash, context.now());
  const owner = memberId ? await findMember(context.db, siteId, memberId) : undefined;
  if (!owner) throw new Refusal("RECOVERY_TOKEN_INVALID");
  const { passwordMinLength } = await context.settings.read();
  const { password } = body;
  if (password == null)
    return { state: "REQUIRE_MISSING_FIELDS", additionalData: missingFields(owner, passwordMinLength) };
  const invalid = await passwordViolation(password, {
    minLength: passwordMinLength,
    email: parseEmailAddress(owner.email),
    siteName: context.site.name,
  });
  if (invalid) throw new InvalidArguments([invalid]);

  const passwordHash = await context.passwords.hash(password);
  const response = await context.db.transaction().execute(async (tx) => {
    const at = context.now();
    const member = await lockMember(tx, siteId, owner.id);
    // Checked again under the lock: of concurrent recoveries, the first consumes the token.
    if (!member || member.status === "DELETED" || !(await consumeRecoveryToken(tx, siteId, tokenHash, at)))
      throw new Refusal("RECOVERY_TOKEN_INVALID");
    await setPasswordHash(tx, siteId, member.id, passwordHash, at);
    await setPasswordByMail(tx, siteId, member.id, true);
    await endSignIns(tx, siteId, member.id, at);
    await recordAuditEvent(tx, context, "password-reset", { by: "member", memberId: member.id });
    const profile = withNames(member.profile, body.profile ?? {});
    if (body.profile) await setProfile(tx, siteId, member.id, { profile, at });
    const notice = member.password_hash === null ? firstPasswordMail : passwordChangedMail;
    await enqueueOutboxEntry(
      tx,
      siteId,
      "mail",
      notice(context, { ...member, profile }, emailLinkUrls(context, caller).forgotPassword),
      at,
    );
    await markEmailVerified(tx, siteId, member.id);
    const recovered = await removePendingReason(tx, siteId, member.id, "PENDING_EMAIL_VERIFICATION_REQUIRED", at);
    await notifyOwnerOfWaitingMember(tx, context, member, recovered);
    return resolveSignInResult(tx, context, caller, recovered, { isEmailVerified: true });
  });
  // Control of the mailbox is proven, so earlier failed sign-ins no longer delay the member.
  await context.limits.clearSignIns(owner.email_key);
  context.wakeOutbox();
  return response;
}

/**
 * What a page needs to show the password form: the minimum length, the email for password managers, and for a first
 * password the member's names if known.
 */
function missingFields({ password_hash, email, profile }: MemberRow, passwordMinLength: number) {
  const data = { passwordMinLength: { numValue: passwordMinLength }, email: { strValue: email } };
  if (password_hash !== null) return data;
  const { firstName, lastName } = profile;
  return {
    ...data,
    isFirstPassword: { numValue: 1 },
    ...(firstName && { firstName: { strValue: firstName } }),
    ...(lastName && { lastName: { strValue: lastName } }),
  };
}
