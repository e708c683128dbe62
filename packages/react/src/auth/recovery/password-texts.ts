import password from "@porchlight/contract/texts/en/password.json" with { type: "json" };
import newPassword from "@porchlight/contract/texts/en/password-new.json" with { type: "json" };
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { type AuthTexts, authMessages } from "../form/auth-screen.tsx";

export const passwordTexts = { ...authMessages, ...password, ...newPassword };

/** Texts of the authentication screens and about passwords. */
export function usePasswordTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(passwordTexts, messages);
}
