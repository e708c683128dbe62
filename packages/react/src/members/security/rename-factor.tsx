import { AccountForm } from "../../auth/form/account-form.tsx";
import { type AuthTexts, formErrorText } from "../../auth/form/auth-screen.tsx";
import { useAuthForm } from "../../auth/form/use-auth-form.ts";
import { useSubmission } from "../../auth/form/use-submission.ts";
import { validateFactorName } from "../../auth/mfa/factor-name-form.tsx";
import { toMfaSettingsError } from "../../auth/mfa/mfa-settings-error.tsx";
import type { Appearance } from "../../ui/appearance.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/field.tsx";

export interface RenameFactorProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  /** Its current display name. */
  called: string;
  name: string;
  rename(name: string): Promise<unknown>;
  onDone(isRenamed: boolean): void;
}

const checks = { name: validateFactorName };

/** The form to rename a factor. */
export function RenameFactor({ text, appearance, called, name, rename, onDone }: RenameFactorProps) {
  const sending = useSubmission<string>(toMfaSettingsError, (_context, typed) => rename(typed.trim()));
  const submit = async (typed: string) => {
    if (await sending.submit(typed)) onDone(true);
  };
  const form = useAuthForm(checks, { ...sending, state: "INITIAL", submit }, (values) => values.name);
  const issue = form.errorAt("name");
  const title = text("security.steps.renameTitle", { name: called });
  return (
    <Dialog label={title} onClose={() => onDone(false)} appearance={appearance}>
      <h2 className="site-dialog-title" tabIndex={-1}>
        {title}
      </h2>
      <AccountForm
        {...{ text, appearance, form, sending }}
        notDone="security.steps.notDone"
        submit="security.steps.save"
        submitting="security.steps.saving"
        onCancel={() => onDone(false)}
      >
        <TextField
          {...form.fieldProps("name")}
          label={text("security.steps.newName")}
          error={issue && formErrorText(text, issue, {})}
          isOptional
          autoComplete="off"
          defaultValue={name}
          appearance={appearance}
        />
      </AccountForm>
    </Dialog>
  );
}
