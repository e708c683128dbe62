import { useSession } from "@porchlight/react";
import { type ReactNode, useCallback } from "react";
import { useLocation, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { hostedStartHref, newsletterPath, safeReturnTo, withReturnTo } from "../shell/return-to.ts";
import { useOnSessionChange } from "../shell/session-change.ts";
import { createText } from "../texts.ts";

/** Texts around the authentication screens, whose own are in the React package. */
export const authText = createText({
  "auth.noScript": "This page needs JavaScript.",
  "auth.noScript.link": "This link needs JavaScript. Without it, request a new link by email.",
  "auth.noScript.continue": "Continue without JavaScript",
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

interface AuthPageProps {
  title: string;
  children: ReactNode;
  /** Redirect of new members. Default: that of the loader. */
  redirectTo?: string | undefined;
}

/**
 * Frame of the authentication screens: title, card, and a link to the hosted pages without scripts. Also redirects
 * after a sign-in in another tab.
 */
export function AuthPage({ title, children, redirectTo }: AuthPageProps) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const isMember = useSession(({ status }) => status === "member");
  useOnSessionChange(() => (isMember && redirectTo ? navigate(redirectTo, { replace: true }) : revalidate()));
  const { pathname, search } = useLocation();
  const hostedHref = hostedStartHref(pathname, search);
  return (
    <div className="auth-page" data-scripted={hostedHref && ""}>
      <PageHead title={title} noIndex />
      {hostedHref ? (
        <noscript>
          <h1>{title}</h1>
          <p className="no-script">
            {authText(pathname === "/reset-password" ? "auth.noScript.link" : "auth.noScript")}
          </p>
          <p>
            <a className="site-button" data-variant="primary" href={hostedHref}>
              {authText("auth.noScript.continue")}
            </a>
          </p>
        </noscript>
      ) : null}
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
  return {
    returnTo,
    /** Visitors who sign up for the newsletter continue at the subscription instead of the next steps. */
    welcomeHref: returnTo === newsletterPath ? returnTo : withReturnTo("/account/welcome", returnTo),
    moveOn,
    addressOf: (screen: string) => withReturnTo(screen, returnTo),
  };
}
