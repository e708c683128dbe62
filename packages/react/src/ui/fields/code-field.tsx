import { type InputEvent, useRef } from "react";
import { foldCode, isWholeCode } from "./code.ts";
import { type FieldProps, TextField } from "./field.tsx";

export interface CodeFieldProps extends FieldProps {
  /** Called when a whole code was pasted or autofilled, never while typing. */
  onWholeCode(): void;
  onInput?(event: { currentTarget: HTMLInputElement }): void;
  onBlur?(event: { currentTarget: HTMLInputElement }): void;
  /** Initial code. */
  defaultValue?: string | undefined;
}

/** An input for a numeric code. Spaces, dashes and full-width digits are normalized on input. */
export function CodeField({ onWholeCode, onInput, ...props }: CodeFieldProps) {
  const lengthBefore = useRef(0);
  const hasFilled = useRef(false);
  function foldInput(event: InputEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const folded = foldCode(input.value);
    if (folded !== input.value) input.value = folded;
    const cameAtOnce = folded.length - lengthBefore.current > 1;
    lengthBefore.current = folded.length;
    onInput?.(event);
    if (cameAtOnce && isWholeCode(folded) && !hasFilled.current) {
      hasFilled.current = true;
      onWholeCode();
    }
  }
  return (
    <TextField
      {...props}
      className="site-input site-code-input"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      spellCheck={false}
      onInput={foldInput}
    />
  );
}
