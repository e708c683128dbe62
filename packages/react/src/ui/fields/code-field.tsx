import { foldCode, isInsertedAtOnce, isWholeCode } from "@porchlight/contract/auth/verification-code";
import { type InputEvent, useRef } from "react";
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
  const before = useRef(props.defaultValue ?? "");
  function foldInput(event: InputEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const folded = foldCode(input.value);
    if (folded !== input.value) input.value = folded;
    const isAtOnce = isInsertedAtOnce(event.nativeEvent as globalThis.InputEvent, before.current, folded);
    before.current = folded;
    onInput?.(event);
    if (isAtOnce && isWholeCode(folded)) onWholeCode();
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
