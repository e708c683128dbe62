import type { ReactNode } from "react";
import type { Messages } from "../texts/texts.ts";
import { type AuthLinks, issueText } from "./auth-screen.tsx";
import type { Issue } from "./issue.ts";
import { usePasswordTexts } from "./password-texts.ts";

/**
 * Turns the errors of `useSignIn`, `useSignUp`, `useEmailVerification`, `usePasswordReset` and `useChangePassword` into words, for screens of your own.
 */
export function useIssueText(links: AuthLinks = {}, messages?: Messages): (issue: Issue) => ReactNode {
  const text = usePasswordTexts(messages);
  return (issue) => issueText(text, issue, links);
}
