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
import { endSignIns } from "../sign-in/end-sign-ins.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";
import { consumeRecoveryToken, findRecoveryToken } from "./recovery-tokens-store.ts";

/**
 * Gives the member a new password by the token from the mail, which also proves their e-mail, and goes on as a sign-in does.
 * Everything that the former password gave ends. Whoever sets up their account says their names with it. A password that the
 * rules refuse does not use the token up, and neither does asking without one: the answer is then what is missing.
 *
 * @throws {Refusal} `RECOVERY_TOKEN_INVALID`, `UNAVAILABLE`. @throws {InvalidArguments} the password does not fit.
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
  const refused = await passwordViolation(password, {
    minLength: passwordMinLength,
    email: parseEmailAddress(owner.email),
    siteName: context.site.name,
  });
  if (refused) throw new InvalidArguments([refused]);

  const passwordHash = await context.passwords.hash(password);
  const answer = await context.db.transaction().execute(async (tx) => {
    const at = context.now();
    const member = await lockMember(tx, siteId, owner.id);
    // Asked again under the lock: of several recoveries at once, the first one ends the token for the others.
    if (!member || member.status === "DELETED" || !(await consumeRecoveryToken(tx, siteId, tokenHash, at)))
      throw new Refusal("RECOVERY_TOKEN_INVALID");
    await setPasswordHash(tx, siteId, member.id, passwordHash, at);
    await setPasswordByMail(tx, siteId, member.id, true);
    await endSignIns(tx, siteId, member.id, at);
    await recordAuditEvent(tx, context, "password-reset", { by: "member", memberId: member.id });
    const profile = withNames(member.profile, body.profile ?? {});
    if (body.profile) await setProfile(tx, siteId, member.id, profile, at);
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
    return resolveSignInResult(tx, context, caller, recovered, { isEmailVerified: true });
  });
  // Whoever reads the member's mail need not wait for others' guesses at the former password.
  await context.limits.clearSignIns(owner.email_key);
  context.wakeOutbox();
  return answer;
}

/**
 * What a page needs to ask for the password: how long it has to be, and whose it is, for managers of passwords; where it is
 * the first one, also how its owner is called, as far as that is known.
 */
function missingFields({ password_hash, email, profile }: MemberRow, passwordMinLength: number) {
  const facts = { passwordMinLength: { numValue: passwordMinLength }, email: { strValue: email } };
  if (password_hash !== null) return facts;
  const { firstName, lastName } = profile;
  return {
    ...facts,
    isFirstPassword: { numValue: 1 },
    ...(firstName && { firstName: { strValue: firstName } }),
    ...(lastName && { lastName: { strValue: lastName } }),
  };
}
