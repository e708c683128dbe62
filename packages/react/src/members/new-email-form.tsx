import { type AuthTexts, issueText } from "../auth/auth-screen.tsx";
import { checkEmail } from "../auth/checks.ts";
import { asRecord } from "../auth/failures.ts";
import type { AuthFailure } from "../auth/issue.ts";
import { useAuthForm } from "../auth/use-auth-form.ts";
import { useSending } from "../auth/use-sending.ts";
import { EmailField } from "../ui/field.tsx";
import type { AccountBlockProps } from "./account-block.tsx";
import { BlockForm, isTypedIn } from "./block-form.tsx";
import { explainChange } from "./change-failures.ts";
import { ChangeForm } from "./change-form.tsx";
import { ProofQuestion } from "./proof-question.tsx";
import type { AccountDetails } from "./use-account-details.ts";
import { useProof } from "./use-proof.ts";

export interface EmailFormProps extends Pick<AccountBlockProps, "appearance" | "messages"> {
  text: AuthTexts;
  account: AccountDetails;
  /** The e-mail as it is now. */
  former: string;
}

function explainEmail(error: unknown, now: number): AuthFailure {
  const violations = asRecord(asRecord(asRecord(error).details).validationError).fieldViolations;
  const type = asRecord(asRecord(Array.isArray(violations) ? violations[0] : undefined).data).type;
  if (type === "EMAIL") return { key: "auth.check.emailForm", field: "email", place: "summary" };
  if (type === "SAME_EMAIL") return { key: "profile.email.same", field: "email", place: "summary" };
  return explainChange(error, now);
}

/** Asks where the mail with the code goes. */
export function NewEmailForm(
  props: EmailFormProps & { onDirty(isDirty: boolean): void; onDone(isSent: boolean): void },
) {
  const { text, appearance, messages, account, former, onDirty, onDone } = props;
  const proof = useProof();
  const sending = useSending<{ email: string }>(explainEmail, (_context, { email }) =>
    proof.need(() => account.calls.startEmailChange(email)),
  );
  const submit = async (params: { email: string }) => {
    if (await sending.submit(params)) onDone(true);
  };
  const checks = {
    email: (typed: string) =>
      checkEmail(typed) ??
      (typed.trim() === former ? ({ key: "profile.email.same", field: "email" } as const) : undefined),
  };
  const form = useAuthForm(checks, { ...sending, state: "INITIAL", submit }, ({ email }) => ({ email: email.trim() }));
  const issue = form.errorAt("email");
  return (
    <>
      <BlockForm
        {...{ text, appearance, onDirty }}
        isPending={sending.isPending}
        isDirty={isTypedIn}
        onGiveUp={() => onDone(false)}
      >
        {(giveUp) => (
          <ChangeForm
            {...{ text, appearance, form, sending }}
            notDone="profile.email.notChanged"
            submit="profile.email.send"
            submitting="profile.email.sending"
            onCancel={giveUp}
          >
            <EmailField
              {...form.fieldProps("email")}
              label={text("profile.email.new")}
              autoComplete="email"
              error={issue && issueText(text, issue, {})}
              appearance={appearance}
            />
          </ChangeForm>
        )}
      </BlockForm>
      {/* Beside the form, which would take its Esc for its own. */}
      <ProofQuestion {...{ proof, appearance, messages }} />
    </>
  );
}
