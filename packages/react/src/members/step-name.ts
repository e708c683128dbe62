import { countCharacters } from "../auth/checks.ts";
import type { Issue } from "../auth/issue.ts";

/** Characters of the name of a second step. */
const nameMaximum = 100;

export function checkDeviceName(typed: string): Issue | undefined {
  return typed.trim() ? checkStepName(typed) : { key: "security.PUSH.deviceMissing", field: "name" };
}

export function checkStepName(typed: string): Issue | undefined {
  return countCharacters(typed.trim()) <= nameMaximum ? undefined : { key: "auth.check.nameLong", field: "name" };
}
