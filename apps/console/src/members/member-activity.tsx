import { TimeText } from "@porchlight/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useConsole } from "../context.ts";
import { Button } from "../ui/button.tsx";
import { Problem, Section } from "../ui/section.tsx";

const eventNames: Readonly<Record<string, string>> = {
  "signed-in": "Signed in",
  "signed-in-by-key": "Signed in by a program",
  "sign-in-failed": "Sign-in with a wrong password",
  "sign-in-delayed": "Sign-in delayed after too many attempts",
  "second-step-failed": "Second factor failed",
  "push-denied": "Request denied on a device",
  "recovery-code-used": "Recovery code used",
  "password-reset": "Password set with an emailed link",
  "password-changed": "Password changed",
  "factor-added": "Second factor added",
  "factor-removed": "Second factor removed",
  "second-steps-reset": "Two-step sign-in reset",
  "recovery-codes-renewed": "New recovery codes",
  "e-mail-changed": "Email changed",
  "session-ended": "Signed out of a device",
  "other-sessions-ended": "Signed out of other devices",
  "refresh-token-reused": "Session revoked: its token was used twice",
  "authorization-code-reused": "Session revoked: its code was used twice",
  "member-invited": "Invited",
  "member-approved": "Approved",
  "member-rejected": "Rejected",
  "member-closed": "Blocked",
  "member-reopened": "Unblocked",
};
const actors = { member: "", visitor: "", owner: "by the site", key: "by a program", server: "automatically" } as const;

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
    <Section title="Security events">
      {list.isError && <Problem error={list.error} />}
      {list.isSuccess && events.length === 0 && <p className="text-muted">Nothing has happened yet.</p>}
      <ul className="grid gap-3 empty:hidden">
        {events.map(({ _id, event, date, by, browser, device }) => (
          <li key={_id} className="grid gap-1">
            <span className="font-medium">{eventNames[event] ?? event}</span>
            <span className="text-muted">
              <TimeText value={date} />
              {[actors[by], [browser, device].filter(Boolean).join(" on ")].filter(Boolean).map((text) => ` · ${text}`)}
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          Load more
        </Button>
      )}
    </Section>
  );
}

const maxSubmissions = 10;

/** The latest submissions of forms by a member, and the number of their items by collection. */
export function MemberContent({ id }: { id: string }) {
  const { submissions, collections, items } = useConsole().clients.site;
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
    <>
      <Section title="Submissions">
        {latest.isError && <Problem error={latest.error} />}
        {latest.data?.submissions.length === 0 && <p className="text-muted">This member has not submitted a form.</p>}
        <ul className="grid gap-3 empty:hidden">
          {latest.data?.submissions.map(({ _id, submissions: values, _createdDate }) => (
            <li key={_id} className="grid gap-1">
              <span className="truncate font-medium">{summaryOf(values)}</span>
              <span className="text-muted">
                <TimeText value={_createdDate} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Items">
        {owned.isError && <Problem error={owned.error} />}
        {owned.data?.length === 0 && <p className="text-muted">This member has no items in collections.</p>}
        <ul className="grid gap-3 empty:hidden">
          {owned.data?.map(({ id: collection, name, count }) => (
            <li key={collection} className="flex justify-between gap-4">
              <span className="truncate font-medium">{name}</span>
              <span className="text-muted tabular-nums">{count.toLocaleString("en")}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** The text values of a submission on one line. */
const summaryOf = (values: object): string =>
  Object.values(values)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join(" · ") || "No text";
