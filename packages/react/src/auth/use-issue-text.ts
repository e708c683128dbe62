import account from "@porchlight/contract/texts/en/account.json" with { type: "json" };
import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import password from "@porchlight/contract/texts/en/password.json" with { type: "json" };
import type { ReactNode } from "react";
import type { Messages } from "../texts/texts.ts";
import { useTexts } from "../texts/use-texts.ts";
import { type AuthLinks, issueText } from "./auth-screen.tsx";
import type { Issue } from "./issue.ts";

const english = { ...account, ...auth, ...common, ...password };

/**
 * Turns the errors of `useSignIn`, `useSignUp`, `useEmailVerification`, `usePasswordReset`, `useChangePassword` and
 * `useMemberUpdate` into words, for screens of your own.
 */
export function useIssueText(links: AuthLinks = {}, messages?: Messages): (issue: Issue) => ReactNode {
  const text = useTexts(english, messages);
  return (issue) => issueText(text, issue, links);
}
