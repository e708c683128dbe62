import account from "@porchlight/contract/texts/en/account.json" with { type: "json" };
import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import verifyEmail from "@porchlight/contract/texts/en/auth-verifyEmail.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import profile from "@porchlight/contract/texts/en/profile.json" with { type: "json" };
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import type { Messages } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.ts";

const english: Partial<Record<AuthTextKey, string>> = { ...auth, ...common, ...account, ...profile, ...verifyEmail };

/** The words about what the site knows of a member, and those of forms with them. */
export function useProfileTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(english, messages);
}
