import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import type { ReactNode, SelectHTMLAttributes } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../appearance.ts";
import { FieldError } from "./field.tsx";

export interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "name"> {
  id: string;
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  error?: ReactNode;
  appearance?: Appearance | undefined;
}

/** A native select with a visible label. */
export function SelectField({ id, name, label, options, error, appearance, ...select }: SelectFieldProps) {
  const text = useTexts(common);
  return (
    <div {...part("field", "site-field", appearance)} data-field={name} data-state={error ? "invalid" : undefined}>
      <label {...part("label", "site-label", appearance)} htmlFor={id}>
        {label}
      </label>
      {error && (
        <FieldError id={`${id}-error`} appearance={appearance} prefix={text("common.error.label")} text={error} />
      )}
      <select
        {...part("select", "site-input", appearance)}
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...select}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
