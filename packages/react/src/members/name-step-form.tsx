import { type AuthTexts, issueText } from "../auth/auth-screen.tsx";
import type { AuthTextKey, Issue } from "../auth/issue.ts";
import { useAuthForm } from "../auth/use-auth-form.ts";
import { useSending } from "../auth/use-sending.ts";
import type { Appearance } from "../ui/appearance.ts";
import { TextField } from "../ui/field.tsx";
import { ChangeForm } from "./change-form.tsx";
import { explainStepChange } from "./explain-step-change.ts";

interface NameStepFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  field: { label: AuthTextKey; hint: AuthTextKey; isOptional?: boolean };
  check(typed: string): Issue | undefined;
  submit: AuthTextKey;
  submitting: AuthTextKey;
  send(typed: string): Promise<unknown>;
  onDone(): void;
  onCancel(): void;
}

/** Asks what a new second step is called. */
export function NameStepForm({ text, appearance, field, check, send, onDone, onCancel, ...words }: NameStepFormProps) {
  const { label, hint, isOptional = false } = field;
  const sending = useSending<string>(explainStepChange, (_context, typed) => send(typed));
  const submit = async (typed: string) => {
    if (await sending.submit(typed)) onDone();
  };
  const form = useAuthForm({ name: check }, { ...sending, state: "INITIAL", submit }, ({ name }) => name.trim());
  const issue = form.errorAt("name");
  return (
    <ChangeForm
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
        error={issue && issueText(text, issue, {})}
      />
    </ChangeForm>
  );
}
