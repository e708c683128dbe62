import type { MouseEvent } from "react";
import { Anchor, isPlainClick } from "./anchor.tsx";
import { type Appearance, part } from "./appearance.ts";
import { Spinner } from "./button.tsx";

export type LoadMoreState = "idle" | "pending" | "failed";

export interface LoadMoreProps {
  /** URL of the next page. */
  href: string;
  state: LoadMoreState;
  label: string;
  pendingLabel: string;
  failedText: string;
  retryLabel: string;
  /** Loads it into this page instead. */
  onLoad?: (() => void) | undefined;
  appearance?: Appearance | undefined;
}

/** A link to the next page that loads it in place once hydrated. */
export function LoadMore(props: LoadMoreProps) {
  const { href, state, label, pendingLabel, failedText, retryLabel, onLoad, appearance } = props;
  const words = state === "pending" ? pendingLabel : state === "failed" ? retryLabel : label;
  function loadInPlace(event: MouseEvent<HTMLAnchorElement>) {
    if (!onLoad || !isPlainClick(event)) return;
    event.preventDefault();
    onLoad();
  }
  return (
    <div {...part("loadMore", "site-load-more", appearance)} data-state={state}>
      <p className="site-load-failed" role="alert">
        {state === "failed" && failedText}
      </p>
      <Anchor
        href={href}
        rel="next"
        className="site-button"
        data-variant="secondary"
        aria-disabled={state === "pending" || undefined}
        onClick={loadInPlace}
      >
        {state === "pending" && <Spinner />}
        {words}
      </Anchor>
    </div>
  );
}
