import type { Webhook } from "@porchlight/client/site";
import { useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ConfirmIdentity } from "../../ui/dialogs/confirm-identity.tsx";
import { TypedConfirmation } from "../../ui/dialogs/typed-confirmation.tsx";
import { Page } from "../../ui/page.tsx";
import { ListRow, QueryList } from "../../ui/query-list.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { CreateWebhookDialog, WebhookKeyDialog } from "./webhook-dialogs.tsx";

const states = {
  working: { name: text("Working"), tone: "success" },
  failing: { name: text("Failing"), tone: "danger" },
  paused: { name: text("Paused"), tone: "warning" },
} as const;

/** Addresses that the server sends events to. */
function WebhooksPage() {
  const { webhooks } = useConsole().clients.site;
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const [dialog, setDialog] = useState<"create" | "key">();
  const [deleted, setDeleted] = useState<Webhook>();
  const list = useQuery({ queryKey: ["webhooks"], queryFn: ({ signal }) => webhooks.listWebhooks({ signal }) });
  const refresh = () => cache.invalidateQueries({ queryKey: ["webhooks"] });
  const pause = useMutation({
    mutationFn: ({ webhook, isPaused }: { webhook: Webhook; isPaused: boolean }) =>
      webhooks.pauseWebhook(webhook._id, isPaused),
    onSuccess: (_nothing, { webhook, isPaused }) => {
      if (isPaused) showToast(text("Webhook paused"), { undo: () => pause.mutate({ webhook, isPaused: false }) });
      else showToast(text("Webhook resumed"));
    },
    onSettled: refresh,
  });
  const test = useMutation({
    mutationFn: ({ _id }: Webhook) => webhooks.testWebhook(_id),
    onSuccess: ({ status, error }) =>
      showToast(
        status === null
          ? text("No response: {error}", { error: error ?? "" })
          : text("The receiver responded with {status}", { status }),
      ),
  });
  const remove = useMutation({
    mutationFn: ({ _id }: Webhook) => webhooks.deleteWebhook(_id),
    onSuccess: () => {
      setDeleted(undefined);
      showToast(text("Webhook deleted"));
      void refresh();
    },
  });
  const isCovered = reauthentication.prompt !== undefined;
  return (
    <Page
      title={text("Webhooks")}
      back={{ to: "/settings", name: text("Settings") }}
      actions={
        <>
          <LinkButton to="/settings/deliveries">{text("Delivery log")}</LinkButton>
          <Button onPress={() => setDialog("key")}>
            <KeyRound aria-hidden size={16} />
            {text("Signing key")}
          </Button>
          <Button kind="primary" onPress={() => setDialog("create")}>
            <Plus aria-hidden size={16} />
            {text("Create webhook")}
          </Button>
        </>
      }
    >
      <p className="max-w-2xl text-muted">
        {text("A webhook sends events, such as a published post, to the URL of your program.")}
      </p>
      {pause.isError && <ErrorMessage error={pause.error} />}
      {test.isError && <ErrorMessage error={test.error} />}
      <QueryList query={list} items={list.data} empty={<p>{text("There are no webhooks.")}</p>}>
        {(webhook) => {
          const { name, tone } = states[webhook.state];
          const isPaused = webhook.state === "paused";
          const { url } = webhook;
          return (
            <ListRow
              key={webhook._id}
              actions={
                <>
                  <Button
                    kind="quiet"
                    aria-label={text("Send test to {url}", { url })}
                    isPending={test.isPending && test.variables._id === webhook._id}
                    onPress={() => test.mutate(webhook)}
                  >
                    {text("Send test")}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={isPaused ? text("Resume {url}", { url }) : text("Pause {url}", { url })}
                    onPress={() => pause.mutate({ webhook, isPaused: !isPaused })}
                  >
                    {isPaused ? text("Resume") : text("Pause")}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={text("Delete {name}", { name: url })}
                    onPress={() => setDeleted(webhook)}
                  >
                    {text("Delete")}
                  </Button>
                </>
              }
            >
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <span className="break-all">{url}</span>
                <Badge tone={tone}>{name}</Badge>
              </p>
              <p className="text-muted">
                {webhook.events.map((event) => event.slice(event.lastIndexOf(".") + 1)).join(", ")}
              </p>
              <p className="flex flex-wrap gap-x-3">
                <Link
                  to={`/settings/deliveries?webhook=${webhook._id}`}
                  className="py-1 text-accent underline underline-offset-2"
                >
                  {text("{n, plural, one {# waiting delivery} other {# waiting deliveries}}", { n: webhook.waiting })}
                </Link>
                {webhook.failed > 0 && (
                  <Link
                    to={`/settings/deliveries?webhook=${webhook._id}&status=PARKED`}
                    className="py-1 text-danger underline underline-offset-2"
                  >
                    {text("{n, plural, one {# failed delivery} other {# failed deliveries}}", { n: webhook.failed })}
                  </Link>
                )}
              </p>
            </ListRow>
          );
        }}
      </QueryList>
      <CreateWebhookDialog
        isOpen={dialog === "create" && !isCovered}
        onClose={() => setDialog(undefined)}
        onCreate={async (webhook) => {
          await reauthentication.run(() => webhooks.createWebhook(webhook));
          showToast(text("Webhook created"));
          await refresh();
        }}
      />
      <WebhookKeyDialog
        isOpen={dialog === "key" && !isCovered}
        onClose={() => setDialog(undefined)}
        onRotate={(immediately) => reauthentication.run(() => webhooks.rotateWebhookKey({ immediately }))}
      />
      <TypedConfirmation
        title={text("Delete this webhook?")}
        name={deleted ? new URL(deleted.url).host : ""}
        isOpen={deleted !== undefined}
        isPending={remove.isPending}
        error={remove.error}
        confirmLabel={text("Delete")}
        onClose={() => {
          setDeleted(undefined);
          remove.reset();
        }}
        onConfirm={() => deleted && remove.mutate(deleted)}
      >
        {text("Waiting deliveries and the log are deleted, too. This cannot be undone.")}
      </TypedConfirmation>
      <ConfirmIdentity reauthentication={reauthentication} />
    </Page>
  );
}

export { WebhooksPage as Component };
