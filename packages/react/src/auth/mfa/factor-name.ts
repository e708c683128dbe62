import type { FormError } from "../form/form-error.ts";
import { countCharacters } from "../form/validation.ts";

/** Characters of the name of a second step. */
const nameMaximum = 100;

export function validateDeviceName(typed: string): FormError | undefined {
  return typed.trim() ? validateFactorName(typed) : { key: "security.PUSH.deviceMissing", field: "name" };
}

export function validateFactorName(typed: string): FormError | undefined {
  return countCharacters(typed.trim()) <= nameMaximum ? undefined : { key: "auth.check.nameLong", field: "name" };
}
