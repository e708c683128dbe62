import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import password from "@porchlight/contract/texts/en/password.json" with { type: "json" };
import type { Messages } from "../texts/texts.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { AuthTexts } from "./auth-screen.tsx";
import type { AuthTextKey } from "./issue.ts";

const english: Partial<Record<AuthTextKey, string>> = { ...auth, ...common, ...password };

/** The words of the sign-in screens, and those about passwords with them. */
export function usePasswordTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(english, messages);
}
