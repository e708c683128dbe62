import { TimeText } from "@porchlight/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useConsole } from "../context.ts";
import { auditEventNames } from "../settings/operation/audit-event-names.ts";
import { text } from "../texts/text.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";

/** On the page of the member, the subject is clear. */
const eventNames: Readonly<Record<string, string>> = {
  ...auditEventNames,
  "member-invited": text("Invited"),
  "member-approved": text("Approved"),
  "member-rejected": text("Rejected"),
  "member-review-undone": text("Decision undone"),
  "member-closed": text("Blocked"),
  "member-reopened": text("Unblocked"),
};
const actors = {
  member: "",
  visitor: "",
  owner: text("by the site"),
  key: text("by a program"),
  server: text("automatically"),
} as const;

/** What happened to a member's account, newest first. */
export function MemberEvents({ id }: { id: string }) {
  const { memberAccounts } = useConsole().clients.site;
  const list = useInfiniteQuery({
    queryKey: ["members", "events", id],
    queryFn: ({ signal, pageParam }) =>
      memberAccounts.listMemberSecurityEvents(id, { limit: 20, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ events, hasMore }) => (hasMore ? events.at(-1)?._id : undefined),
  });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Section title={text("Security events")}>
      {list.isError && <ErrorMessage error={list.error} />}
      {list.isSuccess && events.length === 0 && <p className="text-muted">{text("No security events yet.")}</p>}
      <ul className="grid gap-3 empty:hidden">
        {events.map(({ _id, event, date, by, browser, device }) => (
          <li key={_id} className="grid gap-1">
            <span className="font-medium">{eventNames[event] ?? event}</span>
            <span className="text-muted">
              <TimeText value={date} />
              {[actors[by], [browser, device].filter(Boolean).join(" · ")].filter(Boolean).map((part) => ` · ${part}`)}
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {text("Load more")}
        </Button>
      )}
    </Section>
  );
}

const maxSubmissions = 10;

/** The latest submissions of forms by a member. */
export function MemberSubmissions({ id }: { id: string }) {
  const { submissions } = useConsole().clients.site;
  const latest = useQuery({
    queryKey: ["members", "submissions", id],
    queryFn: ({ signal }) =>
      submissions.querySubmission(
        {
          filter: { "submitter.memberId": id },
          sort: [{ fieldName: "_createdDate", order: "DESC" }],
          cursorPaging: { limit: maxSubmissions },
        },
        {},
        { signal },
      ),
  });
  const found = latest.data?.submissions ?? [];
  return (
    <Section
      title={text("Submissions")}
      actions={
        found.length > 0 && <LinkButton to={`/forms/inbox?member=${id}`}>{text("Open in the inbox")}</LinkButton>
      }
    >
      {latest.isError && <ErrorMessage error={latest.error} />}
      {latest.isSuccess && found.length === 0 && (
        <p className="text-muted">{text("This member has not submitted a form.")}</p>
      )}
      <ul className="grid gap-3 empty:hidden">
        {found.map(({ _id, submissions: values, _createdDate }) => (
          <li key={_id} className="grid gap-1">
            <Link
              to={`/forms/inbox?member=${id}&open=${_id}`}
              className="truncate font-medium hover:text-accent hover:underline"
            >
              {summaryOf(values)}
            </Link>
            <span className="text-muted">
              <TimeText value={_createdDate} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The number of items that a member owns in each collection. */
export function MemberItems({ id }: { id: string }) {
  const { collections, items } = useConsole().clients.site;
  const owned = useQuery({
    queryKey: ["members", "items", id],
    queryFn: async () => {
      const { collections: all } = await collections.listDataCollections();
      const counts = await Promise.all(
        all.map(async ({ _id, displayName }) => ({
          id: _id,
          name: displayName ?? _id,
          count: await items.query(_id).eq("_owner", id).count(),
        })),
      );
      return counts.filter(({ count }) => count > 0);
    },
  });
  return (
    <Section title={text("Items")}>
      {owned.isError && <ErrorMessage error={owned.error} />}
      {owned.data?.length === 0 && <p className="text-muted">{text("This member has no items in collections.")}</p>}
      <ul className="grid gap-3 empty:hidden">
        {owned.data?.map(({ id: collection, name, count }) => (
          <li key={collection} className="flex justify-between gap-4">
            <Link
              to={`/collections/${encodeURIComponent(collection)}?${ownedBy(id)}`}
              className="truncate font-medium hover:text-accent hover:underline"
            >
              {name}
            </Link>
            <span className="text-muted tabular-nums">{text("{n, number}", { n: count })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The text values of a submission on one line. */
const summaryOf = (values: object): string =>
  Object.values(values)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join(" · ") || text("No text");

/** The filter of the page of items. */
const ownedBy = (id: string) =>
  new URLSearchParams({ filter: JSON.stringify([{ field: "_owner", operator: "eq", value: id }]) });
