import { memberExportPath } from "@porchlight/client/staff";
import { useReauthentication } from "@porchlight/react";
import { useMutation } from "@tanstack/react-query";
import { Download, Upload, UserPlus } from "lucide-react";
import { useState } from "react";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { notAllowedText } from "../ui/errors/error-text.ts";
import { Select } from "../ui/fields.tsx";
import { FilterTabs, SearchBox } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { saveFile } from "../ui/save-file.ts";
import { EmptyState, ErrorMessage, SuccessMessage } from "../ui/section.tsx";
import { useFilters, useListSelection } from "../ui/use-filters.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberJobProgress } from "./member-job.tsx";
import { MemberList, noSelection } from "./member-list.tsx";
import { useMemberWindow, usePendingMemberCount } from "./use-member-window.ts";

const tabs = [
  { value: "", name: text("All") },
  { value: "PENDING", name: text("Waiting") },
  { value: "APPROVED", name: text("Active") },
  { value: "BLOCKED", name: text("Blocked") },
] as const;

/** Filters besides the status, by their name in the address. */
const filters = [
  { id: "", label: text("All members") },
  { id: "approval", label: text("Waiting for approval") },
  { id: "unverified", label: text("Email not verified") },
  { id: "never", label: text("Never signed in") },
  { id: "muted", label: text("Muted") },
  { id: "public", label: text("Public profile") },
] as const;
type FilterName = (typeof filters)[number]["id"];
const conditions: Readonly<Record<FilterName, object>> = {
  "": {},
  approval: { awaitsApproval: true },
  unverified: { loginEmailVerified: false },
  never: { lastLoginDate: { $exists: false } },
  muted: { activityStatus: "MUTED" },
  public: { privacyStatus: "PUBLIC" },
};

const sortNames = ["profile.nickname", "loginEmail", "_createdDate", "lastLoginDate"] as const;

/** All members, for staff who manage them. */
function MembersPage() {
  const { role } = useStaffAccount();
  // If the role changes while the page is open, nothing that was typed is lost.
  const [mayManage] = useState(role === "owner" || role === "support");
  if (mayManage) return <MemberDirectory mayExport={role === "owner"} />;
  return (
    <Page title={text("Members")}>
      <ErrorMessage error={notAllowedText} />
    </Page>
  );
}

/** All members, with search, filters, sorting and bulk actions. The address contains all of these. */
function MemberDirectory({ mayExport }: { mayExport: boolean }) {
  const { filters: chosen, setFilter, clearFilters } = useFilters(["status", "search", "filter", "sort", "job"]);
  const { status, search, job } = chosen;
  const filter = filters.find(({ id }) => id === chosen.filter)?.id ?? "";
  const sort = chosen.sort || "-_createdDate";
  const column = sortNames.find((name) => name === sort.replace(/^-/, "")) ?? "_createdDate";
  const isDescending = sort.startsWith("-");
  const [selection, setSelection] = useListSelection([status, search, filter], noSelection);
  const [isInviting, setIsInviting] = useState(false);
  const [invited, setInvited] = useState<string>();
  const download = useExport();
  const waiting = usePendingMemberCount();
  const condition = { ...(status && { status }), ...conditions[filter] };
  const { total, rowAt, show, error } = useMemberWindow({ filter: condition, search, column, isDescending });
  return (
    <Page
      title={text("Members")}
      actions={
        <>
          {mayExport && (
            <Button isPending={download.isPending} onPress={() => download.mutate()}>
              <Download aria-hidden size={16} />
              {text("Export")}
            </Button>
          )}
          <LinkButton to="/members/import">
            <Upload aria-hidden size={16} />
            {text("Import")}
          </LinkButton>
          <Button kind="primary" onPress={() => setIsInviting(true)}>
            <UserPlus aria-hidden size={16} />
            {text("Invite")}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs
          label={text("Status")}
          tabs={tabs.map(({ value, name }) => ({
            value,
            name: value === "PENDING" && waiting.data ? `${name} (${text("{n, number}", { n: waiting.data })})` : name,
          }))}
          value={status}
          onChange={(value) => setFilter("status", value)}
        />
        <div className="grid w-full gap-2 sm:flex sm:w-auto">
          <Select<FilterName>
            label={text("Filter")}
            hidesLabel
            value={filter}
            options={filters}
            onChange={(value) => setFilter("filter", value)}
          />
          <SearchBox
            label={text("Search members")}
            placeholder={text("Name, email or slug")}
            value={search}
            onChange={(value) => setFilter("search", value)}
          />
        </div>
      </div>
      {invited !== undefined && (
        <SuccessMessage>{text("The invitation to {email} is on its way.", { email: invited })}</SuccessMessage>
      )}
      {download.isError && <ErrorMessage error={download.error} />}
      {error && <ErrorMessage error={error} />}
      {job && <MemberJobProgress id={job} onClose={() => setFilter("job", "")} />}
      <BulkBar
        status={status}
        filter={condition}
        search={search}
        selection={selection}
        total={total ?? 0}
        onSelect={setSelection}
        onJob={(id) => setFilter("job", id)}
      />
      {total === 0 ? (
        <Empty
          isFiltered={status !== "" || search !== "" || filter !== ""}
          onInvite={() => setIsInviting(true)}
          onClear={clearFilters}
        />
      ) : (
        total !== undefined && (
          <>
            <MemberList
              // Another list starts at the top.
              key={JSON.stringify([condition, search, column, isDescending])}
              {...{ total, rowAt, selection, column, isDescending }}
              onShow={show}
              onSelect={setSelection}
              onSort={(name, descending) => setFilter("sort", `${descending ? "-" : ""}${name}`)}
            />
            <p aria-live="polite" className="text-muted tabular-nums">
              {text("{n, plural, one {# member} other {# members}}", { n: total })}
            </p>
          </>
        )
      )}
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} onInvited={setInvited} />
      <ConfirmIdentity reauthentication={download.reauthentication} />
    </Page>
  );
}

/** Downloads all members as CSV. */
function useExport() {
  const { clients } = useConsole();
  const reauthentication = useReauthentication();
  const download = useMutation({
    mutationFn: async () => {
      const response = await reauthentication.run(() => clients.site.fetch(memberExportPath));
      saveFile(await response.blob(), "members.csv");
    },
  });
  return { ...download, reauthentication };
}

function Empty({ isFiltered, onInvite, onClear }: { isFiltered: boolean; onInvite(): void; onClear(): void }) {
  return (
    <EmptyState>
      <p>
        {isFiltered
          ? text("No members match.")
          : text("No members yet. People who sign up on the site appear here; you can also invite them.")}
      </p>
      {isFiltered ? (
        <Button onPress={onClear}>{text("Clear filters")}</Button>
      ) : (
        <Button onPress={onInvite}>{text("Invite")}</Button>
      )}
    </EmptyState>
  );
}

export { MembersPage as Component };
