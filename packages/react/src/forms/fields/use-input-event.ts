import { type RefObject, useEffect, useRef } from "react";

/** Dispatches an input event when the value of a hidden control changes, as browsers do for visible controls. */
export function useInputEvent(control: RefObject<HTMLInputElement | null>, value: string): void {
  const reported = useRef(value);
  useEffect(() => {
    if (reported.current === value) return;
    reported.current = value;
    control.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [control, value]);
}
