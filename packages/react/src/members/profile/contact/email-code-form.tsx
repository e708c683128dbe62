import { useState } from "react";
import { toAccountError } from "../../../auth/form/account-errors.ts";
import { AccountForm } from "../../../auth/form/account-form.tsx";
import { asRecord } from "../../../auth/form/auth-errors.ts";
import { formErrorText } from "../../../auth/form/auth-screen.tsx";
import type { AuthError } from "../../../auth/form/form-error.ts";
import { useAuthForm } from "../../../auth/form/use-auth-form.ts";
import { useSubmission } from "../../../auth/form/use-submission.ts";
import { validateCode } from "../../../auth/form/validation.ts";
import { resendDelaySeconds } from "../../../auth/sign-up/use-email-verification.ts";
import { Button } from "../../../ui/button.tsx";
import { useSecondsLeft } from "../../../ui/delay.ts";
import { CodeField } from "../../../ui/fields/code-field.tsx";
import { ReauthenticationPrompt, useReauthentication } from "../../security/reauthentication.tsx";
import type { EmailFormProps } from "./new-email-form.tsx";

function explainCode(error: unknown, now: number): AuthError {
  const { code, details } = asRecord(error);
  if (code === "-19995") return { key: "profile.email.taken", field: "code", display: "field" };
  if (code !== "VERIFICATION_FAILED") return toAccountError(error, now);
  const { triesLeft, expired } = asRecord(asRecord(asRecord(details).applicationError).data);
  if (expired === true || triesLeft === 0) return { key: "auth.error.codeExpired", field: "code", display: "field" };
  return typeof triesLeft === "number"
    ? { key: "auth.error.codeWrongTries", values: { n: triesLeft }, field: "code", display: "field" }
    : { key: "auth.error.codeWrong", field: "code", display: "field" };
}

/** The code sent to the new address, or cancel. */
export function EmailCodeForm(props: EmailFormProps & { email: string; onDone(isChanged: boolean): void }) {
  const { text, appearance, messages, account, former, email, onDone } = props;
  const [resent, setResent] = useState<string>();
  // The server sends no code earlier.
  const [resendAt, setResendAt] = useState(() => Date.now() + resendDelaySeconds * 1_000);
  const resendIn = useSecondsLeft(resendAt);
  const proof = useReauthentication();
  const confirming = useSubmission<{ code: string }>(explainCode, (_context, { code }) =>
    account.calls.confirmEmailChange(code),
  );
  const cancelling = useSubmission<undefined>(toAccountError, () => account.calls.cancelEmailChange());
  const resending = useSubmission<undefined>(toAccountError, () =>
    proof.run(() => account.calls.startEmailChange(email)),
  );
  const submit = async (params: { code: string }) => {
    setResent(undefined);
    if (await confirming.submit(params)) onDone(true);
  };
  const form = useAuthForm({ code: validateCode }, { ...confirming, submit }, ({ code }) => ({
    code,
  }));
  const issue = form.errorAt("code");
  const isBusy = confirming.isPending || cancelling.isPending || resending.isPending || undefined;
  return (
    <div className="site-block-form">
      <p>
        {text.rich("profile.email.sent", {
          email: <bdi key="new">{email}</bdi>,
          former: <bdi key="old">{former}</bdi>,
        })}
      </p>
      <p role="status">{resent}</p>
      <AccountForm
        {...{ text, appearance, form }}
        sending={confirming}
        failure={confirming.error ?? cancelling.error ?? resending.error}
        notDone="profile.email.notChanged"
        submit="auth.verifyEmail.submit"
        submitting="auth.verifyEmail.submitting"
        others={
          <>
            <Button
              data-part="resend"
              aria-disabled={isBusy || resendIn > 0 || undefined}
              onClick={async () => {
                if (isBusy || resendIn > 0 || !(await resending.submit(undefined))) return;
                setResendAt(Date.now() + resendDelaySeconds * 1_000);
                setResent(text("auth.verifyEmail.resent"));
              }}
            >
              {resendIn > 0
                ? text("auth.verifyEmail.resendWait", { n: resendIn })
                : text(resending.isPending ? "auth.verifyEmail.resending" : "auth.verifyEmail.resend")}
            </Button>
            <Button
              data-part="keep"
              variant="quiet"
              aria-disabled={isBusy}
              onClick={async () => {
                if (!isBusy && (await cancelling.submit(undefined))) onDone(false);
              }}
            >
              {text("profile.email.keep", { email: former })}
            </Button>
          </>
        }
      >
        <CodeField
          {...form.fieldProps("code")}
          label={text("auth.field.code")}
          hint={text("profile.email.hint")}
          error={issue && formErrorText(text, issue, {})}
          onWholeCode={form.send}
          appearance={appearance}
        />
      </AccountForm>
      <ReauthenticationPrompt {...{ reauthentication: proof, appearance, messages }} />
    </div>
  );
}
