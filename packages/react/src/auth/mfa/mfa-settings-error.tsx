import type { Appearance } from "../../ui/appearance.ts";
import { AccountErrorNotice } from "../form/account-error-notice.tsx";
import { isCompleteSentence, toAccountError } from "../form/account-errors.ts";
import { asRecord } from "../form/auth-errors.ts";
import type { AuthTexts } from "../form/auth-screen.tsx";
import type { AuthError, AuthTextKey } from "../form/form-error.ts";

/** Complete sentences by error code. */
const sentences: Readonly<Record<string, AuthTextKey>> = {
  PASSKEY_EXISTS: "security.passkey.exists",
  PASSKEY_CANCELLED: "security.passkey.stopped",
  PASSKEY_REFUSED: "security.passkey.refused",
  PASSKEY_UNSUPPORTED: "security.passkey.unsupported",
  PASSKEY_DOMAIN: "security.passkey.domain",
  FACTOR_NOT_AVAILABLE: "secondStep.error.unavailable",
  FACTOR_NOT_FOUND: "security.steps.gone",
  FACTOR_NOT_OFFERED: "security.steps.notOffered",
  PUSH_DENIED: "secondStep.PUSH.denied",
  PUSH_EXPIRED: "secondStep.PUSH.expired",
  TOO_MANY_FACTORS: "security.steps.full",
};

/** Converts an error of an MFA settings operation. */
export function toMfaSettingsError(error: unknown, now: number): AuthError {
  const { code, details } = asRecord(error);
  const key = sentences[String(code)];
  if (key) return { key, display: "notice" };
  const failure = toAccountError(error, now);
  const violations = asRecord(asRecord(details).validationError).fieldViolations;
  const isPhone = Array.isArray(violations) && violations.some((one) => asRecord(one).field === "phoneNumber");
  return isPhone ? { key: "security.phone.wrong", field: "phone", display: "summary" } : failure;
}

interface StepFailureProps {
  text: AuthTexts;
  failure: AuthError;
  appearance: Appearance | undefined;
}

/** Reports a failed change of the MFA settings. */
export function MfaSettingsError({ text, failure, appearance }: StepFailureProps) {
  return (
    <AccountErrorNotice
      {...{ text, failure, appearance }}
      sentence={(reason) => (isCompleteSentence(failure) ? reason : text("security.steps.notDone", { reason }))}
    />
  );
}
