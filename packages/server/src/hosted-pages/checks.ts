import { passwordMaxLength, verificationCodeLength } from "@porchlight/contract/limits";
import { validateEmail } from "../auth/registration/validate-email.ts";
import type { Names } from "./views/form-parts.ts";
import type { Issue } from "./views/problem.ts";

/** What forms can tell of themselves; the use cases have the last word. Each answers what is wrong. */
export async function checkEmail(typed: string): Promise<Issue[]> {
  if (typed.trim() === "") return [{ key: "auth.check.emailMissing", field: "email" }];
  const { valid } = await validateEmail({ body: { email: typed } });
  return valid ? [] : [{ key: "auth.check.emailForm", field: "email" }];
}

const nameMaxLength = 100;

/** Names on one line: what cannot be in one is a space. */
export function readNames({ firstName, lastName }: Names): Names {
  const asName = (typed: string) => typed.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  return { firstName: asName(firstName), lastName: asName(lastName) };
}

export function checkNames(names: Names): Issue[] {
  return Object.entries(names).flatMap(([field, name]) =>
    name.length > nameMaxLength ? [{ key: "auth.check.nameLong", field } as const] : [],
  );
}

/** Characters are code points after NFC, as everywhere. */
export function checkNewPassword(typed: string, minLength: number): Issue[] {
  const length = [...typed.normalize("NFC")].length;
  if (length < minLength) return [{ key: "auth.check.passwordShort", values: { min: minLength }, field: "password" }];
  if (length > passwordMaxLength)
    return [{ key: "auth.check.passwordLong", values: { max: passwordMaxLength }, field: "password" }];
  return [];
}

/** A code as it was meant: without spaces and dashes, and digits of full width as plain ones. */
export const foldCode = (typed: string): string => typed.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");

/** @param missing Says that nothing was typed. */
export function checkCode(code: string, missing: Issue["key"]): Issue | undefined {
  if (code === "") return { key: missing, field: "code" };
  if (code.length !== verificationCodeLength || /\D/.test(code)) return { key: "auth.check.codeForm", field: "code" };
  return undefined;
}

const recoveryCodeLength = 10;

export function checkRecoveryCode(code: string): Issue | undefined {
  if (code === "") return { key: "secondStep.check.codeMissing", field: "code" };
  return code.length === recoveryCodeLength ? undefined : { key: "secondStep.check.recoveryCodeForm", field: "code" };
}
