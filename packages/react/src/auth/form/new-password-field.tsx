import { useState } from "react";
import type { Appearance } from "../../ui/appearance.ts";
import { PasswordField } from "../../ui/fields/password-field.tsx";
import { type AuthTexts, formErrorText } from "./auth-screen.tsx";
import type { AuthFormFields } from "./use-auth-form.ts";
import { countCharacters } from "./validation.ts";

interface NewPasswordFieldProps {
  text: AuthTexts;
  label: string;
  form: AuthFormFields;
  /** Minimum number of characters. */
  minimum: number;
  isPending: boolean;
  appearance: Appearance | undefined;
}

/** A new password with its rule and the number of missing characters. */
export function NewPasswordField({ text, label, form, minimum, isPending, appearance }: NewPasswordFieldProps) {
  const [typedLength, setTypedLength] = useState(0);
  const props = form.fieldProps("password");
  const issue = form.errorAt("password");
  const missing = typedLength > 0 ? minimum - typedLength : 0;
  return (
    <PasswordField
      {...props}
      label={label}
      autoComplete="new-password"
      isPending={isPending}
      hint={
        <>
          {text("auth.signUp.passwordHint", { min: minimum })}
          {missing > 0 && (
            <span className="site-password-count"> {text("auth.signUp.passwordMissing", { n: missing })}</span>
          )}
        </>
      }
      error={issue && formErrorText(text, issue, {})}
      appearance={appearance}
      onInput={(event) => {
        setTypedLength(countCharacters(event.currentTarget.value));
        props.onInput(event);
      }}
    />
  );
}

/** Lets password managers associate the password with an account; not visible. */
export function HiddenUsername({ email }: { email: string | null | undefined }) {
  return email ? <input type="text" name="username" autoComplete="username" value={email} readOnly hidden /> : null;
}
