import { englishScreens } from "@porchlight/contract/texts/en";
import type { ReactNode } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { type AuthLinks, formErrorText } from "./auth-screen.tsx";
import type { FormError } from "./form-error.ts";

/**
 * Converts errors of the authentication and account hooks to text, for custom screens. It imports all English texts, so
 * it is not part of `auth-screen.tsx`.
 */
export function useFormErrorText(links: AuthLinks = {}, messages?: Messages): (error: FormError) => ReactNode {
  const text = useTexts(englishScreens, messages);
  return (error) => formErrorText(text, error, links);
}
