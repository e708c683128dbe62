import type { Member } from "@porchlight/client/members";
import { TimeText } from "@porchlight/react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import {
  Cell,
  Checkbox,
  Column,
  Input,
  Label,
  Row,
  SearchField,
  type Selection,
  Table,
  TableBody,
  TableHeader,
} from "react-aria-components";
import { Link, useSearchParams } from "react-router";
import { useConsole } from "../context.ts";
import { Button, controlHeight } from "../ui/button.tsx";
import { errorText } from "../ui/error-text.ts";
import { Page } from "../ui/page.tsx";
import { MemberStatus, nameOf } from "./member-status.tsx";
import { type MemberAction, useMemberActions } from "./use-member-actions.ts";

const pageSize = 50;

const tabs = [
  { status: "", name: "All" },
  { status: "PENDING", name: "Waiting" },
  { status: "APPROVED", name: "Active" },
  { status: "BLOCKED", name: "Blocked" },
] as const;

/** All members, with search, filters and bulk actions. The address contains the filters. */
function MembersPage() {
  const { clients } = useConsole();
  const [parameters, setParameters] = useSearchParams();
  const status = parameters.get("status") ?? "";
  const search = parameters.get("search") ?? "";
  const [selection, setSelection] = useState<Selection>(new Set());
  const actions = useMemberActions();
  const list = useInfiniteQuery({
    queryKey: ["members", "list", status, search],
    queryFn: ({ signal, pageParam }) =>
      clients.site.members.queryMembers(
        {
          ...(status && { filter: { status } }),
          sort: [{ fieldName: "_createdDate", order: "DESC" }],
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
  const members = list.data?.pages.flatMap((page) => page.members) ?? [];
  const total = list.data?.pages[0]?.metadata.total ?? 0;
  const setFilter = (name: string, value: string) => {
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
    <Page title="Members">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label="Status" className="flex gap-1">
          {tabs.map((tab) => (
            <button
              key={tab.status}
              type="button"
              aria-pressed={status === tab.status}
              onClick={() => setFilter("status", tab.status)}
              className={`${controlHeight} cursor-pointer rounded-md px-3 font-medium text-muted hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent`}
            >
              {tab.name}
            </button>
          ))}
        </nav>
        <SearchBox value={search} onChange={(value) => setFilter("search", value)} />
      </div>
      {actions.isError && <Problem>{errorText(actions.error)}</Problem>}
      {actions.isSuccess && actions.data > 0 && <Problem>{actions.data} members could not be changed.</Problem>}
      {list.isError && <Problem>{errorText(list.error)}</Problem>}
      {selected.length > 0 && (
        <div role="toolbar" aria-label="Selected members" className="flex flex-wrap items-center gap-2">
          <p aria-live="polite" className="me-2 font-medium">
            {selected.length} selected
          </p>
          <Button isPending={actions.isPending} onPress={() => act("approve")}>
            Approve
          </Button>
          <Button isPending={actions.isPending} onPress={() => act("block")}>
            Block
          </Button>
          <Button isPending={actions.isPending} onPress={() => act("mute")}>
            Mute
          </Button>
        </div>
      )}
      {list.isSuccess && members.length === 0 ? (
        <Empty isFiltered={status !== "" || search !== ""} onClear={() => setParameters({}, { replace: true })} />
      ) : (
        <MemberTable members={members} selection={selection} onSelectionChange={setSelection} />
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
    </Page>
  );
}

interface MemberTableProps {
  members: readonly Member[];
  selection: Selection;
  onSelectionChange(selection: Selection): void;
}

function MemberTable({ members, selection, onSelectionChange }: MemberTableProps) {
  const secondary = "max-sm:hidden";
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <Table
        aria-label="Members"
        selectionMode="multiple"
        selectedKeys={selection}
        onSelectionChange={onSelectionChange}
        className="w-full border-collapse text-start"
      >
        <TableHeader className="text-start text-muted [&_th]:p-3 [&_th]:text-start [&_th]:font-medium">
          <Column className="w-10">
            <SelectionBox />
          </Column>
          <Column isRowHeader>Name</Column>
          <Column className={secondary}>Email</Column>
          <Column>Status</Column>
          <Column className={secondary}>Joined</Column>
          <Column className={secondary}>Last sign-in</Column>
        </TableHeader>
        <TableBody>
          {members.map((member) => (
            <Row
              key={member._id}
              id={member._id}
              textValue={nameOf(member)}
              className="border-t border-line data-[selected]:bg-accent-soft [&_td]:p-3"
            >
              <Cell>
                <SelectionBox />
              </Cell>
              <Cell className="max-w-48">
                <Link
                  to={`/members/${member._id}`}
                  className="block truncate font-medium text-fg hover:text-accent hover:underline"
                >
                  {nameOf(member)}
                </Link>
              </Cell>
              <Cell className={`max-w-60 truncate text-muted ${secondary}`}>{member.loginEmail}</Cell>
              <Cell>
                <MemberStatus member={member} />
              </Cell>
              <Cell className={`text-muted ${secondary}`}>
                <TimeText value={member._createdDate} />
              </Cell>
              <Cell className={`text-muted ${secondary}`}>
                {member.lastLoginDate ? <TimeText value={member.lastLoginDate} /> : "Never"}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const SelectionBox = () => (
  <Checkbox
    slot="selection"
    className="grid size-5 cursor-pointer place-items-center rounded border border-line-strong bg-surface data-[selected]:border-accent data-[selected]:bg-accent"
  >
    {({ isSelected, isIndeterminate }) => (
      <svg aria-hidden viewBox="0 0 16 16" className="size-4 fill-none stroke-on-accent stroke-2">
        {isIndeterminate ? <path d="M4 8h8" className="stroke-accent" /> : isSelected && <path d="m3 8 3.5 3.5L13 5" />}
      </svg>
    )}
  </Checkbox>
);

function SearchBox({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), 300);
    return () => clearTimeout(timer);
  });
  return (
    <SearchField value={text} onChange={setText} onClear={() => onChange("")} className="relative w-full sm:w-72">
      <Label className="sr-only">Search members</Label>
      <Search aria-hidden size={16} className="absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <Input
        placeholder="Name, email or slug"
        className={`${controlHeight} w-full rounded-md border border-line-strong bg-surface ps-9 pe-3`}
      />
    </SearchField>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-xl border border-line bg-surface p-8">
      <p>{isFiltered ? "No members match." : "No members yet. People who sign up on the site appear here."}</p>
      {isFiltered && <Button onPress={onClear}>Clear filters</Button>}
    </div>
  );
}

const Problem = ({ children }: { children: React.ReactNode }) => (
  <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
    {children}
  </p>
);

export { MembersPage as Component };
