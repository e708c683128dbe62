import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { Link, type LinkProps } from "react-router";

type Kind = "primary" | "secondary" | "quiet" | "danger";

const kinds: Record<Kind, string> = {
  primary: "border-transparent bg-accent text-on-accent data-[hovered]:bg-accent-hover",
  secondary: "border-line-strong bg-surface text-fg data-[hovered]:bg-sunken",
  quiet: "border-transparent bg-transparent text-fg data-[hovered]:bg-sunken",
  danger: "border-danger bg-surface text-danger data-[hovered]:bg-danger-soft",
};

/** Height 36 px, and 44 px for fingers. */
export const controlHeight = "min-h-9 pointer-coarse:min-h-11";

const shape = `${controlHeight} inline-flex items-center justify-center gap-2 rounded-md border px-3 font-medium whitespace-nowrap aria-disabled:opacity-60 data-[disabled]:cursor-default data-[disabled]:opacity-50`;

/** Props of {@link Button}. */
export interface ButtonProps extends Omit<AriaButtonProps, "className" | "isPending"> {
  /** Default: `secondary`. */
  kind?: Kind;
  /** Whether the action is in progress. The button remains focusable and ignores further presses. */
  isPending?: boolean;
  /** Whether there is nothing to do. The button remains focusable, so that its description can say why. */
  isUnavailable?: boolean;
}

/**
 * A button of the console. React Aria's own pending state announces the button by reference, which no longer exists
 * once a dialog has closed; the label changes instead.
 */
export function Button({ kind = "secondary", isPending = false, isUnavailable = false, ...props }: ButtonProps) {
  const inert = { type: "button", "aria-disabled": true, onPress: () => {} } as const;
  const cursor = isPending ? "cursor-progress" : isUnavailable ? "cursor-default" : "cursor-pointer";
  return (
    <AriaButton
      {...props}
      {...((isPending || isUnavailable) && inert)}
      className={`${shape} ${cursor} ${kinds[kind]}`}
    />
  );
}

/** A link to a page of the console that looks like a button. */
export const LinkButton = (props: Omit<LinkProps, "className">) => (
  <Link {...props} className={`${shape} ${kinds.secondary} hover:bg-sunken`} />
);
