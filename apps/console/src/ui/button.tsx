import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps, Link } from "react-aria-components";

type Kind = "primary" | "secondary" | "quiet" | "danger";

const kinds: Record<Kind, string> = {
  primary: "border-transparent bg-accent text-on-accent data-[hovered]:bg-accent-hover",
  secondary: "border-line-strong bg-surface text-fg data-[hovered]:bg-sunken",
  quiet: "border-transparent bg-transparent text-fg data-[hovered]:bg-sunken",
  danger: "border-danger bg-surface text-danger data-[hovered]:bg-danger-soft",
};

/** Height 36 px, and 44 px for fingers. */
export const controlHeight = "min-h-9 pointer-coarse:min-h-11";

const buttonClass = (kind: Kind) =>
  `${controlHeight} inline-flex cursor-pointer items-center justify-center gap-2 rounded-md border px-3 font-medium whitespace-nowrap aria-disabled:cursor-progress aria-disabled:opacity-70 data-[disabled]:cursor-default data-[disabled]:opacity-50 ${kinds[kind]}`;

/** Props of {@link Button}. */
export interface ButtonProps extends Omit<AriaButtonProps, "className" | "isPending"> {
  /** Default: `secondary`. */
  kind?: Kind;
  /** Whether what it started is in progress: it keeps the focus and ignores further presses. */
  isPending?: boolean;
}

/**
 * A button of the console. It does not use the pending state of React Aria, which announces the button by reference: the
 * button is gone once its dialog has closed.
 */
export function Button({ kind = "secondary", isPending = false, onPress, type, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(isPending ? { type: "button" } : type && { type })}
      {...(isPending && { "aria-disabled": true })}
      {...(!isPending && onPress && { onPress })}
      className={buttonClass(kind)}
    />
  );
}

/** A link that looks like a button. */
export const LinkButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={buttonClass("quiet")}>
    {children}
  </Link>
);
