import { useSession } from "@porchlight/react";
import { lazy, Suspense } from "react";
import { Link, useLocation } from "react-router";
import { text } from "../shell/shell-texts.ts";
import { withReturnTo } from "./return-to.ts";

/** Visitors, who are most, do without the menu's script. */
const MemberMenu = lazy(() => import("./member-menu.tsx"));

/** End of the header: ways in for visitors, the member's menu for members. */
export function SessionArea() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === "member" || status === "degraded") {
    return (
      <div className="session-area" data-state="member">
        <Suspense>
          <MemberMenu />
        </Suspense>
      </div>
    );
  }
  return (
    <nav className="session-area" data-state="visitor" aria-label={text("common.session")}>
      <Link className="site-button" data-variant="quiet" to={withReturnTo("/sign-in", pathname + search)}>
        {text("common.signIn")}
      </Link>
      <Link className="site-button" data-variant="primary" to={withReturnTo("/sign-up", pathname + search)}>
        {text("common.signUp")}
      </Link>
    </nav>
  );
}
