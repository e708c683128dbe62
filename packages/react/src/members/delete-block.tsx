import { useId, useState } from "react";
import { type AuthTexts, issueText, Problem, SubmitArea } from "../auth/auth-screen.tsx";
import type { Issue } from "../auth/issue.ts";
import { useAuthForm } from "../auth/use-auth-form.ts";
import { useSending } from "../auth/use-sending.ts";
import { useSession } from "../auth/use-session.ts";
import { part } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmailField } from "../ui/field.tsx";
import { AccountBlock, type AccountBlockProps } from "./account-block.tsx";
import { explainChange } from "./change-failures.ts";
import { ChangeNotice } from "./change-notice.tsx";
import { ProofQuestion } from "./proof-question.tsx";
import type { AccountDetails } from "./use-account-details.ts";
import { useProof } from "./use-proof.ts";

interface DeleteBlockProps extends AccountBlockProps {
  email: string;
  text: AuthTexts;
  account: AccountDetails;
  /** The account is gone; nobody is signed in any more. */
  onDeleted?: (() => void) | undefined;
}

/** The way out for good: says what is kept, asks for the e-mail, and for the password where that was long ago. */
export function DeleteBlock(props: DeleteBlockProps) {
  const { text, account, appearance, headingLevel } = props;
  const canChange = useSession(({ status }) => status === "member");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AccountBlock name="delete" title={text("profile.delete.title")} {...{ appearance, headingLevel }}>
      <p className="site-block-lead">{text("profile.delete.text")}</p>
      <p>{text("profile.delete.kept", { n: account.facts?.authoredItems ?? 0 })}</p>
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
    </AccountBlock>
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
  const proof = useProof();
  const sending = useSending<undefined>(explainChange, async ({ client }) => {
    await proof.need(() => account.calls.deleteMyMember());
    // The page for who is gone, before the one for who is signed out.
    onDeleted?.();
    await client.auth.signOut();
  });
  const submit = async () => {
    if (await sending.submit(undefined)) onClose();
  };
  const checks = {
    email: (typed: string): Issue | undefined =>
      typed.trim().toLowerCase() === email.toLowerCase()
        ? undefined
        : { key: "profile.delete.mismatch", values: { email }, field: "email" },
  };
  const form = useAuthForm(checks, { ...sending, state: "INITIAL", submit }, () => undefined);
  const issue = form.errorAt("email");
  const failure = sending.error?.place === "notice" ? sending.error : undefined;
  const title = text("profile.delete.ask");
  return (
    <>
      <Dialog label={title} onClose={() => !sending.isPending && onClose()} appearance={appearance}>
        <h2 className="site-dialog-title" tabIndex={-1} aria-describedby={textId}>
          {title}
        </h2>
        <p className="site-dialog-text" id={textId}>
          {text("profile.delete.text")} {text("profile.delete.kept", { n: account.facts?.authoredItems ?? 0 })}
        </p>
        {failure ? (
          <ChangeNotice
            {...{ text, failure, appearance }}
            sentence={(reason) => text("profile.delete.failed", { reason })}
          />
        ) : (
          <Problem {...{ text, appearance }} links={{}} issues={form.issues} failure={null} fieldId={form.fieldId} />
        )}
        <form {...form.formProps} {...part("form", "site-form", appearance)} method="post" noValidate>
          <EmailField
            {...form.fieldProps("email")}
            label={text("profile.delete.confirm", { email })}
            autoComplete="off"
            error={issue && issueText(text, issue, {})}
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
      <ProofQuestion {...{ proof, appearance, messages }} />
    </>
  );
}
