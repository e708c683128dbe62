import { Link } from "react-router";
import { useStaffAccount } from "../context.ts";
import { Page } from "../ui/page.tsx";
import { useWaitingCount } from "./use-waiting-count.ts";

/** What requires attention. */
function HomePage() {
  const { name, role } = useStaffAccount();
  const managesMembers = role === "owner" || role === "support";
  const waiting = useWaitingCount(managesMembers);
  const count = waiting.data ?? 0;
  return (
    <Page title={name ? `Hello, ${name.split(" ")[0]}` : "Home"}>
      {managesMembers && waiting.isSuccess && (
        <Link
          to={count > 0 ? "/members?status=PENDING" : "/members"}
          className="grid max-w-sm gap-1 rounded-xl border border-line bg-surface p-5 hover:border-line-strong"
        >
          <span className="text-muted">Members waiting for approval</span>
          <span className="text-3xl leading-9 font-semibold tabular-nums">{count}</span>
        </Link>
      )}
      {!managesMembers && (
        <p className="max-w-prose text-muted">
          This version of the console manages members and staff. Posts, collections and forms are managed with the API
          and the command line.
        </p>
      )}
    </Page>
  );
}

export { HomePage as Component };
