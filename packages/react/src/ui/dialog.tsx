import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from "react";
import { type Appearance, part } from "./appearance.ts";

export interface DialogProps {
  /** Accessible name. */
  label: string;
  /** Called on Esc or the browser's back gesture, if no input would be lost. */
  onClose(): void;
  appearance?: Appearance | undefined;
  children: ReactNode;
}

/**
 * A modal dialog, open while mounted. Focus moves to its heading, and back when it closes. Esc closes it unless there
 * is input.
 */
export function Dialog({ label, onClose, appearance, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("h1, h2, h3")?.focus();
    // Closing restores focus; removing the element would not.
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
      // In StrictMode the event also fires for a dialog that was closed and reopened.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
