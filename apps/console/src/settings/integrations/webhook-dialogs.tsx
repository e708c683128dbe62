import type { Webhook, WebhookKey } from "@porchlight/client/site";
import { eventTypes } from "@porchlight/contract/webhooks/event";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxChoices } from "../../ui/choices.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { fieldErrorOf } from "../../ui/errors/error-text.ts";
import { Select, TextField } from "../../ui/fields.tsx";
import { ErrorMessage } from "../../ui/section.tsx";

type NewWebhook = Pick<Webhook, "appId" | "url" | "events">;
type EventType = Webhook["events"][number];

interface CreateWebhookDialogProps {
  isOpen: boolean;
  onClose(): void;
  onCreate(webhook: NewWebhook): Promise<void>;
}

const eventOptions = eventTypes.map((id) => ({ id, label: id.replace(/^wix\./, "") }));

/** Creates a webhook for an app. */
export function CreateWebhookDialog({ isOpen, onClose, onCreate }: CreateWebhookDialogProps) {
  const { apps } = useConsole().clients.site;
  const list = useQuery({ queryKey: ["apps"], queryFn: ({ signal }) => apps.listApps({ signal }), enabled: isOpen });
  const [appId, setAppId] = useState("");
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<EventType[]>([]);
  const [problem, setProblem] = useState<"url" | "events">();
  const create = useMutation({
    mutationFn: onCreate,
    onSuccess: () => {
      setUrl("");
      setEvents([]);
      onClose();
    },
  });
  const chosenApp = appId || (list.data?.[0]?._id ?? "");
  const isUrlWrong = problem === "url" || fieldErrorOf(create.error, "url") !== undefined;
  function submit() {
    const found = URL.canParse(url.trim()) ? (events.length === 0 ? "events" : undefined) : "url";
    setProblem(found);
    if (!found) create.mutate({ appId: chosenApp, url: url.trim(), events });
  }
  return (
    <FormDialog
      title={text("Create a webhook")}
      isOpen={isOpen}
      onClose={onClose}
      submitLabel={text("Create webhook")}
      isPending={create.isPending}
      problem={create.isError && !isUrlWrong && <ErrorMessage error={create.error} />}
      onSubmit={submit}
    >
      <TextField
        label={text("URL")}
        type="url"
        placeholder="https://"
        autoFocus
        autoComplete="off"
        value={url}
        onChange={(entered) => {
          setUrl(entered);
          setProblem(undefined);
          create.reset();
        }}
        error={isUrlWrong ? text("Enter an https address that is reachable from the internet.") : undefined}
      />
      <Select
        label={text("App")}
        value={chosenApp}
        options={list.data?.map(({ _id, name }) => ({ id: _id, label: name })) ?? []}
        onChange={setAppId}
      />
      <div className="max-h-60 overflow-y-auto">
        <CheckboxChoices
          label={text("Event types")}
          options={eventOptions}
          value={events}
          onChange={(chosen) => {
            setEvents(chosen);
            setProblem(undefined);
          }}
          error={problem === "events" ? text("Choose at least one.") : undefined}
        />
      </div>
    </FormDialog>
  );
}

interface WebhookKeyDialogProps {
  isOpen: boolean;
  onClose(): void;
  onRotate(immediately: boolean): Promise<WebhookKey[]>;
}

/** Shows the public keys of webhooks, and rotates them. */
export function WebhookKeyDialog({ isOpen, onClose, onRotate }: WebhookKeyDialogProps) {
  const { webhooks } = useConsole().clients.site;
  const cache = useQueryClient();
  const queryKey = ["webhook-keys"];
  const keys = useQuery({ queryKey, queryFn: ({ signal }) => webhooks.listWebhookKeys({ signal }), enabled: isOpen });
  const rotate = useMutation({
    mutationFn: onRotate,
    onSuccess: (rotated) => cache.setQueryData(queryKey, rotated),
  });
  return (
    <Dialog title={text("Signing key")} isOpen={isOpen} onClose={onClose}>
      {(rotate.isError || keys.isError) && <ErrorMessage error={rotate.error ?? keys.error} />}
      <p>{text("Receivers verify deliveries with these public keys. The first one is in use.")}</p>
      {keys.data?.map(({ id, publicKey }) => (
        <CopyText key={id} label={text("Copy the key")} value={publicKey.trim()} />
      ))}
      <p className="text-muted">
        {text(
          "A new key is used after a day, so that receivers have time to get it. Replace a leaked key immediately; receivers without the new one reject deliveries.",
        )}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>{text("Close")}</Button>
        <Button isPending={rotate.isPending} onPress={() => rotate.mutate(false)}>
          {text("Add the next key")}
        </Button>
        <Button kind="danger" isPending={rotate.isPending} onPress={() => rotate.mutate(true)}>
          {text("Replace immediately")}
        </Button>
      </div>
    </Dialog>
  );
}
