import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from "react";
import { type Appearance, part } from "./appearance.ts";

export interface DialogProps {
  /** What a screen reader calls it. */
  label: string;
  /** Esc was pressed, or the browser's gesture for going back made, and nothing typed is lost by it. */
  onClose(): void;
  appearance?: Appearance | undefined;
  children: ReactNode;
}

/**
 * A modal window over the page, open while it is there: the page behind can neither be reached nor read. The focus goes
 * to its heading, and back to where it was when the window is gone. Esc closes it unless something was typed.
 */
export function Dialog({ label, onClose, appearance, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("h1, h2, h3")?.focus();
    // Closing gives the focus back; taking the element away would not.
    return () => dialog.close();
  }, []);
  function guard(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    const inputs = [...event.currentTarget.querySelectorAll("input")];
    if (inputs.every(({ value, defaultValue }) => value === defaultValue)) onClose();
  }
  return (
    <dialog
      ref={ref}
      aria-label={label}
      {...part("dialog", "site-dialog", appearance)}
      onCancel={guard}
      // Also fires for a window that was closed and opened again at once, as effects are in StrictMode.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
