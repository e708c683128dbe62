import { useId, useState } from "react";
import { AccountErrorNotice } from "../../auth/form/account-error-notice.tsx";
import { toAccountError } from "../../auth/form/account-errors.ts";
import { type AuthTexts, FormErrors, formErrorText, SubmitArea } from "../../auth/form/auth-screen.tsx";
import type { FormError } from "../../auth/form/form-error.ts";
import { useAuthForm } from "../../auth/form/use-auth-form.ts";
import { useSubmission } from "../../auth/form/use-submission.ts";
import { useSession } from "../../auth/session/use-session.ts";
import { part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmailField } from "../../ui/fields/field.tsx";
import { AccountSection, type AccountSectionProps } from "../account-section.tsx";
import { ReauthenticationPrompt, useReauthentication } from "../security/reauthentication.tsx";
import type { AccountDetails } from "./use-account-details.ts";

interface DeleteBlockProps extends AccountSectionProps {
  email: string;
  text: AuthTexts;
  account: AccountDetails;
  /** Called when the account is deleted and the member signed out. */
  onDeleted?: (() => void) | undefined;
}

/** Deletes the account: states what is retained, and requires the email address and, if necessary, reauthentication. */
export function DeleteSection(props: DeleteBlockProps) {
  const { text, account, appearance, headingLevel } = props;
  const canChange = useSession(({ status }) => status === "member");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AccountSection name="delete" title={text("profile.delete.title")} {...{ appearance, headingLevel }}>
      <p className="site-block-lead">{text("profile.delete.text")}</p>
      <p>{text("profile.delete.kept", { n: account.info?.authoredItems ?? 0 })}</p>
      <div className="site-block-actions">
        <Button
          {...part("delete", "", appearance)}
          variant="danger"
          aria-disabled={!canChange || undefined}
          onClick={() => canChange && setIsOpen(true)}
        >
          {text("profile.delete.open")}
        </Button>
      </div>
      {isOpen && <DeleteDialog {...props} onClose={() => setIsOpen(false)} />}
    </AccountSection>
  );
}

function DeleteDialog({
  email,
  text,
  account,
  appearance,
  messages,
  onDeleted,
  onClose,
}: DeleteBlockProps & { onClose(): void }) {
  const textId = useId();
  const proof = useReauthentication();
  const sending = useSubmission<undefined>(toAccountError, async ({ client }) => {
    await proof.run(() => account.calls.deleteMyMember());
    // Navigates before the page for signed-out visitors appears.
    onDeleted?.();
    await client.auth.signOut();
  });
  const submit = async () => {
    if (await sending.submit(undefined)) onClose();
  };
  const checks = {
    email: (typed: string): FormError | undefined =>
      typed.trim().toLowerCase() === email.toLowerCase()
        ? undefined
        : { key: "profile.delete.mismatch", values: { email }, field: "email" },
  };
  const form = useAuthForm(checks, { ...sending, state: "INITIAL", submit }, () => undefined);
  const issue = form.errorAt("email");
  const failure = sending.error?.display === "notice" ? sending.error : undefined;
  const title = text("profile.delete.ask");
  return (
    <>
      <Dialog label={title} onClose={() => !sending.isPending && onClose()} appearance={appearance}>
        <h2 className="site-dialog-title" tabIndex={-1} aria-describedby={textId}>
          {title}
        </h2>
        <p className="site-dialog-text" id={textId}>
          {text("profile.delete.text")} {text("profile.delete.kept", { n: account.info?.authoredItems ?? 0 })}
        </p>
        {failure ? (
          <AccountErrorNotice
            {...{ text, failure, appearance }}
            sentence={(reason) => text("profile.delete.failed", { reason })}
          />
        ) : (
          <FormErrors {...{ text, appearance }} links={{}} issues={form.issues} failure={null} fieldId={form.fieldId} />
        )}
        <form {...form.formProps} {...part("form", "site-form", appearance)} method="post" noValidate>
          <EmailField
            {...form.fieldProps("email")}
            label={text("profile.delete.confirm", { email })}
            autoComplete="off"
            error={issue && formErrorText(text, issue, {})}
            appearance={appearance}
          />
          <Button isWide data-part="cancel" onClick={() => !sending.isPending && onClose()}>
            {text("account.action.cancel")}
          </Button>
          <SubmitArea
            text={text}
            label={text("profile.delete.submit")}
            pendingLabel={text("profile.delete.submitting")}
            attempt={{ ...sending, state: "INITIAL" }}
            isLeaving={false}
            appearance={appearance}
          />
        </form>
      </Dialog>
      <ReauthenticationPrompt {...{ reauthentication: proof, appearance, messages }} />
    </>
  );
}
