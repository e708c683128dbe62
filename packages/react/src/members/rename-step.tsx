import { type AuthTexts, issueText } from "../auth/auth-screen.tsx";
import { useAuthForm } from "../auth/use-auth-form.ts";
import { useSending } from "../auth/use-sending.ts";
import type { Appearance } from "../ui/appearance.ts";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { ChangeForm } from "./change-form.tsx";
import { explainStepChange } from "./explain-step-change.ts";
import { checkStepName } from "./step-name.ts";

export interface RenameStepProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  /** What it is called now, by its owner or for want of that. */
  called: string;
  name: string;
  rename(name: string): Promise<unknown>;
  onDone(isRenamed: boolean): void;
}

const checks = { name: checkStepName };

/** Asks for another name of a second step. */
export function RenameStep({ text, appearance, called, name, rename, onDone }: RenameStepProps) {
  const sending = useSending<string>(explainStepChange, (_context, typed) => rename(typed.trim()));
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
      <ChangeForm
        {...{ text, appearance, form, sending }}
        notDone="security.steps.notDone"
        submit="security.steps.save"
        submitting="security.steps.saving"
        onCancel={() => onDone(false)}
      >
        <TextField
          {...form.fieldProps("name")}
          label={text("security.steps.newName")}
          error={issue && issueText(text, issue, {})}
          isOptional
          autoComplete="off"
          defaultValue={name}
          appearance={appearance}
        />
      </ChangeForm>
    </Dialog>
  );
}
