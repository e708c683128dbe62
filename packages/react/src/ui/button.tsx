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

/** A plain button; never submits unless told `type="submit"`. */
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

/** A link that looks like a button: it leads somewhere, a {@link Button} does something. */
export function LinkButton({ variant = "secondary", className, ...rest }: AnchorProps & { variant?: ButtonVariant }) {
  return <Anchor className={classNames("site-button", className)} data-variant={variant} {...rest} />;
}

export interface SubmitButtonProps {
  label: string;
  /** The -ing form, while the form is on its way. */
  pendingLabel: string;
  /** What it says when all is well and the page is about to change. */
  doneLabel?: string;
  state: "idle" | "pending" | "done" | "waiting";
  appearance?: Appearance | undefined;
}

/**
 * The one main button of a form. Keeps its width when the label changes, stays focusable while busy (`aria-disabled`),
 * and shows a spinner after 300 ms. A second press must be ignored by the form.
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

/** Turns after 300 ms, so that quick answers do not flicker. Says nothing: the label beside it does. */
export function Spinner() {
  return <span className="site-spinner" aria-hidden="true" />;
}
