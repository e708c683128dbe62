import type { LoggedMail, MailKind, MailLogFilter } from "@porchlight/client/site";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useConsole } from "../../context.ts";
import { mailGroups, mailNames } from "../../settings/mail-names.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields.tsx";
import { FilterTabs, SearchBox } from "../../ui/list.tsx";
import { LabeledDate, ListRow, QueryList } from "../../ui/query-list.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFilters } from "../../ui/use-filters.ts";

const states = {
  queued: { name: text("Queued"), tone: "neutral" },
  sent: { name: text("Sent"), tone: "success" },
  failed: { name: text("Failed"), tone: "danger" },
  expired: { name: text("Expired"), tone: "warning" },
} as const;
type State = LoggedMail["state"];
const stateOrder: readonly State[] = ["failed", "queued", "sent", "expired"];
/** Queued emails change by themselves. */
const refetchMs = 5_000;
const pageSize = 50;
const kinds = mailGroups.flatMap((group) => group.kinds);

/** Who got which email and when, without its content. */
function MailLogPage() {
  const { mailLog, operation } = useConsole().clients.site;
  const cache = useQueryClient();
  const { filters, setFilter, clearFilters } = useFilters(["state", "kind", "recipient"]);
  const state = stateOrder.find((one) => one === filters.state);
  const kind = kinds.find((one) => one === filters.kind);
  const filter: MailLogFilter = {
    ...(state && { state }),
    ...(kind && { kind }),
    ...(filters.recipient && { recipient: filters.recipient }),
  };
  const list = useInfiniteQuery({
    queryKey: ["mail-log", filter],
    queryFn: ({ signal, pageParam }) =>
      mailLog.listLoggedMails({ ...filter, limit: pageSize, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ emails, hasMore }) => (hasMore ? emails.at(-1)?._id : undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ emails }) => emails.some((mail) => mail.state === "queued")) ? refetchMs : false,
  });
  const resend = useMutation({
    mutationFn: ({ _id }: LoggedMail) => operation.retryBackgroundJob(_id),
    onSuccess: () => showToast(text("The email is sent again")),
    onSettled: () => cache.invalidateQueries({ queryKey: ["mail-log"] }),
  });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-muted">
        {text(
          "Emails that the site has sent or is to send, without their content. Sent emails are listed for 7 days, others for up to 60.",
        )}
      </p>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <FilterTabs
          label={text("Status")}
          tabs={[{ value: "", name: text("All") }, ...stateOrder.map((value) => ({ value, name: states[value].name }))]}
          value={filters.state}
          onChange={(value) => setFilter("state", value)}
        />
        <Select<MailKind | "">
          label={text("Email")}
          hidesLabel
          options={[{ id: "", label: text("All emails") }, ...kinds.map((id) => ({ id, label: mailNames[id].name }))]}
          value={kind ?? ""}
          onChange={(value) => setFilter("kind", value)}
        />
        <SearchBox
          label={text("Recipient")}
          placeholder={text("Recipient")}
          value={filters.recipient}
          onChange={(value) => setFilter("recipient", value)}
        />
      </div>
      {resend.isError && <ErrorMessage error={resend.error} />}
      <QueryList
        query={list}
        items={list.data?.pages.flatMap(({ emails }) => emails)}
        empty={
          isFiltered ? (
            <>
              <p>{text("No emails match.")}</p>
              <Button onPress={clearFilters}>{text("Clear filters")}</Button>
            </>
          ) : (
            <p>{text("No email has been sent yet.")}</p>
          )
        }
      >
        {(mail) => (
          <ListRow key={mail._id} actions={<ResendButton mail={mail} resend={resend} />}>
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <span className="min-w-0 break-all">{mail.to}</span>
              <Badge tone={states[mail.state].tone}>{states[mail.state].name}</Badge>
            </p>
            <p className="flex flex-wrap gap-x-3 text-muted">
              <span>{mail.kind ? mailNames[mail.kind].name : text("Another email")}</span>
              <LabeledDate label={text("Created")} date={mail._createdDate} />
              {mail.state === "sent" && mail.finishedDate && (
                <LabeledDate label={text("Sent")} date={mail.finishedDate} />
              )}
              {mail.state === "queued" && mail.attempts > 0 && mail.nextAttemptDate && (
                <LabeledDate label={text("Next attempt")} date={mail.nextAttemptDate} />
              )}
            </p>
            {mail.state === "expired" && (
              <p className="text-muted">{text("Not sent, because its code or link was no longer valid.")}</p>
            )}
            {mail.lastError !== null && (
              <p lang="en" className="text-danger">
                {mail.lastError}
              </p>
            )}
          </ListRow>
        )}
      </QueryList>
      {list.hasNextPage && (
        <div className="flex justify-center">
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {text("Show more")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ResendButtonProps {
  mail: LoggedMail;
  resend: { isPending: boolean; mutate(mail: LoggedMail): void };
}

/** For emails that have failed, and those that wait for another attempt. */
function ResendButton({ mail, resend }: ResendButtonProps) {
  const { state, attempts, to } = mail;
  if (state !== "failed" && !(state === "queued" && attempts > 0)) return undefined;
  return (
    <Button
      kind="quiet"
      aria-label={text("Send again: email to {to}", { to })}
      isPending={resend.isPending}
      onPress={() => resend.mutate(mail)}
    >
      {text("Send again")}
    </Button>
  );
}

export { MailLogPage as Component };
