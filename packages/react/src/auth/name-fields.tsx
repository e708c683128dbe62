import type { Appearance } from "../ui/appearance.ts";
import { TextField } from "../ui/field.tsx";
import { type AuthTexts, issueText } from "./auth-screen.tsx";
import { checkName } from "./checks.ts";
import type { AuthForm } from "./use-auth-form.ts";

export const nameChecks = {
  firstName: (typed: string) => checkName("firstName", typed),
  lastName: (typed: string) => checkName("lastName", typed),
};

interface NameFieldsProps {
  text: AuthTexts;
  form: AuthForm;
  /** As they are known so far. */
  names?: { firstName: string; lastName: string } | undefined;
  appearance: Appearance | undefined;
}

/** First and last name; both are optional to fill in. */
export function NameFields({ text, form, names, appearance }: NameFieldsProps) {
  const props = (name: "firstName" | "lastName") => {
    const issue = form.errorAt(name);
    return {
      ...form.fieldProps(name),
      label: text(`auth.field.${name}`),
      defaultValue: names?.[name],
      isOptional: true,
      error: issue && issueText(text, issue, {}),
      appearance,
    };
  };
  return (
    <>
      <TextField {...props("firstName")} autoComplete="given-name" />
      <TextField {...props("lastName")} autoComplete="family-name" />
    </>
  );
}
