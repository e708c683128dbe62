import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Anchor, type AnchorProps } from "./anchor.tsx";
import { type Appearance, classNames, part } from "./appearance.ts";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

/** Props of {@link Button}. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  isWide?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A plain button; it submits only with `type="submit"`. */
export function Button({ variant = "secondary", isWide = false, className, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames("site-button", className)}
      data-variant={variant}
      data-wide={isWide || undefined}
      {...rest}
    />
  );
}

/** A link styled as a button. */
export function LinkButton({ variant = "secondary", className, ...rest }: AnchorProps & { variant?: ButtonVariant }) {
  return <Anchor className={classNames("site-button", className)} data-variant={variant} {...rest} />;
}

export interface SubmitButtonProps {
  label: string;
  /** Label while pending, in the -ing form. */
  pendingLabel: string;
  /** Label on success, while the page is about to change. */
  doneLabel?: string;
  state: "idle" | "pending" | "done" | "waiting";
  appearance?: Appearance | undefined;
}

/**
 * The main button of a form. It retains its width when the label changes, stays focusable while pending
 * (`aria-disabled`), and shows a spinner after 300 ms. The form must ignore repeated clicks.
 */
export function SubmitButton({ label, pendingLabel, doneLabel, state, appearance }: SubmitButtonProps) {
  const labels: [string, boolean][] = [
    [label, state === "idle" || state === "waiting"],
    [pendingLabel, state === "pending"],
  ];
  if (doneLabel) labels.push([doneLabel, state === "done"]);
  return (
    <button
      type="submit"
      {...part("submit", "site-button", appearance)}
      data-variant="primary"
      data-wide
      data-state={state}
      aria-disabled={state !== "idle" || undefined}
    >
      <span className="site-button-labels">
        {labels.map(([text, isShown]) => (
          <Label key={text} isShown={isShown}>
            {isShown && state === "pending" && <Spinner />}
            {isShown && state === "done" && <span className="site-tick" aria-hidden="true" />}
            {text}
          </Label>
        ))}
      </span>
    </button>
  );
}

function Label({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <span className="site-button-label" data-shown={isShown || undefined} aria-hidden={isShown ? undefined : true}>
      {children}
    </span>
  );
}

/** Appears after 300 ms to avoid flicker. Decorative: the label has the status. */
export function Spinner() {
  return <span className="site-spinner" aria-hidden="true" />;
}
