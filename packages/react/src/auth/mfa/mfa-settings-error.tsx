import type { Appearance } from "../../ui/appearance.ts";
import { AccountErrorNotice } from "../form/account-error-notice.tsx";
import { isCompleteSentence, toAccountError } from "../form/account-errors.ts";
import { asRecord } from "../form/auth-errors.ts";
import type { AuthTexts } from "../form/auth-screen.tsx";
import type { AuthError, AuthTextKey } from "../form/form-error.ts";

/** What is told in a sentence of its own, by the code of the error. */
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

/** Why a change of the second steps did not go through. */
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

/** Why something about the second steps was not done. */
export function MfaSettingsError({ text, failure, appearance }: StepFailureProps) {
  return (
    <AccountErrorNotice
      {...{ text, failure, appearance }}
      sentence={(reason) => (isCompleteSentence(failure) ? reason : text("security.steps.notDone", { reason }))}
    />
  );
}
