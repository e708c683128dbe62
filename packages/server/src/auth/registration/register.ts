import type { ValidateEmailRequest, ValidateEmailResponse } from "@porchlight/contract/auth/recovery/schema";
import type { RegisterRequest, StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { PendingReason } from "@porchlight/contract/auth/state";
import { addMember } from "../../members/administration/add-member.ts";
import { parseEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, type MemberRow } from "../../members/members-store.ts";
import { passwordViolation } from "../../members/password-rules.ts";
import { needDeclaredTypes } from "../../members/profile/profile-validation.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { requireCaptcha } from "../captcha/require-captcha.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";
import { registerExistingEmail } from "./existing-email.ts";

/**
 * Makes a member of whoever asks, as far as the site's settings let them in: at once, after confirming the e-mail, after the
 * owner's word, or after both in this order. Where the settings hide who has an account, a known address is answered like a
 * new one, and in the same time; the answer then names no identity.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {InvalidArguments} the e-mail (`data.type` EMAIL) or the password does not fit; a field is not of the type that the owner has declared.
 * @throws {Refusal} `-19995`, `-19971`, `-19970`, `UNAVAILABLE`.
 * Source: security requirements §3.5; screens, §6.4.
 */
export async function register(
  context: ServerContext,
  { caller, ip: address }: RequestContext,
  { body }: RegisterRequest,
): Promise<StateMachineResponse> {
  const settings = await context.settings.read();
  const email = parseEmailAddress(body.loginId.email);
  const password = await passwordViolation(body.password, {
    minLength: settings.passwordMinLength,
    email,
    siteName: context.site.name,
  });
  const emailViolation = violation(
    "loginId.email",
    "must be an e-mail address, like name@example.com",
    "FORMAT",
    "EMAIL",
  );
  if (!email || password)
    throw new InvalidArguments([...(email ? [] : [emailViolation]), ...(password ? [password] : [])]);
  await needDeclaredTypes(
    context,
    (body.profile?.customFields ?? []).map((field, index) => [`profile.customFields.${index}`, field]),
  );

  await requireCaptcha(context, caller, { purpose: "register", tokens: body.captchaTokens, address });

  const pendingReasons: PendingReason[] = [];
  if (settings.emailVerification === "required") pendingReasons.push("PENDING_EMAIL_VERIFICATION_REQUIRED");
  if (settings.memberApproval === "owner") pendingReasons.push("PENDING_ADMIN_APPROVAL_REQUIRED");

  const add = async () => {
    const passwordHash = await context.passwords.hash(body.password);
    return context.db.transaction().execute(async (tx) => {
      const member = await addMember(tx, context, {
        email,
        emailVerified: false,
        passwordHash,
        status: pendingReasons.length > 0 ? "PENDING" : "ACTIVE",
        pendingReasons,
        profile: body.profile ?? {},
      });
      return resolveSignInResult(tx, context, caller, member, { isNew: true });
    });
  };
  const hides = hidesExisting(settings, caller, pendingReasons);
  const find = () => findMemberByEmail(context.db, context.site.id, email.key);
  const answerKnown = (known: MemberRow) =>
    registerExistingEmail(context, caller, known, body.password, pendingReasons);
  const addUnseen = async () => {
    const known = await find();
    if (known) return answerKnown(known);
    return add().catch(async (error: unknown) => {
      // Another sign-up with this address was quicker.
      const quicker = error instanceof Refusal && error.code === "-19995" ? await find() : undefined;
      if (quicker) return answerKnown(quicker);
      throw error;
    });
  };

  const answer = await (hides ? addUnseen() : add());
  context.wakeOutbox();
  if (!hides) return answer;
  const { identity: _, ...told } = answer;
  return told;
}

/** A newcomer who waits for nothing is in at once, which nobody can be made to believe of somebody else's account. */
function hidesExisting({ hideExisting }: SettingValues, caller: Caller, pendingReasons: readonly PendingReason[]) {
  const isHidden = hideExisting === "on" || (hideExisting === "hosted" && caller.kind === "hostedPage");
  return isHidden && pendingReasons.length > 0;
}

/** Tells whether this could be a member's e-mail. Whether it is one plays no part. */
export async function validateEmail({ body }: ValidateEmailRequest): Promise<ValidateEmailResponse> {
  return parseEmailAddress(body.email) ? { valid: true } : { valid: false, formatInvalid: true };
}
