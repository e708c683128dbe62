import type { Appearance } from "../../ui/appearance.ts";
import { TextField } from "../../ui/fields/field.tsx";
import { AccountForm } from "../form/account-form.tsx";
import { type AuthTexts, formErrorText } from "../form/auth-screen.tsx";
import type { AuthTextKey, FormError } from "../form/form-error.ts";
import { useAuthForm } from "../form/use-auth-form.ts";
import { useSubmission } from "../form/use-submission.ts";
import { countCharacters } from "../form/validation.ts";
import { toMfaSettingsError } from "./mfa-settings-error.tsx";

/** Maximum characters of a factor's name. */
const maxNameLength = 100;

export function validateDeviceName(typed: string): FormError | undefined {
  return typed.trim() ? validateFactorName(typed) : { key: "security.PUSH.deviceMissing", field: "name" };
}

export function validateFactorName(typed: string): FormError | undefined {
  return countCharacters(typed.trim()) <= maxNameLength ? undefined : { key: "auth.check.nameLong", field: "name" };
}

interface FactorNameFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  field: { label: AuthTextKey; hint: AuthTextKey; isOptional?: boolean };
  check(typed: string): FormError | undefined;
  submit: AuthTextKey;
  submitting: AuthTextKey;
  send(typed: string): Promise<unknown>;
  onDone(): void;
  onCancel(): void;
}

/** Form for the name of a new factor. */
export function FactorNameForm({
  text,
  appearance,
  field,
  check,
  send,
  onDone,
  onCancel,
  ...words
}: FactorNameFormProps) {
  const { label, hint, isOptional = false } = field;
  const sending = useSubmission<string>(toMfaSettingsError, (_context, typed) => send(typed));
  const submit = async (typed: string) => {
    if (await sending.submit(typed)) onDone();
  };
  const form = useAuthForm({ name: check }, { ...sending, state: "INITIAL", submit }, ({ name }) => name.trim());
  const issue = form.errorAt("name");
  return (
    <AccountForm
      {...{ text, appearance, form, sending, ...words }}
      notDone="security.steps.notDone"
      onCancel={() => !sending.isPending && onCancel()}
    >
      <TextField
        {...form.fieldProps("name")}
        autoComplete="off"
        {...{ isOptional, appearance }}
        label={text(label)}
        hint={text(hint)}
        error={issue && formErrorText(text, issue, {})}
      />
    </AccountForm>
  );
}
