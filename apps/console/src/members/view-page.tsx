import { useReauthentication } from "@porchlight/react";
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { FilterTabs } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { ScaledFrame, usePreviewSize } from "../ui/scaled-frame.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { useFilters } from "../ui/use-filters.ts";
import { nameOf } from "./member-status.tsx";

const pages = { "": "/", blog: "/blog", account: "/account", members: "/members" } as const;

/** The site as a member sees it: the server renders the pages, which cannot change anything. */
function ViewPage() {
  const { id = "" } = useParams();
  const { members, memberAccounts } = useConsole().clients.site;
  const { filters, setFilter } = useFilters(["page"]);
  const reauthentication = useReauthentication();
  const member = useQuery({
    queryKey: ["members", "one", id],
    queryFn: ({ signal }) => members.getMember(id, { fieldsets: ["FULL"] }, { signal }),
  });
  const link = useQuery({
    queryKey: ["member-view", id],
    queryFn: () => reauthentication.run(() => memberAccounts.viewAsMember(id)),
    // Each link is in the audit log.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const hasEnded = useHasPassed(link.data?.expiresDate);
  const name = member.data ? nameOf(member.data) : text("Member");
  const { tabs, ...size } = usePreviewSize(window.innerWidth < 640 ? "phone" : "desktop");
  const page = pages[filters.page as keyof typeof pages] ?? "/";
  return (
    <Page title={text("The site as {name} sees it", { name })} back={{ to: `/members/${id}`, name }}>
      <p role="status" className="flex items-center gap-3 rounded-md bg-warning-soft p-3 text-warning">
        <Eye aria-hidden size={18} className="shrink-0" />
        {hasEnded
          ? text("The view has ended after ten minutes.")
          : text("Read-only: nothing can be changed or sent. The view ends after ten minutes and is in the audit log.")}
      </p>
      {member.isError && <ErrorMessage error={member.error} />}
      {link.isError && <ErrorMessage error={link.error} />}
      {(link.isError || hasEnded) && (
        <div>
          <Button kind="primary" onPress={() => void link.refetch()}>
            {text("Open the view again")}
          </Button>
        </div>
      )}
      {link.data && !hasEnded && (
        <>
          <div className="flex flex-wrap justify-between gap-2">
            <FilterTabs
              label={text("Page")}
              tabs={[
                { value: "", name: text("Home page") },
                { value: "blog", name: text("Blog") },
                { value: "account", name: text("Account") },
                { value: "members", name: text("Members") },
              ]}
              value={filters.page}
              onChange={(value) => setFilter("page", value)}
            />
            {tabs}
          </div>
          <ScaledFrame
            title={text("The site as {name} sees it", { name })}
            path={`${link.data.path}&page=${encodeURIComponent(page)}`}
            sandbox="allow-same-origin"
            {...size}
          />
        </>
      )}
      <ConfirmIdentity reauthentication={reauthentication} />
    </Page>
  );
}

/** Whether a link has expired. */
function useHasPassed(date: Date | undefined): boolean {
  const [over, setOver] = useState<Date>();
  useEffect(() => {
    if (!date) return;
    const timer = setTimeout(() => setOver(date), date.getTime() - Date.now());
    return () => clearTimeout(timer);
  }, [date]);
  return date !== undefined && over === date;
}

export { ViewPage as Component };
