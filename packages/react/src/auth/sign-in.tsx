import { useState } from "react";
import { Anchor } from "../ui/anchor.tsx";
import { part } from "../ui/appearance.ts";
import { EmailField } from "../ui/field.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { PasswordField } from "../ui/password-field.tsx";
import type { AuthState } from "./attempt.ts";
import {
  AuthCard,
  type AuthLinks,
  type AuthScreenProps,
  issueText,
  Problem,
  SubmitArea,
  useAuthTexts,
} from "./auth-screen.tsx";
import { checkEmail, checkPasswordIsThere } from "./checks.ts";
import { PendingApproval } from "./pending-approval.tsx";
import { useAuthForm } from "./use-auth-form.ts";
import { useSignIn } from "./use-sign-in.ts";
import { VerifyEmail } from "./verify-email.tsx";

export interface SignInProps extends AuthScreenProps {
  /** Address of the sign-up page; its link is shown only with it. */
  signUpHref?: string | undefined;
  /** Address of the page that mails a link for a new password; its link is shown only with it. */
  forgotPasswordHref?: string | undefined;
  /** `false` leaves VerifyEmail and PendingApproval to the caller, who moves there in `onState`. */
  staysInPlace?: boolean | undefined;
}

const checks = { email: checkEmail, password: checkPasswordIsThere };

/**
 * E-mail and password, and what follows from them: the code screen, the waiting screen, or in.
 * Style it through `data-part`, `data-state` and `appearance`.
 */
export function SignIn(props: SignInProps) {
  const { signUpHref, forgotPasswordHref, staysInPlace = true, headingLevel = 1, appearance, messages } = props;
  const text = useAuthTexts(messages);
  const [next, setNext] = useState<AuthState>("INITIAL");
  const attempt = useSignIn({
    redirectTo: props.redirectTo,
    onDone: props.onDone,
    onState(state) {
      setNext(state);
      props.onState?.(state);
    },
  });
  const form = useAuthForm(checks, attempt, ({ email, password }) => ({ email, password }));
  const hasScripts = useHydrated();
  const startOver = () => {
    attempt.reset();
    setNext("INITIAL");
  };

  if (staysInPlace && next === "EMAIL_VERIFICATION_REQUIRED") {
    return <VerifyEmail {...props} signInHref={undefined} onChangeEmail={startOver} />;
  }
  if (staysInPlace && next === "OWNER_APPROVAL_REQUIRED") {
    return <PendingApproval {...{ appearance, headingLevel, messages }} onSignIn={startOver} />;
  }

  const links: AuthLinks = { forgotPasswordHref };
  const words = (name: "email" | "password") => {
    const issue = form.errorAt(name);
    return issue && issueText(text, issue, links);
  };
  return (
    <AuthCard
      screen="signIn"
      title={text("auth.signIn.title")}
      headingLevel={headingLevel}
      appearance={appearance}
      problem={
        <Problem {...{ text, links, appearance }} issues={form.issues} failure={attempt.error} fieldId={form.fieldId} />
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
          defaultValue={attempt.email}
          error={words("email")}
          appearance={appearance}
        />
        <PasswordField
          {...form.fieldProps("password")}
          label={text("auth.field.password")}
          autoComplete="current-password"
          isPending={attempt.isPending}
          error={words("password")}
          appearance={appearance}
        />
        {forgotPasswordHref && (
          <p {...part("links", "site-auth-aside", appearance)}>
            <Anchor href={forgotPasswordHref}>{text("auth.signIn.forgot")}</Anchor>
          </p>
        )}
        <SubmitArea
          text={text}
          label={text("auth.signIn.submit")}
          pendingLabel={text("auth.signIn.submitting")}
          attempt={attempt}
          isLeaving={props.redirectTo !== undefined || props.onDone !== undefined}
          appearance={appearance}
        />
      </form>
      {signUpHref && (
        <p {...part("links", "site-auth-links", appearance)}>
          <Anchor href={signUpHref}>{text("auth.signIn.signUp")}</Anchor>
        </p>
      )}
    </AuthCard>
  );
}
