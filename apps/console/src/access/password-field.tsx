import type { PasswordProblem } from "@porchlight/client/staff";
import { useQuery } from "@tanstack/react-query";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { TextField } from "../ui/fields.tsx";
import { useDebouncedValue } from "../ui/use-debounced-value.ts";

const checkDelayMs = 300;

/** Props of {@link PasswordField}. */
export interface PasswordFieldProps {
  /** Of the account: a password must not be the same. */
  email: string;
  value: string;
  onChange(value: string): void;
  /** The problem that the server found when the form was sent. */
  error: string | undefined;
}

/** A new password. While it is typed, the server says whether it can be used. */
export function PasswordField({ email, value, onChange, error }: PasswordFieldProps) {
  const { staffSetup } = useConsole().clients.account;
  const checked = useDebouncedValue(value, checkDelayMs);
  const check = useQuery({
    queryKey: ["password-check", checked, email],
    queryFn: ({ signal }) => staffSetup.checkPassword(checked, email, { signal }),
    enabled: checked !== "",
    // No password stays in memory.
    gcTime: 0,
  });
  const result = checked === value && checked !== "" ? check.data : undefined;
  return (
    <div className="grid gap-1">
      <TextField
        label={text("Password")}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={text("Use spaces and any language. A few unrelated words are a good choice.")}
        error={error}
        value={value}
        onChange={onChange}
      />
      <p role="status" className={`min-h-5 ${result?.problem ? "text-warning" : "text-success"}`}>
        {result &&
          (result.problem ? problemText(result.problem, result.minLength) : text("This password can be used."))}
      </p>
    </div>
  );
}

function problemText(problem: PasswordProblem, minLength: number): string {
  switch (problem) {
    case "PASSWORD_TOO_SHORT":
      return text("Too short: use at least {n} characters.", { n: minLength });
    case "PASSWORD_TOO_LONG":
      return text("This password is too long.");
    case "PASSWORD_TOO_COMMON":
      return text("Many people use this password, so it is easy to guess.");
    case "PASSWORD_CONTAINS_IDENTITY":
      return text("The email or the name of the site is easy to guess.");
  }
}
