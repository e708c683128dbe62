import { enrollableFactorTypes, type SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { EnrolledType } from "../../platform/db/tables/tables.ts";
import type { RateLimitName } from "../../platform/rate-limits/limits.ts";
import type { FactorMethod, VerificationMethod } from "./factor-method.ts";
import { passkeyMethod } from "./methods/passkey.ts";
import { pushMethod } from "./methods/push.ts";
import { callMethod, emailMethod, smsMethod } from "./methods/sent-codes.ts";
import { totpMethod } from "./methods/totp.ts";
import { recoveryCodeMethod } from "./recovery-codes/recovery-codes.ts";

/** The methods that members enroll in. A new factor type of the contract needs an entry here. */
export const factorMethods: Readonly<Record<EnrolledType, FactorMethod>> = {
  WEBAUTHN: passkeyMethod,
  TOTP: totpMethod,
  PUSH: pushMethod,
  SMS: smsMethod,
  CALL: callMethod,
  EMAIL: emailMethod,
};

/** Every method of taking the second factor, enrolled or not. */
export const verificationMethods: Readonly<Record<SecondFactorType, VerificationMethod>> = {
  ...factorMethods,
  RECOVERY_CODE: recoveryCodeMethod,
};

/** Strongest first: methods that resist phishing, then methods that work offline. */
export const preferredTypes: readonly SecondFactorType[] = [...enrollableFactorTypes, "RECOVERY_CODE"];

/** The rate limit that a member's responses count against. */
export function attemptLimit(type: SecondFactorType, memberId: string): [RateLimitName, who: string] {
  return verificationMethods[type].delivery === null
    ? ["mfaAttemptsPerMember", memberId]
    : ["codeAttemptsPerMember", `${memberId} second step`];
}
