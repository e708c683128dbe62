import type { ReactNode } from "react";
import { AccountForm } from "../../auth/form/account-form.tsx";
import { asRecord } from "../../auth/form/auth-errors.ts";
import { type AuthTexts, formErrorText } from "../../auth/form/auth-screen.tsx";
import type { AuthError, AuthTextKey } from "../../auth/form/form-error.ts";
import { HiddenUsername } from "../../auth/form/new-password-field.tsx";
import { type FieldValidators, useAuthForm } from "../../auth/form/use-auth-form.ts";
import { type Submission, useSubmission } from "../../auth/form/use-submission.ts";
import { validatePassword } from "../../auth/form/validation.ts";
import { toMfaSettingsError } from "../../auth/mfa/mfa-settings-error.tsx";
import { passkeyError } from "../../auth/passkey-error.ts";
import { useMember } from "../../auth/session/use-session.ts";
import { requireModule } from "../../require-module.ts";
import type { Appearance } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/fields/password-field.tsx";

interface ProofProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  onDone(): void;
  onCancel(): void;
}

function explainPassword(error: unknown, now: number): AuthError {
  if (asRecord(error).code === "-19976") return { key: "security.proof.wrong", field: "password", display: "summary" };
  return toMfaSettingsError(error, now);
}

/** Reauthentication with the password. */
export function PasswordReauthentication(props: ProofProps) {
  const { text, appearance } = props;
  const { member } = useMember();
  const sending = useSubmission<string>(explainPassword, ({ client }, password) =>
    requireModule(client.factors, "factors").reauthenticate(password),
  );
  const form = useProofForm({ password: validatePassword }, sending, props);
  const issue = form.errorAt("password");
  return (
    <ProofForm
      {...props}
      {...{ form, sending }}
      lead="security.proof.text"
      submit="security.proof.submit"
      submitting="security.proof.submitting"
    >
      <HiddenUsername email={member?.loginEmail} />
      <PasswordField
        {...form.fieldProps("password")}
        label={text("auth.field.password")}
        autoComplete="current-password"
        isPending={sending.isPending}
        error={issue && formErrorText(text, issue, {})}
        appearance={appearance}
      />
    </ProofForm>
  );
}

function explainPasskeyUse(error: unknown, now: number): AuthError {
  return passkeyError("step", String(asRecord(error).code)) ?? toMfaSettingsError(error, now);
}

/** Reauthentication with a passkey, on click. */
export function PasskeyReauthentication(props: ProofProps) {
  const sending = useSubmission<string>(explainPasskeyUse, ({ client }) =>
    requireModule(client.passkeys, "passkeys").reauthenticateWithPasskey(),
  );
  const form = useProofForm({}, sending, props);
  return (
    <ProofForm
      {...props}
      {...{ form, sending }}
      lead="security.proof.passkey"
      submit="passkey.step.use"
      submitting="passkey.step.waiting"
    />
  );
}

function useProofForm(checks: FieldValidators, sending: Submission<string>, { onDone }: ProofProps) {
  const submit = async (password: string) => {
    if (await sending.submit(password)) onDone();
  };
  return useAuthForm(checks, { ...sending, state: "INITIAL", submit }, ({ password }) => password);
}

interface ProofFormProps extends ProofProps {
  form: ReturnType<typeof useProofForm>;
  sending: Submission<string>;
  lead: AuthTextKey;
  submit: AuthTextKey;
  submitting: AuthTextKey;
  children?: ReactNode;
}

function ProofForm({ lead, onCancel, children, ...props }: ProofFormProps) {
  const { text } = props;
  return (
    <>
      <p className="site-dialog-text">{text(lead)}</p>
      <AccountForm
        {...props}
        notDone="security.steps.notDone"
        // Also while the browser's prompt is open.
        others={
          <Button isWide onClick={onCancel}>
            {text("account.action.cancel")}
          </Button>
        }
      >
        {children}
      </AccountForm>
    </>
  );
}
