import type { RegisterRequest, StateMachineAnswer } from "@porchlight/contract/auth/sign-in";
import type { PendingReason } from "@porchlight/contract/auth/state";
import type { Caller, Deps } from "../deps.ts";
import { InvalidArguments, violation } from "../errors.ts";
import { addMember } from "../members/add-member.ts";
import { parseEmailAddress } from "../members/email-address.ts";
import { passwordViolation } from "../members/password-rules.ts";
import { appOf, signInAnswer } from "./sign-in-answer.ts";

/**
 * Makes a member of whoever asks, as far as the site's settings let them in: at once, after confirming the e-mail, after the
 * owner's word, or after both in this order.
 *
 * @throws {InvalidArguments} the e-mail (`data.type` EMAIL) or the password does not fit. @throws {Refusal} `-19995`, `UNAVAILABLE`.
 */
export async function register(deps: Deps, caller: Caller, { body }: RegisterRequest): Promise<StateMachineAnswer> {
  const appId = appOf(caller);
  const settings = await deps.settings.read();
  const email = parseEmailAddress(body.loginId.email);
  const password = await passwordViolation(body.password, {
    minLength: settings.passwordMinLength,
    email,
    siteName: deps.site.name,
  });
  const emailViolation = violation(
    "loginId.email",
    "must be an e-mail address, like name@example.com",
    "FORMAT",
    "EMAIL",
  );
  if (!email || password)
    throw new InvalidArguments([...(email ? [] : [emailViolation]), ...(password ? [password] : [])]);

  const pendingReasons: PendingReason[] = [];
  if (settings.emailVerification === "required") pendingReasons.push("PENDING_EMAIL_VERIFICATION_REQUIRED");
  if (settings.memberApproval === "owner") pendingReasons.push("PENDING_ADMIN_APPROVAL_REQUIRED");

  const passwordHash = await deps.passwords.hash(body.password);
  const answer = await deps.db.transaction().execute(async (tx) => {
    const member = await addMember(tx, deps, {
      email,
      emailVerified: false,
      passwordHash,
      status: pendingReasons.length > 0 ? "PENDING" : "ACTIVE",
      pendingReasons,
      profile: body.profile ?? {},
    });
    return signInAnswer(tx, deps, appId, member, { isNew: true });
  });
  deps.wakeOutbox();
  return answer;
}
