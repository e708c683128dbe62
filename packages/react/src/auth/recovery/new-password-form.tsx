import { part } from "../../ui/appearance.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { AuthCard, type AuthScreenProps, type AuthTexts, FormErrors, SubmitArea } from "../form/auth-screen.tsx";
import { NameFields, nameChecks } from "../form/name-fields.tsx";
import { HiddenUsername, NewPasswordField } from "../form/new-password-field.tsx";
import { useAuthForm } from "../form/use-auth-form.ts";
import { defaultMinPasswordLength, validateNewPassword } from "../form/validation.ts";
import type { PasswordReset } from "./use-password-reset.ts";

export interface NewPasswordFormProps extends AuthScreenProps {
  text: AuthTexts;
  attempt: PasswordReset;
}

/** The form for a valid link: the password, and names for an invited account. */
export function NewPasswordForm({ text, attempt, ...props }: NewPasswordFormProps) {
  const { headingLevel = 1, appearance } = props;
  const hasScripts = useHydrated();
  const { account, email } = attempt;
  const minimum = attempt.passwordMinLength ?? defaultMinPasswordLength;
  const checks = { ...(account && nameChecks), password: (typed: string) => validateNewPassword(typed, minimum) };
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
        <FormErrors
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
