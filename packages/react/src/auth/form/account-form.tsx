import type { ReactNode } from "react";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { AccountErrorNotice } from "./account-error-notice.tsx";
import { isCompleteSentence } from "./account-errors.ts";
import { type AuthTexts, FormErrors, SubmitArea } from "./auth-screen.tsx";
import type { AuthTextKey } from "./form-error.ts";
import type { useAuthForm } from "./use-auth-form.ts";
import type { Submission } from "./use-submission.ts";

interface ChangeFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  form: Pick<ReturnType<typeof useAuthForm>, "issues" | "fieldId" | "formProps">;
  sending: Pick<Submission<never>, "isPending" | "error">;
  /** The error shown above the form. Default: the error of `sending`. */
  failure?: Submission<never>["error"];
  /** The sentence for an error text that is not one; takes a `reason`. */
  notDone: AuthTextKey;
  submit: AuthTextKey;
  submitting: AuthTextKey;
  children: ReactNode;
  /** Cancels the form. */
  onCancel?: (() => void) | undefined;
  /** Further actions below the button. */
  others?: ReactNode;
}

/** A form of the account: error, fields and buttons. */
export function AccountForm(props: ChangeFormProps) {
  const {
    text,
    appearance,
    form,
    sending,
    failure = sending.error,
    notDone,
    submit,
    submitting,
    onCancel,
    children,
    others,
  } = props;
  return (
    <>
      {failure?.display === "notice" ? (
        <AccountErrorNotice
          {...{ text, failure, appearance }}
          sentence={(reason) => (isCompleteSentence(failure) ? reason : text(notDone, { reason }))}
        />
      ) : (
        <FormErrors {...{ text, appearance }} links={{}} issues={form.issues} failure={null} fieldId={form.fieldId} />
      )}
      <form
        {...form.formProps}
        {...part("form", "site-form", appearance)}
        method="post"
        noValidate
        data-state={sending.isPending ? "pending" : "idle"}
      >
        {children}
        <SubmitArea
          text={text}
          label={text(submit)}
          pendingLabel={text(submitting)}
          attempt={{ ...sending, state: "INITIAL" }}
          isLeaving={false}
          appearance={appearance}
        />
        {onCancel && (
          <Button data-part="cancel" aria-disabled={sending.isPending || undefined} onClick={onCancel}>
            {text("account.action.cancel")}
          </Button>
        )}
        {others}
      </form>
    </>
  );
}
