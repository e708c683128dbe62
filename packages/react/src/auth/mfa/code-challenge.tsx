import { type ReactNode, useEffect, useState } from "react";
import { CodeField } from "../../ui/fields/code-field.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { formErrorText } from "../form/auth-screen.tsx";
import { validateFactorCode, validateRecoveryCode } from "../form/validation.ts";
import { type MethodScreenProps, MfaForm, useMfaForm } from "./challenge-form.tsx";

interface MfaCodeProps extends MethodScreenProps {
  lead?: ReactNode;
  hint?: string;
  /** Id of the resend button, which takes focus if only a new code helps. */
  resendId?: string;
}

/** MFA with a code to enter. */
export function MfaCode({ lead, hint, resendId, ...props }: MfaCodeProps) {
  const { text, step, method, screen, appearance } = props;
  const isRecoveryCode = method === "RECOVERY_CODE";
  const { error } = step;
  const [failures, setFailures] = useState(0);
  const [seenError, setSeenError] = useState(error);
  if (seenError !== error) {
    setSeenError(error);
    if (error?.field === "code") setFailures(failures + 1);
  }
  const form = useMfaForm(props, { code: isRecoveryCode ? validateRecoveryCode : validateFactorCode });
  const issue = form.errorAt("code");
  const codeId = form.fieldId("code");
  useEffect(() => {
    const isOver = error?.key === "auth.error.codeExpired" && resendId !== undefined;
    const control = document.getElementById(isOver ? resendId : codeId);
    if (!error || error.display === "field") control?.focus();
    if (error?.display === "field" && control instanceof HTMLInputElement) control.select();
  }, [error, codeId, resendId]);
  const field = {
    ...form.fieldProps("code"),
    label: text("auth.field.code"),
    hint: hint ?? (screen.form === "code" ? text(`secondStep.${screen.text}.hint`) : ""),
    error: issue && formErrorText(text, issue, {}),
    appearance,
  };
  return (
    <MfaForm
      {...props}
      form={form}
      lead={lead ?? (screen.form === "code" && text(`secondStep.${screen.text}.lead`))}
      label={text("secondStep.challenge.submit")}
      pendingLabel={text("secondStep.challenge.submitting")}
      field={
        <>
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
          <p className="site-hidden" role="alert">
            {issue && error?.display === "field" && formErrorText(text, issue, {})}
          </p>
          {method === "TOTP" && failures > 1 && <p className="site-hint">{text("secondStep.TOTP.clock")}</p>}
        </>
      }
    />
  );
}
