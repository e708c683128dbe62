import { Anchor, useSession } from "@porchlight/react";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { withReturnTo } from "./return-to.ts";
import { text } from "./shell-texts.ts";

/** Not loaded for visitors, the majority. */
const MemberMenu = lazy(() => import("./member-menu.tsx"));

/** End of the header: sign-in links for visitors, the menu for members. */
export function SessionArea() {
  const status = useSession(({ status }) => status);
  const { pathname, search } = useLocation();
  if (status === "member" || status === "degraded") {
    return (
      <div className="session-area" data-state="member">
        <Suspense>
          <MemberMenu />
        </Suspense>
        {/* The menu opens by script. */}
        <noscript>
          <a className="site-button" data-variant="quiet" href="/sign-out">
            {text("common.signOut")}
          </a>
        </noscript>
      </div>
    );
  }
  return (
    <nav className="session-area" data-state="visitor" aria-label={text("common.session")}>
      <Anchor className="site-button" data-variant="quiet" href={withReturnTo("/sign-in", pathname + search)}>
        {text("common.signIn")}
      </Anchor>
      <Anchor className="site-button" data-variant="primary" href={withReturnTo("/sign-up", pathname + search)}>
        {text("common.signUp")}
      </Anchor>
    </nav>
  );
}
