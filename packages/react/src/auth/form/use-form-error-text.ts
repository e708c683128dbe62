import { englishScreens } from "@porchlight/contract/texts/en";
import type { ReactNode } from "react";
import type { Messages } from "../../texts/texts.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type AuthLinks, formErrorText } from "./auth-screen.tsx";
import type { FormError } from "./form-error.ts";

/**
 * Turns the errors of `useSignIn`, `useSignUp`, `useEmailVerification`, `usePasswordReset`, `useChangePassword`,
 * `useMemberUpdate`, `useHostedLogin` and `useAuthCallback` into words, for screens of your own.
 */
export function useFormErrorText(links: AuthLinks = {}, messages?: Messages): (issue: FormError) => ReactNode {
  const text = useTexts(englishScreens, messages);
  return (issue) => formErrorText(text, issue, links);
}
