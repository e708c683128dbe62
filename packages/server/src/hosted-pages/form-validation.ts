import { isWholeCode } from "@porchlight/contract/auth/verification-code";
import { maxPasswordLength } from "@porchlight/contract/limits";
import { validateEmail } from "../auth/registration/register.ts";
import type { Names } from "./views/form-parts.ts";
import type { ValidationError } from "./views/problem.ts";

/** Form validation. The use cases validate again. Each function returns the errors. */
export async function validateEmailInput(typed: string): Promise<ValidationError[]> {
  if (typed.trim() === "") return [{ key: "auth.check.emailMissing", field: "email" }];
  const { valid } = await validateEmail({ body: { email: typed } });
  return valid ? [] : [{ key: "auth.check.emailForm", field: "email" }];
}

const maxNameLength = 100;

/** Replaces control characters and line separators by spaces. */
export function parseNames({ firstName, lastName }: Names): Names {
  const asName = (typed: string) => typed.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  return { firstName: asName(firstName), lastName: asName(lastName) };
}

export function validateNames(names: Names): ValidationError[] {
  return Object.entries(names).flatMap(([field, name]) =>
    name.length > maxNameLength ? [{ key: "auth.check.nameLong", field } as const] : [],
  );
}

/** Counts characters as code points after NFC normalization. */
export function validateNewPassword(typed: string, minLength: number): ValidationError[] {
  const length = [...typed.normalize("NFC")].length;
  if (length < minLength) return [{ key: "auth.check.passwordShort", values: { min: minLength }, field: "password" }];
  if (length > maxPasswordLength)
    return [{ key: "auth.check.passwordLong", values: { max: maxPasswordLength }, field: "password" }];
  return [];
}

/** @param missing The text for an empty field. */
export function validateCode(code: string, missing: ValidationError["key"]): ValidationError | undefined {
  if (code === "") return { key: missing, field: "code" };
  if (!isWholeCode(code)) return { key: "auth.check.codeForm", field: "code" };
  return undefined;
}

const recoveryCodeLength = 10;

export function validateRecoveryCode(code: string): ValidationError | undefined {
  if (code === "") return { key: "secondStep.check.codeMissing", field: "code" };
  return code.length === recoveryCodeLength ? undefined : { key: "secondStep.check.recoveryCodeForm", field: "code" };
}
