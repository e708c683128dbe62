import type { WebhookDelivery } from "@porchlight/client/site";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/fields.tsx";
import { FilterTabs } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { LabeledDate, ListRow, QueryList } from "../../ui/query-list.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFilters } from "../../ui/use-filters.ts";

const states = {
  WAITING: { name: text("Waiting"), tone: "warning" },
  DELIVERED: { name: text("Delivered"), tone: "success" },
  PARKED: { name: text("Failed"), tone: "danger" },
} as const;
type Status = WebhookDelivery["status"];

const pageSize = 50;
const maxDeliveries = 1000;

/** The log of deliveries of webhooks. */
function DeliveriesPage() {
  const { webhooks } = useConsole().clients.site;
  const cache = useQueryClient();
  const { filters, setFilter } = useFilters(["webhook", "status"]);
  const [limit, setLimit] = useState(pageSize);
  const [opened, setOpened] = useState<string>();
  const status = filters.status in states ? (filters.status as Status) : undefined;
  const all = useQuery({ queryKey: ["webhooks"], queryFn: ({ signal }) => webhooks.listWebhooks({ signal }) });
  const list = useQuery({
    queryKey: ["deliveries", filters.webhook, status, limit],
    queryFn: ({ signal }) =>
      webhooks.listDeliveries(
        { limit, ...(filters.webhook && { webhookId: filters.webhook }), ...(status && { status }) },
        { signal },
      ),
    placeholderData: (former) => former,
    // Attempts happen in the background.
    refetchInterval: 5_000,
  });
  const resend = useMutation({
    mutationFn: (id: string) => webhooks.resendDelivery(id),
    onSuccess: () => showToast(text("The event is sent again")),
    onSettled: () => cache.invalidateQueries({ queryKey: ["deliveries"] }),
  });
  const urlOf = (id: string) => all.data?.find(({ _id }) => _id === id)?.url ?? id;
  return (
    <Page title={text("Delivery log")} back={{ to: "/settings/webhooks", name: text("Webhooks") }}>
      <div className="flex flex-wrap items-end gap-3">
        <FilterTabs
          label={text("Status")}
          value={filters.status}
          tabs={[
            { value: "", name: text("All") },
            ...Object.entries(states).map(([value, { name }]) => ({ value, name })),
          ]}
          onChange={(value) => setFilter("status", value)}
        />
        <div className="w-full sm:w-80">
          <Select
            label={text("Webhook")}
            hidesLabel
            value={filters.webhook}
            options={[
              { id: "", label: text("All webhooks") },
              ...(all.data?.map(({ _id, url }) => ({ id: _id, label: url })) ?? []),
            ]}
            onChange={(value) => setFilter("webhook", value)}
          />
        </div>
      </div>
      {resend.isError && <ErrorMessage error={resend.error} />}
      <QueryList
        query={list}
        items={list.data}
        empty={<p>{filters.status || filters.webhook ? text("No deliveries match.") : text("No deliveries yet.")}</p>}
      >
        {(delivery) => {
          const { name, tone } = states[delivery.status];
          const event = delivery.event.slice(delivery.event.lastIndexOf(".") + 1);
          return (
            <ListRow
              key={delivery._id}
              actions={
                <>
                  <Button
                    kind="quiet"
                    aria-label={text("Details of {event}", { event })}
                    onPress={() => setOpened(delivery._id)}
                  >
                    {text("Details")}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={text("Send again: {event}", { event })}
                    onPress={() => resend.mutate(delivery._id)}
                  >
                    {text("Send again")}
                  </Button>
                </>
              }
            >
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {event}
                <Badge tone={tone}>{name}</Badge>
                {delivery.lastStatus !== null && <Badge>{String(delivery.lastStatus)}</Badge>}
              </p>
              <p className="text-muted">{urlOf(delivery.webhookId)}</p>
              <p className="flex flex-wrap gap-x-3 text-muted">
                <LabeledDate label={text("Created")} date={delivery._createdDate} />
                <span>{text("{n, plural, one {# attempt} other {# attempts}}", { n: delivery.attempts })}</span>
                {delivery.nextAttemptDate && (
                  <LabeledDate label={text("Next attempt")} date={delivery.nextAttemptDate} />
                )}
              </p>
              {delivery.lastError !== null && (
                <p lang="en" className="text-danger">
                  {delivery.lastError}
                </p>
              )}
            </ListRow>
          );
        }}
      </QueryList>
      {list.data?.length === limit && limit < maxDeliveries && (
        <Button
          isPending={list.isPlaceholderData}
          onPress={() => setLimit((current) => Math.min(maxDeliveries, current + pageSize))}
        >
          {text("Load more")}
        </Button>
      )}
      <DeliveryDialog id={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

function DeliveryDialog({ id, onClose }: { id: string | undefined; onClose(): void }) {
  const { webhooks } = useConsole().clients.site;
  const delivery = useQuery({
    queryKey: ["deliveries", "one", id],
    queryFn: ({ signal }) => webhooks.getDelivery(id!, { signal }),
    enabled: id !== undefined,
  });
  return (
    <Dialog title={text("Delivery")} isOpen={id !== undefined} onClose={onClose}>
      {delivery.isError && <ErrorMessage error={delivery.error} />}
      {delivery.data && (
        <>
          <h3 className="font-medium">{text("Event")}</h3>
          <CopyText label={text("Copy the event")} value={JSON.stringify(delivery.data.request, undefined, 2)} />
          <h3 className="font-medium">{text("Attempts")}</h3>
          <ol className="grid gap-3">
            {delivery.data.tries.map(({ number, date, milliseconds, status, response, error }) => (
              <li key={number} className="grid gap-1">
                <p className="flex flex-wrap gap-x-2">
                  <span className="font-medium">
                    {status === null ? text("No response") : text("Response {status}", { status })}
                  </span>
                  <span className="text-muted">{text("{n} ms", { n: milliseconds })}</span>
                  <LabeledDate label="" date={date} />
                </p>
                {(error ?? response) && <CopyText label={text("Copy the response")} value={error ?? response ?? ""} />}
              </li>
            ))}
          </ol>
        </>
      )}
      <div className="flex justify-end">
        <Button autoFocus onPress={onClose}>
          {text("Close")}
        </Button>
      </div>
    </Dialog>
  );
}

export { DeliveriesPage as Component };
