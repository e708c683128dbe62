import type { AuditEvent } from "@porchlight/client/site";
import { TimeText, useReauthentication } from "@porchlight/react";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Link } from "react-router";
import { useConsole } from "../../context.ts";
import { staffRoles } from "../../shell/sections.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmIdentity } from "../../ui/dialogs/confirm-identity.tsx";
import { Select, TextField } from "../../ui/fields.tsx";
import { SearchBox } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { ListRow, QueryList } from "../../ui/query-list.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { ErrorMessage } from "../../ui/section.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { auditEventNames } from "./audit-event-names.ts";
import { settingName } from "./setting-name.ts";

const pageSize = 50;
/** Rows of one export. */
const maxExported = 10_000;

const actors: Readonly<Record<string, string>> = {
  member: text("Member"),
  visitor: text("Visitor"),
  owner: text("Command line"),
  key: text("Program"),
  server: text("Server"),
  staff: text("Staff"),
};

/** Who did what, with filters and an export. */
function AuditPage() {
  const { auditLog, staff } = useConsole().clients.site;
  const reauthentication = useReauthentication();
  const { filters, setFilter, clearFilters } = useFilters(["person", "event", "from", "to"]);
  const filter = {
    ...(filters.person && { person: filters.person }),
    ...(filters.event && { event: filters.event }),
    ...(isDay(filters.from) && { since: new Date(`${filters.from}T00:00`) }),
    ...(isDay(filters.to) && { until: dayAfter(filters.to) }),
  };
  const people = useQuery({ queryKey: ["staff"], queryFn: ({ signal }) => staff.listStaff({ signal }) });
  const list = useInfiniteQuery({
    queryKey: ["audit-log", filters],
    queryFn: ({ signal, pageParam }) =>
      auditLog.listAuditEvents({ ...filter, limit: pageSize, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ events, hasMore }) => (hasMore ? events.at(-1)?._id : undefined),
  });
  const nameOf = (id: string) => {
    const account = people.data?.find(({ _id }) => _id === id);
    return account ? account.name || account.email : id;
  };
  /** The details with the names of staff accounts, roles, and settings; a submission has a link instead. */
  const detailsOf = ({ event, details = {} }: AuditEvent) => {
    const { staffId, role, submissionId, formId, ...others } = details;
    if (event === "setting-changed" && others.name !== undefined) return [settingName(others.name)];
    return [
      ...(staffId === undefined ? [] : [nameOf(staffId)]),
      ...(role === undefined ? [] : [staffRoles.find(({ id }) => id === role)?.label ?? role]),
      ...(formId === undefined || submissionId !== undefined ? [] : [formId]),
      ...Object.values(others),
    ];
  };
  const download = useMutation({
    mutationFn: () => reauthentication.run(exportEvents),
  });
  async function exportEvents(): Promise<void> {
    const events: AuditEvent[] = [];
    let hasMore = true;
    while (hasMore && events.length < maxExported) {
      const before = events.at(-1)?._id;
      const page = await auditLog.listAuditEvents({ ...filter, limit: 1000, ...(before && { before }) });
      events.push(...page.events);
      hasMore = page.hasMore;
    }
    const { default: papaparse } = await import("papaparse");
    const rows = events.map((event) => toRow(event, nameOf));
    saveFile(new Blob([papaparse.unparse(rows, { escapeFormulae: true })], { type: "text/csv" }), "audit-log.csv");
  }
  const events = list.data?.pages.flatMap((page) => page.events);
  return (
    <Page
      title={text("Audit log")}
      back={{ to: "/settings", name: text("Settings") }}
      actions={
        <Button isPending={download.isPending} onPress={() => download.mutate()}>
          <Download aria-hidden size={16} />
          {download.isPending ? text("Exporting…") : text("Export as CSV")}
        </Button>
      }
    >
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto]">
        <SearchBox
          label={text("Person")}
          placeholder={text("Email or ID of a person")}
          value={filters.person}
          onChange={(value) => setFilter("person", value)}
        />
        <Select
          label={text("Event")}
          hidesLabel
          value={filters.event}
          options={[
            { id: "", label: text("All events") },
            ...Object.entries(auditEventNames).map(([id, label]) => ({ id, label })),
          ]}
          onChange={(value) => setFilter("event", value)}
        />
        <TextField
          label={text("From")}
          type="date"
          value={filters.from}
          onChange={(value) => setFilter("from", value)}
        />
        <TextField label={text("To")} type="date" value={filters.to} onChange={(value) => setFilter("to", value)} />
        {Object.values(filters).some((value) => value !== "") && (
          <Button kind="quiet" onPress={clearFilters}>
            {text("Clear filters")}
          </Button>
        )}
      </div>
      {download.isError && <ErrorMessage error={download.error} />}
      <QueryList query={list} items={events} empty={<p>{text("No events match.")}</p>}>
        {(event) => (
          <ListRow key={event._id}>
            <p className="flex flex-wrap gap-x-2">
              <span className="font-medium">{auditEventNames[event.event] ?? event.event}</span>
              {event.details && <span className="text-muted">{detailsOf(event).join(", ")}</span>}
            </p>
            <p className="flex flex-wrap gap-x-3 text-muted">
              <TimeText value={event.date} />
              <span>{event.staffId ? nameOf(event.staffId) : (actors[event.by] ?? event.by)}</span>
              {event.memberId !== undefined && (
                <Link to={`/members/${event.memberId}`} className="text-accent underline underline-offset-2">
                  {text("Show member")}
                </Link>
              )}
              {event.details?.submissionId !== undefined && (
                <Link
                  to={`/forms/inbox?open=${event.details.submissionId}`}
                  className="text-accent underline underline-offset-2"
                >
                  {text("Show submission")}
                </Link>
              )}
              {[event.browser, event.device].filter(Boolean).join(" · ")}
            </p>
          </ListRow>
        )}
      </QueryList>
      {list.hasNextPage && (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {text("Load more")}
        </Button>
      )}
      <ConfirmIdentity reauthentication={reauthentication} />
    </Page>
  );
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + 1);
  return date;
}

function toRow({ date, event, by, ...ids }: AuditEvent, nameOf: (id: string) => string): Record<string, string> {
  return {
    date: date.toISOString(),
    event,
    by: ids.staffId ? nameOf(ids.staffId) : by,
    member: ids.memberId ?? "",
    key: ids.keyId ?? "",
    app: ids.appId ?? "",
    browser: ids.browser ?? "",
    device: ids.device ?? "",
    request: ids.requestId ?? "",
    details: ids.details ? JSON.stringify(ids.details) : "",
  };
}

export { AuditPage as Component };
