import type { ValidateEmailRequest, ValidateEmailResponse } from "@porchlight/contract/auth/recovery/schema";
import type { RegisterRequest, StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { PendingReason } from "@porchlight/contract/auth/state";
import { addMember } from "../../members/administration/add-member.ts";
import { emailViolation, parseEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, type MemberRow } from "../../members/members-store.ts";
import { passwordViolation } from "../../members/password-rules.ts";
import { requireDeclaredTypes } from "../../members/profile/profile-validation.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import { requireCaptcha } from "../captcha/require-captcha.ts";
import { resolveSignInResult } from "../sign-in/sign-in-result.ts";
import { notifyOwnerOfWaitingMember } from "./notify-owner.ts";
import { registerExistingEmail } from "./register-existing-email.ts";

/**
 * Registers a member as the site's settings allow: active at once, after email verification, after the owner's
 * approval, or after both in this order. Where the settings hide existing accounts, an existing email gets the same
 * response in the same time; that response contains no identity.
 *
 * @throws {InvalidArguments} the email (`data.type` EMAIL) or password is invalid; a field does not have its declared
 *   type.
 * @throws {Refusal} `-19995`, `-19971`, `-19970`, `UNAVAILABLE`; `NOT_ALLOWED` where only invited people have accounts.
 * Source: security requirements §3.5; screens, §6.4.
 */
export async function register(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { body }: RegisterRequest,
): Promise<StateMachineResponse> {
  if (context.config.allowsSelfService === false) throw new Refusal("NOT_ALLOWED");
  const settings = await context.settings.read();
  const email = parseEmailAddress(body.loginId.email);
  const password = await passwordViolation(body.password, {
    minLength: settings.passwordMinLength,
    email,
    siteName: context.site.name,
  });
  if (!email || password)
    throw new InvalidArguments([...(email ? [] : [emailViolation("loginId.email")]), ...(password ? [password] : [])]);
  await requireDeclaredTypes(
    context,
    (body.profile?.customFields ?? []).map((field, index) => [`profile.customFields.${index}`, field]),
  );

  await requireCaptcha(context, caller, { purpose: "register", tokens: body.captchaTokens, ip });

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
      await notifyOwnerOfWaitingMember(tx, context, undefined, member);
      return resolveSignInResult(tx, context, caller, member, { isNew: true });
    });
  };
  const hidesAccounts = hidesExistingAccounts(settings, caller, pendingReasons);
  const find = () => findMemberByEmail(context.db, context.site.id, email.key);
  const continueExisting = (existing: MemberRow) =>
    registerExistingEmail(context, caller, existing, body.password, pendingReasons);
  const addHidden = async () => {
    const existing = await find();
    if (existing) return continueExisting(existing);
    return add().catch(async (error: unknown) => {
      // A concurrent sign-up added the email first.
      const added = error instanceof Refusal && error.code === "-19995" ? await find() : undefined;
      if (added) return continueExisting(added);
      throw error;
    });
  };

  const response = await (hidesAccounts ? addHidden() : add());
  context.wakeOutbox();
  if (!hidesAccounts) return response;
  const { identity: _, ...withoutIdentity } = response;
  return withoutIdentity;
}

/** A sign-up that is active at once cannot hide that another email has an account. */
function hidesExistingAccounts(
  { hideExisting }: SettingValues,
  caller: Caller,
  pendingReasons: readonly PendingReason[],
) {
  const isHidden = hideExisting === "on" || (hideExisting === "hosted" && caller.kind === "hostedPage");
  return isHidden && pendingReasons.length > 0;
}

/** Whether the text is a valid email address, regardless of whether a member has it. */
export async function validateEmail({ body }: ValidateEmailRequest): Promise<ValidateEmailResponse> {
  return parseEmailAddress(body.email) ? { valid: true } : { valid: false, formatInvalid: true };
}
