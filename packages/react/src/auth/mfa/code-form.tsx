import { foldCode } from "@porchlight/contract/auth/verification-code";
import { useEffect, useRef } from "react";
import type { Appearance } from "../../ui/appearance.ts";
import { CodeField } from "../../ui/fields/code-field.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { AccountForm } from "../form/account-form.tsx";
import { asRecord, wrongCodeError } from "../form/auth-errors.ts";
import { type AuthTexts, formErrorText } from "../form/auth-screen.tsx";
import type { AuthError } from "../form/form-error.ts";
import { useAuthForm } from "../form/use-auth-form.ts";
import { useSubmission } from "../form/use-submission.ts";
import { validateFactorCode, validateRecoveryCode } from "../form/validation.ts";
import { toMfaSettingsError } from "./mfa-settings-error.tsx";

interface CodeFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  label: string;
  hint: string;
  /** Whether it is a recovery code, which contains letters. */
  isRecoveryCode?: boolean;
  /** Id of the button that sends a new code. It receives the focus when the code has expired. */
  resendId?: string | undefined;
  /** The error of another action, such as resending. */
  failure?: AuthError | null;
  confirm(code: string): Promise<unknown>;
  onDone(): void;
  onCancel(): void;
}

function toCodeError(error: unknown, now: number): AuthError {
  const { code, details } = asRecord(error);
  return code === "INVALID_CODE"
    ? wrongCodeError(details, "secondStep.error.codeWrong")
    : toMfaSettingsError(error, now);
}

/** A code form for enrollment or reauthentication. A wrong code stays in the input for correction. */
export function CodeForm({
  text,
  appearance,
  label,
  hint,
  isRecoveryCode,
  resendId,
  confirm,
  ...props
}: CodeFormProps) {
  const sending = useSubmission<{ code: string }>(toCodeError, (_context, { code }) => confirm(foldCode(code)));
  const submit = async (params: { code: string }) => {
    if (await sending.submit(params)) props.onDone();
  };
  const form = useAuthForm(
    { code: isRecoveryCode ? validateRecoveryCode : validateFactorCode },
    { ...sending, submit },
    ({ code }) => ({ code }),
  );
  const issue = form.errorAt("code");
  const codeId = form.fieldId("code");
  const { error } = sending;
  const isFirstRender = useRef(true);
  useEffect(() => {
    // On the first render the heading has the focus.
    if (isFirstRender.current) isFirstRender.current = false;
    else if (error?.display === "field") {
      const isExpired = error.key === "auth.error.codeExpired" && resendId !== undefined;
      document.getElementById(isExpired ? resendId : codeId)?.focus();
    }
  }, [error, codeId, resendId]);
  const field = { ...form.fieldProps("code"), label, hint, appearance, error: issue && formErrorText(text, issue, {}) };
  const failure = [error, props.failure].find((one) => one?.display === "notice");
  return (
    <>
      <AccountForm
        {...{ text, appearance, form, sending }}
        failure={failure ?? null}
        notDone="security.steps.notDone"
        submit="secondStep.challenge.submit"
        submitting="secondStep.challenge.submitting"
        onCancel={() => !sending.isPending && props.onCancel()}
      >
        {isRecoveryCode ? (
          <TextField
            {...field}
            className="site-input site-code-input"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={24}
          />
        ) : (
          <CodeField {...field} onWholeCode={form.send} />
        )}
      </AccountForm>
      <p className="site-hidden" role="alert">
        {issue && error?.display === "field" && formErrorText(text, issue, {})}
      </p>
    </>
  );
}
