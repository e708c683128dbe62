import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../appearance.ts";

export interface FieldProps {
  /** `id` of the input; the ids of hint and error derive from it. */
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  /** The error, worded as in the summary. */
  error?: ReactNode;
  /** `id` of another field whose error also marks this one as invalid. */
  errorAt?: string | undefined;
  isOptional?: boolean;
  appearance?: Appearance | undefined;
  inputRef?: Ref<HTMLInputElement>;
  /** Next to the input, within its border. */
  beside?: ReactNode;
  /** Below the input. */
  below?: ReactNode;
}

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

/** A text input with a visible label: label, hint, error, input, in this order. */
export function TextField({ inputRef, beside, below, ...props }: FieldProps & Input) {
  const { id, name, label, hint, error, errorAt, isOptional, appearance, ...input } = props;
  const text = useTexts(common);
  const isWrong = Boolean(error || errorAt);
  const describedBy = [hint && `${id}-hint`, error ? `${id}-error` : errorAt && `${errorAt}-error`].filter(Boolean);
  return (
    <div {...part("field", "site-field", appearance)} data-field={name} data-state={isWrong ? "invalid" : undefined}>
      <label {...part("label", "site-label", appearance)} htmlFor={id}>
        {isOptional ? text("common.field.optional", { label }) : label}
      </label>
      {hint && (
        <p {...part("hint", "site-hint", appearance)} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <FieldError id={`${id}-error`} appearance={appearance} prefix={text("common.error.label")} text={error} />
      )}
      <span className="site-input-row">
        <input
          {...part("input", "site-input", appearance)}
          ref={inputRef}
          id={id}
          name={name}
          required={!isOptional}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy.length > 0 ? describedBy.join(" ") : undefined}
          {...input}
        />
        {beside}
      </span>
      {below}
    </div>
  );
}

interface FieldErrorProps {
  id: string;
  prefix: string;
  text: ReactNode;
  appearance?: Appearance | undefined;
}

/** The error of a field. */
export function FieldError({ id, prefix, text, appearance }: FieldErrorProps) {
  return (
    <p {...part("fieldError", "site-field-error", appearance)} id={id}>
      <span className="site-error-icon" aria-hidden="true" />
      <span>
        <span className="site-hidden">{prefix} </span>
        {text}
      </span>
    </p>
  );
}

/** An email address. The form trims spaces; phones do not capitalize it. */
export function EmailField(props: FieldProps & Input) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
