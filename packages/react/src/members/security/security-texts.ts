import type { NewFactor } from "@porchlight/client/auth";
import account from "@porchlight/contract/texts/en/account.json" with { type: "json" };
import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import security from "@porchlight/contract/texts/en/security.json" with { type: "json" };
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import { type Messages, useTexts } from "../../texts/use-texts.ts";

export const securityTexts: Partial<Record<AuthTextKey, string>> = { ...auth, ...common, ...account, ...security };

export type EnrollableType = NewFactor["type"];

/** Parts of the text keys `security.*` of the factors that can be enrolled, the recommended one first. */
export const enrollmentTextParts = {
  WEBAUTHN: "passkey",
  TOTP: "app",
  PUSH: "PUSH",
  SMS: "SMS",
  CALL: "CALL",
  EMAIL: "EMAIL",
} as const satisfies Record<EnrollableType, string>;

export const isEnrollable = (type: string): type is EnrollableType => type in enrollmentTextParts;

/** Texts of the security settings and their forms. */
export function useSecurityTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(securityTexts, messages);
}
