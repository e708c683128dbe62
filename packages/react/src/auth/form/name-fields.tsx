import type { Appearance } from "../../ui/appearance.ts";
import { TextField } from "../../ui/fields/field.tsx";
import { type AuthTexts, formErrorText } from "./auth-screen.tsx";
import type { AuthFormFields } from "./use-auth-form.ts";
import { validateName } from "./validation.ts";

export const nameChecks = {
  firstName: (typed: string) => validateName("firstName", typed),
  lastName: (typed: string) => validateName("lastName", typed),
};

interface NameFieldsProps {
  text: AuthTexts;
  form: AuthFormFields;
  /** Initial values. */
  names?: { firstName: string; lastName: string } | undefined;
  appearance: Appearance | undefined;
}

/** Optional fields for first and last name. */
export function NameFields({ text, form, names, appearance }: NameFieldsProps) {
  const props = (name: "firstName" | "lastName") => {
    const issue = form.errorAt(name);
    return {
      ...form.fieldProps(name),
      label: text(`auth.field.${name}`),
      defaultValue: names?.[name],
      isOptional: true,
      error: issue && formErrorText(text, issue, {}),
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
