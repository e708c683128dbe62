import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type Appearance, part } from "./appearance.ts";

export interface MenuDisclosureProps {
  /** Accessible name of the button. */
  label: string;
  button: ReactNode;
  appearance?: Appearance | undefined;
  /** Links and buttons, reached with Tab. */
  children: ReactNode;
}

/** A button with a small panel. Esc, a click elsewhere and leaving it with the keyboard close it. */
export function MenuDisclosure({ label, button, appearance, children }: MenuDisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setIsOpen(false);
    opener.current?.focus();
  }

  function closeOnLeave(event: FocusEvent) {
    if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to events of its controls
    <div ref={frame} {...part("menu", "site-menu", appearance)} onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <button
        ref={opener}
        type="button"
        {...part("menuButton", "site-menu-button", appearance)}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click on a link inside closes the panel; the link has the semantics */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link fires a click */}
      <div
        id={panelId}
        hidden={!isOpen}
        {...part("menuPanel", "site-menu-panel", appearance)}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest("a")) setIsOpen(false);
        }}
      >
        {children}
      </div>
    </div>
  );
}
