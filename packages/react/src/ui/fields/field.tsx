import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../appearance.ts";

export interface FieldProps {
  /** `id` of the input; hint and error get ids made from it. */
  id: string;
  name: string;
  label: string;
  hint?: ReactNode;
  /** The error, in the same words as in the summary. */
  error?: ReactNode;
  /** Marks the input as wrong when its error is said at another field; the `id` of that field. */
  errorAt?: string | undefined;
  isOptional?: boolean;
  appearance?: Appearance | undefined;
  inputRef?: Ref<HTMLInputElement>;
  /** Beside the input, within its frame. */
  beside?: ReactNode;
  /** Under the input. */
  below?: ReactNode;
}

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

/** One line of text under a visible label: label, hint, error, input, in this order. */
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

/** What is wrong with a field, beside it. */
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

/** An e-mail address. Spaces around it are taken off by the form, capitals are not forced by phones. */
export function EmailField(props: FieldProps & Input) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
