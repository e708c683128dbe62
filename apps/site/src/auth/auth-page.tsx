import { type ReactNode, useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { safeReturnTo, withReturnTo } from "../shell/return-to.ts";
import { useRevalidateOnSessionChange } from "../shell/session-change.ts";
import { createText } from "../texts.ts";

/** Texts around the authentication screens, whose own are in the React package. */
export const authText = createText({
  "auth.noScript": "Signing in needs JavaScript. Switch it on in your browser and load this page again.",
  "verifyEmail.title": "Check your email",
  "forgotPassword.title": "Forgot your password?",
  "resetPassword.title": "Choose a new password",
  "resetPassword.setUpTitle": "Set your password",
  "callback.title": "Signing you in",
  "pending.title": "Waiting for approval",
  "signOut.title": "Sign out",
  "signOut.question": "Do you want to sign out of {site} on this device?",
  "signOut.pending": "Signing out…",
  "signOut.done": "You are signed out.",
  "signOut.again": "Sign in again",
});

/**
 * Frame of the authentication screens: title, card, and a message without scripts. Also redirects after a sign-in in
 * another tab.
 */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  useRevalidateOnSessionChange();
  return (
    <div className="auth-page">
      <PageHead title={title} noIndex />
      <noscript>
        <p className="no-script">{authText("auth.noScript")}</p>
      </noscript>
      {children}
    </div>
  );
}

/** Connects the authentication screens, which have separate URLs and share the return URL. */
export function useAuthNavigation() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const returnTo = safeReturnTo(parameters.get("returnTo"));
  const moveOn = useCallback(
    (state: string) => {
      if (state === "EMAIL_VERIFICATION_REQUIRED") void navigate(withReturnTo("/verify-email", returnTo));
      if (state === "OWNER_APPROVAL_REQUIRED") void navigate("/pending");
    },
    [navigate, returnTo],
  );
  return { returnTo, moveOn, addressOf: (screen: string) => withReturnTo(screen, returnTo) };
}
