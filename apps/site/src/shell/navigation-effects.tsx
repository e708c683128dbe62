import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { text } from "./shell-texts.ts";

/** Thin bar at the top while the next page takes longer than 200 ms; the delay is the style sheet's. */
export function NavigationProgress({ isBusy }: { isBusy: boolean }) {
  return <div className="progress" data-state={isBusy ? "busy" : "idle"} aria-hidden="true" />;
}

/**
 * After a change of page, moves focus to its heading, so that a screen reader says where it is; so too when the page
 * stays and the control that led to it is gone, as after signing out.
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
    // A page that has put the focus somewhere itself knows better.
    if (!heading || (document.activeElement !== main && main?.contains(document.activeElement))) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [key, pathname, hash]);
  return null;
}

/** First thing the keyboard reaches. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      {text("common.skip")}
    </a>
  );
}
