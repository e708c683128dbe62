import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { AuthTexts } from "../auth/form/auth-screen.tsx";
import type { Appearance } from "../ui/appearance.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useUnsavedWarning } from "../ui/use-unsaved-warning.ts";

interface BlockFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  isPending: boolean;
  /** Whether there are unsaved changes; a function is called after each input. */
  isDirty: boolean | ((frame: HTMLElement) => boolean);
  onDirty(isDirty: boolean): void;
  onGiveUp(): void;
  /** The form. `giveUp` is the handler of its cancel button. */
  children(giveUp: () => void): ReactNode;
}

/** Frame of an in-place form: takes focus, and Esc cancels it, after a confirmation if there are changes. */
export function SectionForm({ text, appearance, isPending, onDirty, onGiveUp, children, ...props }: BlockFormProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isTyped, setIsTyped] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const isDirty = typeof props.isDirty === "function" ? isTyped : props.isDirty;
  useEffect(() => frame.current?.querySelector<HTMLElement>("input, select, button")?.focus(), []);
  useUnsavedWarning(isDirty);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);

  function giveUp() {
    if (isPending) return;
    if (isDirty) setIsAsking(true);
    else onGiveUp();
  }
  function giveUpOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    // Otherwise this key press would also close the dialog that opens.
    event.preventDefault();
    giveUp();
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to keys that bubble from its fields */}
      <div
        ref={frame}
        className="site-block-form"
        onKeyDown={giveUpOnEscape}
        onInput={({ currentTarget }) => {
          if (typeof props.isDirty === "function") setIsTyped(props.isDirty(currentTarget));
        }}
      >
        {children(giveUp)}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text("account.discard.title")}
          text={text("account.discard.text")}
          stayLabel={text("account.discard.stay")}
          confirmLabel={text("account.discard.leave")}
          onStay={() => setIsAsking(false)}
          onConfirm={onGiveUp}
          appearance={appearance}
        />
      )}
    </>
  );
}

/** Whether an input differs from its initial value. */
export function hasTypedInput(frame: HTMLElement): boolean {
  return [...frame.querySelectorAll("input")].some(({ value, defaultValue }) => value !== defaultValue);
}
