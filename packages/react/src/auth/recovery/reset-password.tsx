import { lazy, Suspense, useEffect, useState } from "react";
import { part } from "../../ui/appearance.ts";
import { LinkButton } from "../../ui/button.tsx";
import { useLasting } from "../../ui/delay.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { AuthCard, type AuthScreenProps } from "../form/auth-screen.tsx";
import { useFollowUpScreen } from "../sign-in/use-follow-up-screen.ts";
import { usePasswordTexts } from "./password-texts.ts";
import { usePasswordReset } from "./use-password-reset.ts";

/** Props of {@link ResetPassword}. */
export interface ResetPasswordProps extends AuthScreenProps {
  /** URL of the sign-in page; links are shown only if set. */
  signInHref?: string | undefined;
  /**
   * Whether the screen PendingApproval replaces this one. With `false`, navigate to your own page in `onState`.
   * Default: true.
   */
  staysInPlace?: boolean | undefined;
  /** Called if the link sets up an invited account, to change the page's title. */
  onSetUp?: (() => void) | undefined;
}

/** Most links are valid, so this form is loaded on demand. */
const SendLink = lazy(async () => ({ default: (await import("./recovery-link-form.tsx")).RecoveryLinkForm }));
const loadNewPassword = async () => ({ default: (await import("./new-password-form.tsx")).NewPasswordForm });
const NewPassword = lazy(loadNewPassword);

/**
 * The page that the emailed link opens: removes the token from the URL, requests a new password and signs in. Invited
 * members also enter their name. An invalid link shows the form to send a new one.
 */
export function ResetPassword(props: ResetPasswordProps) {
  const { signInHref, staysInPlace = true, headingLevel = 1, appearance, messages } = props;
  const text = usePasswordTexts(messages);
  const token = useTokenOfAddress();
  const reset = usePasswordReset({
    token,
    redirectTo: props.redirectTo,
    onDone: props.onDone,
    onState: props.onState,
  });
  const { Screen, name, attempt } = useFollowUpScreen(reset, staysInPlace ? ["pendingApproval"] : []);
  const title = text("password.reset.title");
  const isSlow = useLasting(attempt.link === "checking", 8000);
  const isSetUp = attempt.account !== undefined;
  const { onSetUp } = props;
  // Preloads the form while the link is checked.
  useEffect(() => void loadNewPassword().catch(() => undefined), []);
  useEffect(() => {
    if (isSetUp) onSetUp?.();
  }, [isSetUp, onSetUp]);

  if (Screen && name) return <Screen {...props} name={name} />;
  const checking = (
    <AuthCard screen="resetPassword" {...{ title, headingLevel, appearance }}>
      <div {...part("checking", "site-auth-checking", appearance)} aria-busy="true">
        <p role="status">
          {text("password.reset.checking")} {isSlow && text("common.status.slow")}
        </p>
        <div className="site-skeleton" aria-hidden="true">
          <span />
          <span />
        </div>
      </div>
    </AuthCard>
  );
  if (attempt.link === "checking") return checking;
  if (attempt.link === "dead") {
    return (
      <Suspense fallback={checking}>
        <SendLink
          {...{ text, title, signInHref, appearance, headingLevel }}
          screen="resetPassword"
          lead={
            <Notice kind="warning" role="alert" appearance={appearance}>
              {text("password.reset.linkDead")}
            </Notice>
          }
        />
      </Suspense>
    );
  }
  if (attempt.isSaved && attempt.error) {
    return (
      <AuthCard screen="resetPassword" {...{ title, headingLevel, appearance }}>
        <Notice kind="success" role="alert" appearance={appearance}>
          {text("password.reset.savedSignIn")}
        </Notice>
        {signInHref && (
          <LinkButton variant="primary" data-wide href={signInHref}>
            {text("common.action.signIn")}
          </LinkButton>
        )}
      </AuthCard>
    );
  }
  return (
    <Suspense fallback={checking}>
      <NewPassword {...props} text={text} attempt={attempt} />
    </Suspense>
  );
}

const tokenKey = "porchlight-recovery-token";

/**
 * The token of the fragment, which is removed from the URL and stored in the history entry to survive a reload; `null`
 * without one, `undefined` until read.
 */
function useTokenOfAddress(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const take = () => {
      const { pathname, search, hash } = window.location;
      const found = new URLSearchParams(hash.slice(1)).get("token");
      const { state } = window.history;
      if (found) window.history.replaceState({ ...state, [tokenKey]: found }, "", pathname + search);
      setToken((current) => found ?? current ?? state?.[tokenKey] ?? null);
    };
    take();
    // Another link of the same page fires only `hashchange`.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
