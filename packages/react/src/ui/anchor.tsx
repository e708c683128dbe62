import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { useSite } from "../provider.tsx";
import { isSitePath } from "./safe-url.ts";

/** Props of {@link Anchor}. */
export interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  href: string;
}

/** A link that uses the provider's `navigate` for plain clicks within the site. */
export function Anchor({ href, onClick, ...rest }: AnchorProps) {
  const { navigate } = useSite();
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (navigate && !event.defaultPrevented && isPlainClick(event) && isSitePath(href)) {
      event.preventDefault();
      navigate(href);
    }
  }
  return <a href={href} onClick={follow} {...rest} />;
}

/** Whether a click opens the link in place, not in a new tab or window. */
export function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  return (
    event.button === 0 &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    (!target || target === "_self")
  );
}
