import secondStep from "@porchlight/contract/texts/en/secondStep.json" with { type: "json" };
import sent from "@porchlight/contract/texts/en/secondStep-sent.json" with { type: "json" };
import setUp from "@porchlight/contract/texts/en/security-setUp.json" with { type: "json" };
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import type { Messages } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { securityWords } from "./security-texts.ts";

const english: Partial<Record<AuthTextKey, string>> = { ...securityWords, ...secondStep, ...sent, ...setUp };

/** The words about what protects the account, with those of setting it up. */
export function useSetUpTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(english, messages);
}
