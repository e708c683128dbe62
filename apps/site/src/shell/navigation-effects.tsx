import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { text } from "./shell-texts.ts";

/** Progress bar at the top, visible if navigation takes longer than 200 ms (set in the style sheet). */
export function NavigationProgress({ isBusy }: { isBusy: boolean }) {
  return <div className="progress" data-state={isBusy ? "busy" : "idle"} aria-hidden="true" />;
}

/**
 * Moves focus to the page's heading after navigation, so that screen readers announce it, and when the focused control
 * disappears, as after signing out.
 */
export function FocusOnNavigation() {
  const { key, pathname, hash } = useLocation();
  const shown = useRef({ key, pathname });

  useEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key || hash) return;
    if (before.pathname === pathname && document.activeElement !== document.body) return;
    const main = document.getElementById("main");
    const heading = main?.querySelector("h1") ?? main;
    // The page has moved focus itself.
    if (!heading || (document.activeElement !== main && main?.contains(document.activeElement))) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [key, pathname, hash]);
  return null;
}

/** The first focusable element. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      {text("common.skip")}
    </a>
  );
}
