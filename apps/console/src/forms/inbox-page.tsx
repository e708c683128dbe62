import type { FormSubmission } from "@porchlight/client/forms";
import { TimeText, useReauthentication } from "@porchlight/react";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { richText, text } from "../texts/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { Select } from "../ui/fields.tsx";
import { FilterTabs, SearchBox } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { saveFile } from "../ui/save-file.ts";
import { EmptyState, ErrorMessage } from "../ui/section.tsx";
import { useFilters } from "../ui/use-filters.ts";
import { SubmissionDetails } from "./submission-details.tsx";
import { submissionStates, summaryOf } from "./submission-values.ts";
import { formName, formsNamespace, useForms } from "./use-forms.ts";

const pageSize = 50;
const tabs = [
  { value: "", name: text("All") },
  { value: "unread", name: text("Unread") },
  { value: "PENDING", name: text("To confirm") },
];
const paymentTabs = [
  { value: "PAYMENT_WAITING", name: text("Waiting for payment") },
  { value: "PAYMENT_CANCELED", name: text("Payment canceled") },
];

/** The submissions of all forms, newest first, and the chosen one. The address contains the filters and the choice. */
function InboxPage() {
  const { submissions, fetch } = useConsole().clients.site;
  const { role } = useStaffAccount();
  const reauthentication = useReauthentication();
  const queries = useQueryClient();
  const { filters, setFilter, clearFilters } = useFilters(["form", "state", "tag", "member", "search", "open"]);
  const forms = useForms();
  const listBox = useRef<HTMLUListElement>(null);
  const list = useInfiniteQuery({
    queryKey: ["submissions", "list", filters.form, filters.state, filters.tag, filters.member, filters.search],
    queryFn: ({ signal, pageParam }) =>
      submissions.searchSubmissionsByNamespace(
        pageParam
          ? { cursorPaging: { limit: pageSize, cursor: pageParam } }
          : {
              filter: {
                namespace: formsNamespace,
                ...(filters.form && { formId: filters.form }),
                ...(filters.state === "unread" && { seen: false }),
                ...(filters.state !== "" && filters.state !== "unread" && { status: filters.state }),
                ...(filters.member && { "submitter.memberId": filters.member }),
                ...(filters.tag && { "tags.tags.tagIds": { $hasSome: [filters.tag] } }),
              },
              sort: [{ fieldName: "_createdDate", order: "DESC" }],
              cursorPaging: { limit: pageSize },
              ...(filters.search && { search: { expression: filters.search } }),
            },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ metadata }) => metadata.cursors?.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const tags = useQuery({
    queryKey: ["submissions", "tags"],
    queryFn: ({ signal }) => submissions.listTags({ signal }),
  });
  const tagNames = new Set([...(tags.data?.tags ?? []), ...(filters.tag ? [filters.tag] : [])]);
  const hasPayments =
    paymentTabs.some(({ value }) => value === filters.state) ||
    forms.data?.some(({ formFields }) => formFields.some(({ inputOptions }) => inputOptions?.inputType === "PAYMENT"));
  const { open: _open, ...conditions } = filters;
  const isFiltered = Object.values(conditions).some(Boolean);
  const rows = list.data?.pages.flatMap((page) => page.submissions) ?? [];
  const see = useMutation({
    mutationFn: ({ _id, formId }: FormSubmission) => submissions.bulkMarkSubmissionsAsSeen([_id], formId),
    onSettled: () => queries.invalidateQueries({ queryKey: ["submissions"] }),
  });
  const download = useMutation({
    async mutationFn() {
      const path = `/_api/porchlight/v1/forms/${filters.form}/submissions/file?format=CSV`;
      const response = await reauthentication.run(() => fetch(path));
      saveFile(await response.blob(), "submissions.csv");
    },
  });
  function open(submission: FormSubmission) {
    setFilter("open", submission._id);
    if (!submission.seen) see.mutate(submission);
  }
  /** The arrow keys move through the list, as in a mail program. */
  function move(offset: number) {
    const links = [...(listBox.current?.querySelectorAll("button") ?? [])];
    const index = links.indexOf(document.activeElement as HTMLButtonElement);
    links[Math.min(Math.max(index + offset, 0), links.length - 1)]?.focus();
  }
  // The list of unread ones no longer has it once it is open.
  const single = useQuery({
    queryKey: ["submissions", "one", filters.open],
    queryFn: ({ signal }) => submissions.getSubmission(filters.open, { signal }),
    enabled: filters.open !== "",
  });
  const chosen = single.data ?? rows.find(({ _id }) => _id === filters.open);
  const nameOf = (formId: string) =>
    formName(forms.data?.find(({ _id }) => _id === formId) ?? { name: text("Deleted form") });
  const failed = [list, forms, tags, see, download].find(({ isError }) => isError);
  return (
    <Page
      title={text("Inbox")}
      back={{ to: "/forms", name: text("Forms") }}
      actions={
        filters.form !== "" &&
        role !== "support" && (
          <Button isPending={download.isPending} onPress={() => download.mutate()}>
            <Download aria-hidden size={16} />
            {text("Export")}
          </Button>
        )
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs
          label={text("Status")}
          tabs={hasPayments ? [...tabs, ...paymentTabs] : tabs}
          value={filters.state}
          onChange={(value) => setFilter("state", value)}
        />
        <div className="grid w-full gap-2 sm:flex sm:w-auto">
          <Select
            label={text("Form")}
            hidesLabel
            value={filters.form}
            options={[
              { id: "", label: text("All forms") },
              ...(forms.data ?? []).map((form) => ({ id: form._id, label: formName(form) })),
            ]}
            onChange={(value) => setFilter("form", value)}
          />
          {tagNames.size > 0 && (
            <Select
              label={text("Tag")}
              hidesLabel
              value={filters.tag}
              options={[{ id: "", label: text("All tags") }, ...[...tagNames].map((tag) => ({ id: tag, label: tag }))]}
              onChange={(value) => setFilter("tag", value)}
            />
          )}
          <SearchBox
            label={text("Search submissions")}
            placeholder={text("Text of an answer")}
            value={filters.search}
            onChange={(value) => setFilter("search", value)}
          />
        </div>
      </div>
      {filters.member && (
        <p className="flex flex-wrap items-center gap-2">
          {richText("Submissions of <link>one member</link> only.", {
            link: (inside) => (
              <Link to={`/members/${filters.member}`} className="underline">
                {inside}
              </Link>
            ),
          })}
          <Button kind="quiet" onPress={() => setFilter("member", "")}>
            {text("Show all submissions")}
          </Button>
        </p>
      )}
      {failed && <ErrorMessage error={failed.error} />}
      {list.isSuccess && rows.length === 0 && !chosen ? (
        <EmptyState>
          <p>{isFiltered ? text("No submissions match.") : text("No submissions yet.")}</p>
          {isFiltered && <Button onPress={clearFilters}>{text("Show all submissions")}</Button>}
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <div className={`grid gap-3 ${chosen ? "max-lg:hidden" : ""}`}>
            <ul
              ref={listBox}
              aria-label={text("Submissions")}
              onKeyDown={(event) => {
                const offset = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
                if (offset === undefined) return;
                event.preventDefault();
                move(offset);
              }}
              className="grid grid-cols-1 overflow-hidden rounded-xl border border-line bg-surface empty:hidden"
            >
              {rows.map((submission) => (
                <li key={submission._id} className="border-line not-first:border-t">
                  <button
                    type="button"
                    aria-current={submission._id === filters.open}
                    onClick={() => open(submission)}
                    className="grid w-full cursor-pointer grid-cols-1 gap-1 p-3 text-start hover:bg-sunken focus-visible:-outline-offset-2 aria-[current=true]:bg-accent-soft"
                  >
                    <span className="flex items-center gap-2">
                      {!submission.seen && (
                        <span className="size-2 shrink-0 rounded-full bg-accent">
                          <span className="sr-only">{text("Unread")}</span>
                        </span>
                      )}
                      <span className={`min-w-0 truncate ${submission.seen ? "" : "font-semibold"}`}>
                        {summaryOf(submission)}
                      </span>
                    </span>
                    <span className="flex flex-wrap items-center gap-2 text-muted">
                      <span>
                        {nameOf(submission.formId)} · <TimeText value={submission._createdDate} />
                      </span>
                      {submission.status !== "CONFIRMED" && (
                        <Badge tone="warning">{submissionStates[submission.status]}</Badge>
                      )}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <div>
                <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
                  {text("Load more")}
                </Button>
              </div>
            )}
          </div>
          {chosen ? (
            <SubmissionDetails
              key={chosen._id}
              submission={chosen}
              formName={nameOf(chosen.formId)}
              onClose={() => setFilter("open", "")}
            />
          ) : (
            <p className="p-6 text-muted max-lg:hidden">{text("Choose a submission to read it.")}</p>
          )}
        </div>
      )}
      <ConfirmIdentity reauthentication={reauthentication} />
    </Page>
  );
}

export { InboxPage as Component };
