import type { ReactNode } from "react";
import { type AuthTexts, issueText } from "../auth/auth-screen.tsx";
import { checkPasswordIsThere } from "../auth/checks.ts";
import { explainPasskey } from "../auth/explain-passkey.ts";
import { asRecord } from "../auth/failures.ts";
import type { AuthFailure, AuthTextKey } from "../auth/issue.ts";
import { needModule } from "../auth/need-module.ts";
import { HiddenUsername } from "../auth/new-password-field.tsx";
import { type FieldChecks, useAuthForm } from "../auth/use-auth-form.ts";
import { type Sending, useSending } from "../auth/use-sending.ts";
import { useMember } from "../auth/use-session.ts";
import type { Appearance } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { ChangeForm } from "./change-form.tsx";
import { explainStepChange } from "./explain-step-change.ts";

interface ProofProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  onDone(): void;
  onCancel(): void;
}

function explainPassword(error: unknown, now: number): AuthFailure {
  if (asRecord(error).code === "-19976") return { key: "security.proof.wrong", field: "password", place: "summary" };
  return explainStepChange(error, now);
}

/** Asks for the password before what protects the account is changed. */
export function PasswordProof(props: ProofProps) {
  const { text, appearance } = props;
  const { member } = useMember();
  const sending = useSending<string>(explainPassword, ({ client }, password) =>
    needModule(client.factors, "factors").reauthenticate(password),
  );
  const form = useProofForm({ password: checkPasswordIsThere }, sending, props);
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
        error={issue && issueText(text, issue, {})}
        appearance={appearance}
      />
    </ProofForm>
  );
}

function explainPasskeyUse(error: unknown, now: number): AuthFailure {
  return explainPasskey("step", String(asRecord(error).code)) ?? explainStepChange(error, now);
}

/** Asks for a passkey, when the button is pressed. */
export function PasskeyProof(props: ProofProps) {
  const sending = useSending<string>(explainPasskeyUse, ({ client }) =>
    needModule(client.passkeys, "passkeys").proveWithPasskey(),
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

function useProofForm(checks: FieldChecks, sending: Sending<string>, { onDone }: ProofProps) {
  const submit = async (password: string) => {
    if (await sending.submit(password)) onDone();
  };
  return useAuthForm(checks, { ...sending, state: "INITIAL", submit }, ({ password }) => password);
}

interface ProofFormProps extends ProofProps {
  form: ReturnType<typeof useProofForm>;
  sending: Sending<string>;
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
      <ChangeForm
        {...props}
        notDone="security.steps.notDone"
        // Also while the browser waits for a passkey.
        others={
          <Button isWide onClick={onCancel}>
            {text("account.action.cancel")}
          </Button>
        }
      >
        {children}
      </ChangeForm>
    </>
  );
}
