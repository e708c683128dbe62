import { memberExportPath } from "@porchlight/client/staff";
import { useReauthentication } from "@porchlight/react";
import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Download, Upload, UserPlus } from "lucide-react";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { useSearchParams } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { useWaitingCount } from "../shell/use-waiting-count.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { ConfirmIdentity } from "../ui/confirm-identity.tsx";
import { Select } from "../ui/fields.tsx";
import { FilterTabs, SearchBox } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { Done, Problem } from "../ui/section.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberTable } from "./member-table.tsx";
import { type MemberAction, useMemberActions } from "./use-member-actions.ts";

const pageSize = 50;

const tabs = [
  { value: "", name: "All" },
  { value: "PENDING", name: "Waiting" },
  { value: "APPROVED", name: "Active" },
  { value: "BLOCKED", name: "Blocked" },
] as const;

/** Filters besides the status, by their name in the address. */
const filters = [
  { id: "", label: "All members" },
  { id: "unverified", label: "Email not verified" },
  { id: "never", label: "Never signed in" },
  { id: "muted", label: "Muted" },
  { id: "public", label: "Public profile" },
] as const;
type FilterName = (typeof filters)[number]["id"];
const conditions: Readonly<Record<FilterName, object>> = {
  "": {},
  unverified: { loginEmailVerified: false },
  never: { lastLoginDate: { $exists: false } },
  muted: { activityStatus: "MUTED" },
  public: { privacyStatus: "PUBLIC" },
};

const sortNames = ["profile.nickname", "loginEmail", "_createdDate", "lastLoginDate"] as const;

/** All members, with search, filters, sorting and bulk actions. The address contains all of these. */
function MembersPage() {
  const { clients } = useConsole();
  const { role } = useStaffAccount();
  const [parameters, setParameters] = useSearchParams();
  const status = parameters.get("status") ?? "";
  const search = parameters.get("search") ?? "";
  const filter = filters.find(({ id }) => id === parameters.get("filter"))?.id ?? "";
  const sort = parameters.get("sort") ?? "-_createdDate";
  const column = sortNames.find((name) => name === sort.replace(/^-/, "")) ?? "_createdDate";
  const isDescending = sort.startsWith("-");
  const [selection, setSelection] = useState<Selection>(new Set());
  const [isInviting, setIsInviting] = useState(false);
  const [invited, setInvited] = useState<string>();
  const actions = useMemberActions();
  const download = useExport();
  const list = useInfiniteQuery({
    queryKey: ["members", "list", status, search, filter, column, isDescending],
    queryFn: ({ signal, pageParam }) =>
      clients.site.members.queryMembers(
        {
          filter: { ...(status && { status }), ...conditions[filter] },
          sort: [{ fieldName: column, order: isDescending ? "DESC" : "ASC" }],
          paging: { limit: pageSize, offset: pageParam },
        },
        { fieldsets: ["FULL"], ...(search && { search: { expression: search } }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.members.length, 0);
      return loaded < (pages[0]?.metadata.total ?? 0) ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
  });
  const waiting = useWaitingCount(true);
  const members = list.data?.pages.flatMap((page) => page.members) ?? [];
  const total = list.data?.pages[0]?.metadata.total ?? 0;
  const setParameter = (name: string, value: string) => {
    setSelection(new Set());
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  };
  const selected = selection === "all" ? members.map(({ _id }) => _id) : [...selection].map(String);
  const act = (action: MemberAction) =>
    actions.mutate({ action, ids: selected }, { onSuccess: () => setSelection(new Set()) });
  return (
    <Page
      title="Members"
      actions={
        <>
          {role === "owner" && (
            <Button isPending={download.isPending} onPress={() => download.mutate()}>
              <Download aria-hidden size={16} />
              Export
            </Button>
          )}
          <LinkButton to="/members/import">
            <Upload aria-hidden size={16} />
            Import
          </LinkButton>
          <Button kind="primary" onPress={() => setIsInviting(true)}>
            <UserPlus aria-hidden size={16} />
            Invite
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs
          label="Status"
          tabs={tabs.map(({ value, name }) => ({
            value,
            name: value === "PENDING" && waiting.data ? `${name} (${waiting.data.toLocaleString("en")})` : name,
          }))}
          value={status}
          onChange={(value) => setParameter("status", value)}
        />
        <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
          <Select<FilterName>
            label="Filter"
            hidesLabel
            value={filter}
            options={filters}
            onChange={(value) => setParameter("filter", value)}
          />
          <SearchBox
            label="Search members"
            placeholder="Name, email or slug"
            value={search}
            onChange={(value) => setParameter("search", value)}
          />
        </div>
      </div>
      {invited !== undefined && <Done>{`The invitation to ${invited} is on its way.`}</Done>}
      {download.isError && <Problem error={download.error} />}
      {actions.isError && <Problem error={actions.error} />}
      {actions.isSuccess && actions.data > 0 && <Problem error={`${actions.data} members could not be changed.`} />}
      {list.isError && <Problem error={list.error} />}
      {selected.length > 0 && (
        <div role="toolbar" aria-label="Selected members" className="flex flex-wrap items-center gap-2">
          <p aria-live="polite" className="me-2 font-medium">
            {selected.length} selected
          </p>
          {bulkActions(status).map(({ action, name }) => (
            <Button key={action} isPending={actions.isPending} onPress={() => act(action)}>
              {name}
            </Button>
          ))}
        </div>
      )}
      {list.isSuccess && members.length === 0 ? (
        <Empty
          isFiltered={status !== "" || search !== "" || filter !== ""}
          onClear={() => setParameters({}, { replace: true })}
        />
      ) : (
        <MemberTable
          members={members}
          selection={selection}
          onSelectionChange={setSelection}
          sortDescriptor={{ column, direction: isDescending ? "descending" : "ascending" }}
          onSortChange={({ column: name, direction }) =>
            setParameter("sort", `${direction === "descending" ? "-" : ""}${name}`)
          }
        />
      )}
      {members.length > 0 && (
        <div className="flex items-center gap-4">
          {list.hasNextPage && (
            <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
              Load more
            </Button>
          )}
          <p aria-live="polite" className="text-muted tabular-nums">
            Showing {members.length.toLocaleString("en")} of {total.toLocaleString("en")}
          </p>
        </div>
      )}
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} onInvited={setInvited} />
      <ConfirmIdentity reauthentication={download.reauthentication} />
    </Page>
  );
}

function bulkActions(status: string): readonly { action: MemberAction; name: string }[] {
  const approve = { action: "approve", name: status === "BLOCKED" ? "Unblock" : "Approve" } as const;
  if (status === "BLOCKED") return [approve];
  if (status === "PENDING") return [approve, { action: "reject", name: "Reject" }];
  return [approve, { action: "block", name: "Block" }, { action: "mute", name: "Mute" }];
}

/** Downloads all members as CSV. */
function useExport() {
  const { clients } = useConsole();
  const reauthentication = useReauthentication();
  const download = useMutation({
    mutationFn: async () => {
      const response = await reauthentication.run(() => clients.site.fetch(memberExportPath));
      const url = URL.createObjectURL(await response.blob());
      const link = Object.assign(document.createElement("a"), { href: url, download: "members.csv" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    },
  });
  return { ...download, reauthentication };
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-xl border border-line bg-surface p-8">
      <p>
        {isFiltered
          ? "No members match."
          : "No members yet. People who sign up on the site appear here; you can also invite them."}
      </p>
      {isFiltered && <Button onPress={onClear}>Clear filters</Button>}
    </div>
  );
}

export { MembersPage as Component };
