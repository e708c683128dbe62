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

export function checkName(field: "firstName" | "lastName" | "nickname", typed: string): Issue | undefined {
  return typed.trim().length <= nameMaximum ? undefined : { key: "auth.check.nameLong", field };
}
