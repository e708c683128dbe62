import { useState } from "react";
import { TextField } from "../../ui/fields.tsx";

/** Props of {@link NumberField}. */
export interface NumberFieldProps {
  label: string;
  hint?: string;
  value: number | undefined;
  /** Called with `undefined` if the input is empty. Input that is not a number stays as it is. */
  onChange(value: number | undefined): void;
}

/** A number, or nothing. */
export function NumberField({ label, hint, value, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(value === undefined ? "" : String(value));
  const shown = parse(typed) === value ? typed : value === undefined ? "" : String(value);
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      value={shown}
      onChange={(next) => {
        const number = parse(next);
        if (Number.isNaN(number)) return;
        setTyped(next);
        onChange(number);
      }}
    />
  );
}

function parse(typed: string): number | undefined {
  const trimmed = typed.trim().replace(",", ".");
  return trimmed === "" || trimmed === "-" ? undefined : Number(trimmed);
}
