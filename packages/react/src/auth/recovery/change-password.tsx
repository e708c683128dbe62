import { createElement, lazy, Suspense, useRef, useState } from "react";
import { usePorchlight } from "../../provider.tsx";
import { requireModule } from "../../require-module.ts";
import { part } from "../../ui/appearance.ts";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { type AuthScreenProps, FormErrors, formErrorText, SubmitArea } from "../form/auth-screen.tsx";
import type { FormError } from "../form/form-error.ts";
import { HiddenUsername, NewPasswordField } from "../form/new-password-field.tsx";
import { useAuthForm } from "../form/use-auth-form.ts";
import { listErrors } from "../form/use-auth-submission.ts";
import { type Submission, useSubmission } from "../form/use-submission.ts";
import { defaultMinPasswordLength, validateNewPassword } from "../form/validation.ts";
import { useMember } from "../session/use-session.ts";
import { toChangePasswordError } from "./password-errors.ts";
import { usePasswordTexts } from "./password-texts.ts";

/** Props of {@link ChangePassword}. */
export interface ChangePasswordProps
  extends Pick<AuthScreenProps, "messages" | "appearance" | "headingLevel" | "action"> {
  /** Minimum password length; the site's setting `passwordMinLength`. Default: 8. */
  passwordMinLength?: number | undefined;
  /**
   * Whether the member has a password, from the list of factors. Default: true. Without one, the section offers a link
   * by email to set one, which requires the client's module `recovery`.
   */
  hasPassword?: boolean | undefined;
  /** Called after the password was changed. */
  onChange?: (() => void) | undefined;
}

const SetPassword = lazy(() =>
  import("./set-password.tsx").then(
    (part) => ({ default: part.SetPassword }),
    // The rest of the page stays usable.
    () => ({ default: Unreachable }),
  ),
);

function Unreachable({ messages, appearance }: ChangePasswordProps) {
  const text = usePasswordTexts(messages);
  const reload = () => window.location.reload();
  return <ErrorState {...{ messages, appearance }} message={text("auth.error.unreachable")} onRetry={reload} />;
}

/** Section of the account page to change the password, which signs out other devices. */
export function ChangePassword({ hasPassword = true, ...props }: ChangePasswordProps) {
  if (hasPassword) return <PasswordForm {...props} />;
  return (
    <Suspense>
      <SetPassword {...props} />
    </Suspense>
  );
}

function PasswordForm(props: ChangePasswordProps) {
  const { appearance, headingLevel = 2 } = props;
  const text = usePasswordTexts(props.messages);
  const { member } = useMember();
  const hasScripts = useHydrated();
  const [isSaved, setIsSaved] = useState(false);
  const current = useRef<HTMLInputElement>(null);
  const sending = useChangePassword();
  // The server decides the minimum length.
  const refused = listErrors(sending.error).find(({ key }) => key === "auth.check.passwordShort");
  const minimum = Number(refused?.values?.min ?? props.passwordMinLength ?? defaultMinPasswordLength);
  const checks = {
    currentPassword: checkCurrent,
    password: (typed: string) =>
      validateNewPassword(typed, minimum) ?? (typed === current.current?.value ? passwordIsTheSame : undefined),
  };
  const submit = async (params: ChangePasswordParams) => {
    setIsSaved(false);
    const went = await sending.submit(params);
    if (!went) return;
    // Clears the form: no password stays on the page.
    current.current?.form?.reset();
    setIsSaved(true);
    props.onChange?.();
  };
  const form = useAuthForm(checks, { ...sending, state: "INITIAL", submit }, ({ currentPassword, password }) => ({
    currentPassword,
    password,
  }));
  const issue = form.errorAt("currentPassword");
  return (
    <section {...part("changePassword", "site-change-password", appearance)} data-screen="changePassword">
      {createElement(`h${headingLevel}`, part("title", "site-auth-title", appearance), text("password.change.title"))}
      <p {...part("lead", "site-auth-lead", appearance)}>{text("password.change.lead")}</p>
      <FormErrors
        {...{ text, appearance }}
        links={{}}
        issues={form.issues}
        failure={sending.error}
        fieldId={form.fieldId}
      />
      <div role="status">
        {isSaved && (
          <Notice kind="success" appearance={appearance}>
            {text("password.change.saved")}
          </Notice>
        )}
      </div>
      <form
        {...form.formProps}
        {...part("form", "site-form", appearance)}
        method="post"
        action={props.action}
        noValidate={hasScripts}
        data-state={sending.isPending ? "pending" : "idle"}
      >
        <HiddenUsername email={member?.loginEmail} />
        <PasswordField
          {...form.fieldProps("currentPassword")}
          inputRef={current}
          label={text("password.field.current")}
          autoComplete="current-password"
          isPending={sending.isPending}
          error={issue && formErrorText(text, issue, {})}
          appearance={appearance}
        />
        <NewPasswordField
          {...{ text, form, minimum, appearance }}
          label={text("password.field.new")}
          isPending={sending.isPending}
        />
        <SubmitArea
          text={text}
          label={text("password.change.submit")}
          pendingLabel={text("password.change.submitting")}
          attempt={{ ...sending, state: "INITIAL" }}
          isLeaving={false}
          appearance={appearance}
        />
      </form>
    </section>
  );
}

const passwordIsTheSame: FormError = { key: "password.check.same", field: "password" };

function checkCurrent(password: string): FormError | undefined {
  return password ? undefined : { key: "password.check.currentMissing", field: "currentPassword" };
}

/** Parameters of `submit` of {@link useChangePassword}. */
export interface ChangePasswordParams {
  currentPassword: string;
  password: string;
}

/** Changes the signed-in member's password. All their other sessions end. */
export function useChangePassword(): Submission<ChangePasswordParams> {
  const authentication = requireModule(usePorchlight().client.authentication, "authentication");
  return useSubmission<ChangePasswordParams>(toChangePasswordError, (_context, { currentPassword, password }) =>
    authentication.changePassword(password, { currentPassword }),
  );
}
