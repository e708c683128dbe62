import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { type KeyboardEvent, useState } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { useHydrated } from "../hydrated.ts";
import { type FieldProps, TextField } from "./field.tsx";

export interface PasswordFieldProps extends FieldProps {
  autoComplete: "current-password" | "new-password";
  /** Hides the password again while the form is pending. */
  isPending: boolean;
  onInput?(event: { currentTarget: HTMLInputElement }): void;
  onBlur?(event: { currentTarget: HTMLInputElement }): void;
}

/**
 * A password with a show button. The value is only in the input, so it is gone on unmount. Paste and password managers
 * work, and Caps Lock is indicated.
 */
export function PasswordField({ isPending, ...props }: PasswordFieldProps) {
  const text = useTexts(common);
  const hasScripts = useHydrated();
  const [wantsShown, setWantsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const [wasPending, setWasPending] = useState(isPending);
  if (wasPending !== isPending) {
    setWasPending(isPending);
    if (isPending) setWantsShown(false);
  }
  const isShown = wantsShown && !isPending;
  const updateCapsLock = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState?.("CapsLock") ?? false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      onKeyDown={updateCapsLock}
      onKeyUp={updateCapsLock}
      beside={
        hasScripts && (
          <button
            type="button"
            className="site-reveal"
            data-part="reveal"
            aria-pressed={isShown}
            aria-label={text("common.password.show")}
            aria-controls={props.id}
            onClick={() => setWantsShown(!isShown)}
          >
            {text(isShown ? "common.password.hideShort" : "common.password.showShort")}
          </button>
        )
      }
      below={
        <p className="site-caps" role="status">
          {hasCapsLock && text("common.password.capsLock")}
        </p>
      }
    />
  );
}
