import { codeLength, foldCode, isWholeCode } from "../ui/code.ts";
import type { Issue } from "./issue.ts";

const nameMaximum = 100;
/** Fewest characters of a password where the site does not say otherwise. */
export const passwordMinimum = 8;
// One @ with something before it and a dotted name after it. The server has the last word.
const emailForm = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u;

export function checkEmail(typed: string): Issue | undefined {
  const email = typed.trim();
  if (!email) return { key: "auth.check.emailMissing", field: "email" };
  return emailForm.test(email) ? undefined : { key: "auth.check.emailForm", field: "email" };
}

export function checkPasswordIsThere(password: string): Issue | undefined {
  return password ? undefined : { key: "auth.check.passwordMissing", field: "password" };
}

/** Characters as a person counts them (code points), so that one emoji is one. */
export function countCharacters(password: string): number {
  return [...password].length;
}

export function checkNewPassword(password: string, minimum: number): Issue | undefined {
  if (countCharacters(password) >= minimum) return undefined;
  return { key: "auth.check.passwordShort", values: { min: minimum }, field: "password" };
}

export function checkCode(typed: string): Issue | undefined {
  const code = foldCode(typed);
  if (!code) return { key: "auth.check.codeMissing", field: "code" };
  return isWholeCode(code) ? undefined : { key: "auth.check.codeForm", values: { n: codeLength }, field: "code" };
}

/** A code that an app shows, or that came by other ways than e-mail. */
export function checkSecondCode(typed: string): Issue | undefined {
  return foldCode(typed) ? checkCode(typed) : { key: "secondStep.check.codeMissing", field: "code" };
}

const recoveryCodeLength = 10;

export function checkRecoveryCode(typed: string): Issue | undefined {
  const { length } = foldCode(typed);
  if (length === 0) return { key: "secondStep.check.codeMissing", field: "code" };
  return length === recoveryCodeLength ? undefined : { key: "secondStep.check.recoveryCodeForm", field: "code" };
}

export function checkName(field: "firstName" | "lastName" | "nickname", typed: string): Issue | undefined {
  return typed.trim().length <= nameMaximum ? undefined : { key: "auth.check.nameLong", field };
}
