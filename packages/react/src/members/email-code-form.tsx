import { useState } from "react";
import { issueText } from "../auth/auth-screen.tsx";
import { checkCode } from "../auth/checks.ts";
import { asRecord } from "../auth/failures.ts";
import type { AuthFailure } from "../auth/issue.ts";
import { useAuthForm } from "../auth/use-auth-form.ts";
import { resendPause } from "../auth/use-email-verification.ts";
import { useSending } from "../auth/use-sending.ts";
import { Button } from "../ui/button.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { useSecondsLeft } from "../ui/delay.ts";
import { explainChange } from "./change-failures.ts";
import { ChangeForm } from "./change-form.tsx";
import type { EmailFormProps } from "./new-email-form.tsx";
import { ProofQuestion } from "./proof-question.tsx";
import { useProof } from "./use-proof.ts";

function explainCode(error: unknown, now: number): AuthFailure {
  const { code, details } = asRecord(error);
  if (code === "-19995") return { key: "profile.email.taken", field: "code", place: "field" };
  if (code !== "VERIFICATION_FAILED") return explainChange(error, now);
  const { triesLeft, expired } = asRecord(asRecord(asRecord(details).applicationError).data);
  if (expired === true || triesLeft === 0) return { key: "auth.error.codeExpired", field: "code", place: "field" };
  return typeof triesLeft === "number"
    ? { key: "auth.error.codeWrongTries", values: { n: triesLeft }, field: "code", place: "field" }
    : { key: "auth.error.codeWrong", field: "code", place: "field" };
}

/** The code from the new mailbox, or another thought. */
export function EmailCodeForm(props: EmailFormProps & { email: string; onDone(isChanged: boolean): void }) {
  const { text, appearance, messages, account, former, email, onDone } = props;
  const [resent, setResent] = useState<string>();
  // The server sends no newer code before.
  const [resendAt, setResendAt] = useState(() => Date.now() + resendPause * 1_000);
  const resendIn = useSecondsLeft(resendAt);
  const proof = useProof();
  const confirming = useSending<{ code: string }>(explainCode, (_context, { code }) =>
    account.calls.confirmEmailChange(code),
  );
  const cancelling = useSending<undefined>(explainChange, () => account.calls.cancelEmailChange());
  const resending = useSending<undefined>(explainChange, () => proof.need(() => account.calls.startEmailChange(email)));
  const submit = async (params: { code: string }) => {
    setResent(undefined);
    if (await confirming.submit(params)) onDone(true);
  };
  const form = useAuthForm({ code: checkCode }, { ...confirming, state: "INITIAL", submit }, ({ code }) => ({ code }));
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
      <ChangeForm
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
                setResendAt(Date.now() + resendPause * 1_000);
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
          error={issue && issueText(text, issue, {})}
          onWholeCode={form.send}
          appearance={appearance}
        />
      </ChangeForm>
      <ProofQuestion {...{ proof, appearance, messages }} />
    </div>
  );
}
