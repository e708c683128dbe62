import { toAccountError } from "../../../auth/form/account-errors.ts";
import { AccountForm } from "../../../auth/form/account-form.tsx";
import { asRecord } from "../../../auth/form/auth-errors.ts";
import { type AuthTexts, formErrorText } from "../../../auth/form/auth-screen.tsx";
import type { AuthError } from "../../../auth/form/form-error.ts";
import { useAuthForm } from "../../../auth/form/use-auth-form.ts";
import { useSubmission } from "../../../auth/form/use-submission.ts";
import { validateEmail } from "../../../auth/form/validation.ts";
import { EmailField } from "../../../ui/fields/field.tsx";
import type { AccountSectionProps } from "../../account-section.tsx";
import { hasTypedInput, SectionForm } from "../../section-form.tsx";
import { ReauthenticationPrompt, useReauthentication } from "../../security/reauthentication.tsx";
import type { AccountDetails } from "../use-account-details.ts";

export interface EmailFormProps extends Pick<AccountSectionProps, "appearance" | "messages"> {
  text: AuthTexts;
  account: AccountDetails;
  /** The current email address. */
  former: string;
}

function explainEmail(error: unknown, now: number): AuthError {
  const violations = asRecord(asRecord(asRecord(error).details).validationError).fieldViolations;
  const type = asRecord(asRecord(Array.isArray(violations) ? violations[0] : undefined).data).type;
  if (type === "EMAIL") return { key: "auth.check.emailForm", field: "email", display: "summary" };
  if (type === "SAME_EMAIL") return { key: "profile.email.same", field: "email", display: "summary" };
  return toAccountError(error, now);
}

/** The form for the new address. */
export function NewEmailForm(
  props: EmailFormProps & { onDirty(isDirty: boolean): void; onDone(isSent: boolean): void },
) {
  const { text, appearance, messages, account, former, onDirty, onDone } = props;
  const proof = useReauthentication();
  const sending = useSubmission<{ email: string }>(explainEmail, (_context, { email }) =>
    proof.run(() => account.calls.startEmailChange(email)),
  );
  const submit = async (params: { email: string }) => {
    if (await sending.submit(params)) onDone(true);
  };
  const checks = {
    email: (typed: string) =>
      validateEmail(typed) ??
      (typed.trim() === former ? ({ key: "profile.email.same", field: "email" } as const) : undefined),
  };
  const form = useAuthForm(checks, { ...sending, state: "INITIAL", submit }, ({ email }) => ({ email: email.trim() }));
  const issue = form.errorAt("email");
  return (
    <>
      <SectionForm
        {...{ text, appearance, onDirty }}
        isPending={sending.isPending}
        isDirty={hasTypedInput}
        onGiveUp={() => onDone(false)}
      >
        {(giveUp) => (
          <AccountForm
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
              error={issue && formErrorText(text, issue, {})}
              appearance={appearance}
            />
          </AccountForm>
        )}
      </SectionForm>
      {/* Outside the form, which would handle its Esc. */}
      <ReauthenticationPrompt {...{ reauthentication: proof, appearance, messages }} />
    </>
  );
}
