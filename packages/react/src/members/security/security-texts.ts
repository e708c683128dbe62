import account from "@porchlight/contract/texts/en/account.json" with { type: "json" };
import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import security from "@porchlight/contract/texts/en/security.json" with { type: "json" };
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import { type Messages, useTexts } from "../../texts/use-texts.ts";

export const securityTexts: Partial<Record<AuthTextKey, string>> = { ...auth, ...common, ...account, ...security };

/** Texts of the security settings and their forms. */
export function useSecurityTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(securityTexts, messages);
}
