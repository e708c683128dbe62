import { type ComponentType, useEffect, useState } from "react";
import { usePorchlight, useSite } from "../../provider.tsx";
import { Anchor } from "../../ui/anchor.tsx";
import { part } from "../../ui/appearance.ts";
import { EmailField } from "../../ui/fields/field.tsx";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { goTo } from "../../ui/safe-url.ts";
import { Captcha } from "../captcha/captcha.tsx";
import {
  AuthCard,
  type AuthScreenProps,
  FormErrors,
  formErrorText,
  SubmitArea,
  useAuthTexts,
} from "../form/auth-screen.tsx";
import { useAuthForm } from "../form/use-auth-form.ts";
import { validateEmail, validatePassword } from "../form/validation.ts";
import type { PasskeySignInProps } from "./passkey-sign-in.tsx";
import { useFollowUpScreen } from "./use-follow-up-screen.ts";
import { useSignIn } from "./use-sign-in.ts";

/** Props of {@link SignIn}. */
export interface SignInProps extends AuthScreenProps {
  /** URL of the sign-up page; the link is shown only if set. */
  signUpHref?: string | undefined;
  /** URL of the page that emails a password link; the link is shown only if set. */
  forgotPasswordHref?: string | undefined;
  /** Initial email address, unless one was entered on another screen. */
  defaultEmail?: string | undefined;
  /**
   * Whether the screens VerifyEmail and PendingApproval replace this one. With `false`, navigate to your own pages in
   * `onState`. Default: true.
   */
  staysInPlace?: boolean | undefined;
}

const checks = { email: validateEmail, password: validatePassword };

const loadVerifyEmail = () => import("../sign-up/verify-email.tsx");

/**
 * Sign-in with email and password or a passkey, including the screens that follow. Style it with `data-part`,
 * `data-state` and `appearance`.
 */
export function SignIn(props: SignInProps) {
  const { signUpHref, forgotPasswordHref, staysInPlace = true, headingLevel = 1, appearance, messages } = props;
  const text = useAuthTexts(messages);
  const signIn = useSignIn(props);
  const { flow } = usePorchlight();
  const [isResumed, setIsResumed] = useState(false);
  useEffect(() => setIsResumed(isReloadedPage() && flow.getSnapshot().pendingMfa !== undefined), [flow]);
  const { Screen, name, attempt } = useFollowUpScreen(
    isResumed ? { ...signIn, state: "MFA_REQUIRED" } : signIn,
    staysInPlace ? ["verifyEmail", "pendingApproval"] : [],
    loadVerifyEmail,
  );
  const form = useAuthForm(checks, attempt, (typed) => typed);
  const hasScripts = useHydrated();
  const PasskeyPart = usePasskeySignIn();
  useRedirectToPasswordReset(attempt.error?.key === "auth.error.resetNeeded" ? forgotPasswordHref : undefined);
  if (Screen && name) {
    const startOver = () => {
      flow.update({ pendingMfa: undefined });
      setIsResumed(false);
      attempt.reset();
    };
    return <Screen {...props} name={name} onStartOver={startOver} onSignIn={startOver} />;
  }

  const fieldError = (name: "email" | "password") => {
    const issue = form.errorAt(name);
    return issue && formErrorText(text, issue, props);
  };
  return (
    <AuthCard
      screen="signIn"
      title={text("auth.signIn.title")}
      headingLevel={headingLevel}
      appearance={appearance}
      problem={
        <FormErrors
          {...{ text, appearance }}
          links={props}
          issues={form.issues}
          failure={attempt.error?.key.startsWith("passkey.") ? null : attempt.error}
          fieldId={form.fieldId}
          onRetry={() => {
            attempt.reset();
            form.focus();
          }}
        />
      }
    >
      <form
        {...form.formProps}
        {...part("form", "site-form", appearance)}
        method="post"
        action={props.action}
        noValidate={hasScripts}
        data-state={attempt.isPending ? "pending" : "idle"}
      >
        <EmailField
          {...form.fieldProps("email")}
          label={text("auth.field.email")}
          autoComplete="username webauthn"
          defaultValue={attempt.email || props.defaultEmail}
          error={fieldError("email")}
          appearance={appearance}
        />
        <PasswordField
          {...form.fieldProps("password")}
          label={text("auth.field.password")}
          autoComplete="current-password"
          isPending={attempt.isPending}
          error={fieldError("password")}
          appearance={appearance}
        />
        {forgotPasswordHref && (
          <p {...part("links", "site-auth-aside", appearance)}>
            <Anchor href={forgotPasswordHref}>{text("auth.signIn.forgot")}</Anchor>
          </p>
        )}
        <Captcha captcha={attempt.captcha} messages={messages} appearance={appearance} />
        <SubmitArea
          text={text}
          label={text("auth.signIn.submit")}
          pendingLabel={text("auth.signIn.submitting")}
          attempt={attempt}
          isLeaving={props.redirectTo !== undefined || props.onDone !== undefined}
          appearance={appearance}
        />
      </form>
      {PasskeyPart === "placeholder" ? (
        <div className="site-passkey" />
      ) : (
        PasskeyPart && <PasskeyPart {...{ signIn, attempt, appearance, messages }} />
      )}
      {signUpHref && (
        <p {...part("links", "site-auth-links", appearance)}>
          <Anchor href={signUpHref}>{text("auth.signIn.signUp")}</Anchor>
        </p>
      )}
    </AuthCard>
  );
}

/** Whether the page was reloaded or restored from history, so that an interrupted sign-in may be resumed. */
const isReloadedPage = () =>
  performance.getEntriesByType("navigation").some((load) => (load as PerformanceNavigationTiming).type !== "navigate");

/** Navigates once to the password reset page if a new password is required; the email address is passed along. */
function useRedirectToPasswordReset(forgotPasswordHref: string | undefined) {
  const { flow } = usePorchlight();
  const { navigate } = useSite();
  useEffect(() => {
    if (!forgotPasswordHref) return;
    flow.update({ mustResetPassword: true });
    goTo(forgotPasswordHref, navigate);
  }, [forgotPasswordHref, flow, navigate]);
}

/**
 * Loads the passkey button if client and browser support passkeys. Until then `"placeholder"` reserves its space, to
 * avoid a layout shift.
 */
function usePasskeySignIn(): ComponentType<PasskeySignInProps> | "placeholder" | undefined {
  const { passkeys } = usePorchlight().client;
  const hasScripts = useHydrated();
  const [loaded, setLoaded] = useState<{ Part?: ComponentType<PasskeySignInProps> }>();
  const isSupported = passkeys !== undefined && (!hasScripts || typeof PublicKeyCredential === "function");
  useEffect(() => {
    if (!isSupported) return;
    import("./passkey-sign-in.tsx").then(
      ({ PasskeySignIn }) => setLoaded({ Part: PasskeySignIn }),
      () => setLoaded({}),
    );
  }, [isSupported]);
  if (!isSupported) return undefined;
  return loaded ? loaded.Part : "placeholder";
}
