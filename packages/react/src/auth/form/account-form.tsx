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
  /** Why nothing was changed where that is said above the form; what `sending` says when absent. */
  failure?: Submission<never>["error"];
  /** The sentence around it where it is none itself; takes a `reason`. */
  notDone: AuthTextKey;
  submit: AuthTextKey;
  submitting: AuthTextKey;
  /** Its fields. */
  children: ReactNode;
  /** What the button to give up does. */
  onCancel?: (() => void) | undefined;
  /** What else can be done, below the button. */
  others?: ReactNode;
}

/** A form that changes something of the account: what is wrong, the fields, and the buttons. */
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
