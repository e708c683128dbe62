import { type ReactNode, useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { safeReturnTo, withReturnTo } from "../shell/return-to.ts";
import { useRevalidateOnSessionChange } from "../shell/session-change.ts";
import { createText } from "../texts.ts";

/** Words around the sign-in screens, whose own are in the React package. */
export const authText = createText({
  "auth.noScript": "Signing in needs JavaScript. Switch it on in your browser and load this page again.",
  "verifyEmail.title": "Check your e-mail",
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
 * Frame of the sign-in screens: page title, the card's place, and a word for browsers without scripts. Who signs in in
 * another tab is sent on from here too.
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

/** How the sign-in screens hang together: each has its own address, and all remember where the person wanted to go. */
export function useAuthMoves() {
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
