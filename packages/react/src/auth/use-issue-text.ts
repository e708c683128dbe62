import { englishScreens } from "@porchlight/contract/texts/en";
import type { ReactNode } from "react";
import type { Messages } from "../texts/texts.ts";
import { useTexts } from "../texts/use-texts.ts";
import { type AuthLinks, issueText } from "./auth-screen.tsx";
import type { Issue } from "./issue.ts";

/**
 * Turns the errors of `useSignIn`, `useSignUp`, `useEmailVerification`, `usePasswordReset`, `useChangePassword`,
 * `useMemberUpdate`, `useHostedLogin` and `useAuthCallback` into words, for screens of your own.
 */
export function useIssueText(links: AuthLinks = {}, messages?: Messages): (issue: Issue) => ReactNode {
  const text = useTexts(englishScreens, messages);
  return (issue) => issueText(text, issue, links);
}
