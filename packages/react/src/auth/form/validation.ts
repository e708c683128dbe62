import { foldCode, isWholeCode } from "@porchlight/contract/auth/verification-code";
import { verificationCodeLength } from "@porchlight/contract/limits";
import type { FormError } from "./form-error.ts";

const nameMaximum = 100;
/** Minimum password length unless the site sets its own. */
export const defaultMinPasswordLength = 8;
// One @ followed by a dotted domain. The server decides.
const emailForm = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u;

export function validateEmail(typed: string): FormError | undefined {
  const email = typed.trim();
  if (!email) return { key: "auth.check.emailMissing", field: "email" };
  return emailForm.test(email) ? undefined : { key: "auth.check.emailForm", field: "email" };
}

export function validatePassword(password: string): FormError | undefined {
  return password ? undefined : { key: "auth.check.passwordMissing", field: "password" };
}

/** Counts code points, so that most emoji count as one character. */
export function countCharacters(password: string): number {
  return [...password].length;
}

export function validateNewPassword(password: string, minimum: number): FormError | undefined {
  if (countCharacters(password) >= minimum) return undefined;
  return { key: "auth.check.passwordShort", values: { min: minimum }, field: "password" };
}

export function validateCode(typed: string): FormError | undefined {
  const code = foldCode(typed);
  if (!code) return { key: "auth.check.codeMissing", field: "code" };
  return isWholeCode(code)
    ? undefined
    : { key: "auth.check.codeForm", values: { n: verificationCodeLength }, field: "code" };
}

/** A code from an app, a text, a call or a push. */
export function validateFactorCode(typed: string): FormError | undefined {
  return foldCode(typed) ? validateCode(typed) : { key: "secondStep.check.codeMissing", field: "code" };
}

const recoveryCodeLength = 10;

export function validateRecoveryCode(typed: string): FormError | undefined {
  const { length } = foldCode(typed);
  if (length === 0) return { key: "secondStep.check.codeMissing", field: "code" };
  return length === recoveryCodeLength ? undefined : { key: "secondStep.check.recoveryCodeForm", field: "code" };
}

export function validateName(field: "firstName" | "lastName" | "nickname", typed: string): FormError | undefined {
  return typed.trim().length <= nameMaximum ? undefined : { key: "auth.check.nameLong", field };
}
