import { lazy, Suspense, useEffect, useState } from "react";
import { part } from "../ui/appearance.ts";
import { LinkButton } from "../ui/button.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Notice } from "../ui/notice.tsx";
import type { AuthState } from "./attempt.ts";
import { AuthCard, type AuthScreenProps, type AuthTexts, Problem, SubmitArea } from "./auth-screen.tsx";
import { checkNewPassword, passwordMinimum } from "./checks.ts";
import { NameFields, nameChecks } from "./name-fields.tsx";
import { HiddenUsername, NewPasswordField } from "./new-password-field.tsx";
import { usePasswordTexts } from "./password-texts.ts";
import { PendingApproval } from "./pending-approval.tsx";
import { useAuthForm } from "./use-auth-form.ts";
import { type PasswordReset, usePasswordReset } from "./use-password-reset.ts";

export interface ResetPasswordProps extends AuthScreenProps {
  /** Address of the sign-in page; its links are shown only with it. */
  signInHref?: string | undefined;
  /** `false` leaves PendingApproval to the caller, who moves there in `onState`. */
  staysInPlace?: boolean | undefined;
  /** Called when the link turns out to set up an account that was made for somebody: the page's title is another then. */
  onSetUp?: (() => void) | undefined;
}

/** Most links work: the form that sends another is fetched when it is needed. */
const SendLink = lazy(async () => ({ default: (await import("./send-link.tsx")).SendLink }));

/**
 * The page that the link in the mail opens: takes the token out of the address at once, asks for a new password and signs
 * in with it. Somebody who sets up an account that was made for them is asked for their name too. A link that no longer works
 * gives way to the form that sends a new one.
 */
export function ResetPassword(props: ResetPasswordProps) {
  const { signInHref, staysInPlace = true, headingLevel = 1, appearance, messages } = props;
  const text = usePasswordTexts(messages);
  const token = useTokenOfAddress();
  const [next, setNext] = useState<AuthState>("INITIAL");
  const attempt = usePasswordReset({
    token,
    redirectTo: props.redirectTo,
    onDone: props.onDone,
    onState(state) {
      setNext(state);
      props.onState?.(state);
    },
  });
  const title = text("password.reset.title");
  const isSetUp = attempt.account !== undefined;
  const { onSetUp } = props;
  useEffect(() => {
    if (isSetUp) onSetUp?.();
  }, [isSetUp, onSetUp]);

  if (staysInPlace && next === "OWNER_APPROVAL_REQUIRED") {
    return <PendingApproval {...{ appearance, headingLevel, messages }} signInHref={signInHref} />;
  }
  const checking = (
    <AuthCard screen="resetPassword" {...{ title, headingLevel, appearance }}>
      <div {...part("checking", "site-auth-checking", appearance)} aria-busy="true">
        <p role="status">{text("password.reset.checking")}</p>
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
  return <NewPassword {...props} text={text} attempt={attempt} />;
}

function NewPassword({ text, attempt, ...props }: ResetPasswordProps & { text: AuthTexts; attempt: PasswordReset }) {
  const { headingLevel = 1, appearance } = props;
  const hasScripts = useHydrated();
  const { account, email } = attempt;
  const minimum = attempt.passwordMinLength ?? passwordMinimum;
  const checks = { ...(account && nameChecks), password: (typed: string) => checkNewPassword(typed, minimum) };
  const form = useAuthForm(checks, attempt, ({ password, firstName, lastName }) => ({
    password,
    ...(account && { names: { firstName, lastName } }),
  }));
  return (
    <AuthCard
      screen="resetPassword"
      title={text(account ? "password.setUp.title" : "password.reset.title")}
      {...{ headingLevel, appearance }}
      problem={
        <Problem
          {...{ text, appearance }}
          links={{}}
          issues={form.issues}
          failure={attempt.error}
          fieldId={form.fieldId}
        />
      }
    >
      <p {...part("lead", "site-auth-lead", appearance)}>
        {account
          ? text.rich("password.setUp.lead", { email: <bdi className="site-strong">{email}</bdi> })
          : text("password.reset.lead")}
      </p>
      <form
        {...form.formProps}
        {...part("form", "site-form", appearance)}
        method="post"
        action={props.action}
        noValidate={hasScripts}
        data-state={attempt.isPending ? "pending" : "idle"}
      >
        {account && <NameFields {...{ text, form, appearance }} names={account} />}
        <HiddenUsername email={email} />
        <NewPasswordField
          {...{ text, form, minimum, appearance }}
          label={text(account ? "auth.field.password" : "password.field.new")}
          isPending={attempt.isPending}
        />
        <SubmitArea
          text={text}
          label={text("password.reset.submit")}
          pendingLabel={text("password.reset.submitting")}
          attempt={attempt}
          isLeaving={props.redirectTo !== undefined || props.onDone !== undefined}
          appearance={appearance}
        />
      </form>
      <p className="site-hidden" role="status">
        {attempt.isSaved && text("password.reset.saved")}
      </p>
    </AuthCard>
  );
}

const tokenKey = "porchlight-recovery-token";

/**
 * The token in the fragment, which is gone from the address then, and kept with this entry of the browser's history alone, so
 * that loading the page again does not lose it; `null` when there is none, `undefined` before the look.
 */
function useTokenOfAddress(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const take = () => {
      const { pathname, search, hash } = window.location;
      const found = new URLSearchParams(hash.slice(1)).get("token");
      const { state } = window.history;
      if (found) window.history.replaceState({ ...state, [tokenKey]: found }, "", pathname + search);
      setToken((held) => found ?? held ?? state?.[tokenKey] ?? null);
    };
    take();
    // Another link of the same page opens in the page that is there.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
