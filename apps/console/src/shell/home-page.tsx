import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { Page } from "../ui/page.tsx";

/** What needs attention. */
function HomePage() {
  const { clients } = useConsole();
  const { name, role } = useStaffAccount();
  const managesMembers = role === "owner" || role === "support";
  const waiting = useQuery({
    queryKey: ["members", "waiting-count"],
    queryFn: ({ signal }) =>
      clients.site.members.queryMembers(
        { filter: { status: "PENDING" }, paging: { limit: 1 } },
        { fieldsets: ["FULL"] },
        { signal },
      ),
    enabled: managesMembers,
  });
  const count = waiting.data?.metadata.total ?? 0;
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
    </Page>
  );
}

export { HomePage as Component };
