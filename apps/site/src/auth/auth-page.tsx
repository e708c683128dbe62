import { type ReactNode, useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { authText } from "./auth-texts.ts";
import { safeReturnTo, withReturnTo } from "./return-to.ts";
import { useRevalidateOnSessionChange } from "./session-change.ts";

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
