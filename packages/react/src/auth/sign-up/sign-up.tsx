import { Anchor } from "../../ui/anchor.tsx";
import { part } from "../../ui/appearance.ts";
import { EmailField } from "../../ui/fields/field.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { Captcha } from "../captcha/captcha.tsx";
import {
  AuthCard,
  type AuthLinks,
  type AuthScreenProps,
  FormErrors,
  formErrorText,
  SubmitArea,
  useAuthTexts,
} from "../form/auth-screen.tsx";
import type { AuthFieldName } from "../form/form-error.ts";
import { NameFields, nameChecks } from "../form/name-fields.tsx";
import { NewPasswordField } from "../form/new-password-field.tsx";
import { useAuthForm } from "../form/use-auth-form.ts";
import { listErrors } from "../form/use-auth-submission.ts";
import { defaultMinPasswordLength, validateEmail, validateNewPassword } from "../form/validation.ts";
import { useFollowUpScreen } from "../sign-in/use-follow-up-screen.ts";
import { useSignUp } from "./use-sign-up.ts";

/** Props of {@link SignUp}. */
export interface SignUpProps extends AuthScreenProps {
  /** URL of the sign-in page; the link is shown only if set. */
  signInHref?: string | undefined;
  /** URL of the page that emails a password link; errors link to it only if set. */
  forgotPasswordHref?: string | undefined;
  /** Minimum password length; the site's setting `passwordMinLength`. Default: 8. */
  passwordMinLength?: number | undefined;
  /** Hides the optional fields for first and last name. */
  hidesNames?: boolean | undefined;
  /**
   * Whether the screens VerifyEmail and PendingApproval replace this one. With `false`, navigate to your own page in
   * `onState`. Default: true.
   */
  staysInPlace?: boolean | undefined;
}

const loadVerifyEmail = () => import("./verify-email.tsx");

/** Sign-up, including the screens that follow. */
export function SignUp(props: SignUpProps) {
  const { signInHref, forgotPasswordHref, hidesNames = false, staysInPlace = true } = props;
  const { headingLevel = 1, appearance, messages } = props;
  const text = useAuthTexts(messages);
  const signUp = useSignUp({ redirectTo: props.redirectTo, onDone: props.onDone, onState: props.onState });
  const { Screen, name, attempt } = useFollowUpScreen(
    signUp,
    staysInPlace ? ["verifyEmail", "pendingApproval"] : [],
    loadVerifyEmail,
  );
  // The server decides the minimum length: after a rejection the hint shows its value.
  const refused = listErrors(attempt.error).find(({ key }) => key === "auth.check.passwordShort");
  const passwordMinLength = Number(refused?.values?.min ?? props.passwordMinLength ?? defaultMinPasswordLength);
  const checks = {
    ...(hidesNames ? {} : nameChecks),
    email: validateEmail,
    password: (typed: string) => validateNewPassword(typed, passwordMinLength),
  };
  const form = useAuthForm(checks, attempt, ({ firstName, lastName, email, password }) => ({
    firstName,
    lastName,
    email,
    password,
  }));
  const hasScripts = useHydrated();
  if (Screen && name) return <Screen {...props} name={name} onStartOver={attempt.reset} />;

  const links: AuthLinks = { signInHref, forgotPasswordHref };
  const words = (name: AuthFieldName) => {
    const issue = form.errorAt(name);
    return issue && formErrorText(text, issue, links);
  };
  return (
    <AuthCard
      screen="signUp"
      title={text("auth.signUp.title")}
      headingLevel={headingLevel}
      appearance={appearance}
      problem={
        <FormErrors
          {...{ text, links, appearance }}
          issues={form.issues}
          failure={attempt.error}
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
        {!hidesNames && <NameFields {...{ text, form, appearance }} />}
        <EmailField
          {...form.fieldProps("email")}
          label={text("auth.field.email")}
          autoComplete="email"
          defaultValue={attempt.email}
          error={words("email")}
          appearance={appearance}
        />
        <NewPasswordField
          {...{ text, form, appearance }}
          label={text("auth.field.password")}
          minimum={passwordMinLength}
          isPending={attempt.isPending}
        />
        <Captcha captcha={attempt.captcha} messages={messages} appearance={appearance} />
        <SubmitArea
          text={text}
          label={text("auth.signUp.submit")}
          pendingLabel={text("auth.signUp.submitting")}
          attempt={attempt}
          isLeaving={props.redirectTo !== undefined || props.onDone !== undefined}
          appearance={appearance}
        />
      </form>
      {signInHref && (
        <p {...part("links", "site-auth-links", appearance)}>
          {text.rich("auth.signUp.signIn", { link: (inside) => <Anchor href={signInHref}>{inside}</Anchor> })}
        </p>
      )}
    </AuthCard>
  );
}
