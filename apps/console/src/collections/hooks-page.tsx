import type { DataHook, DataHookUrl } from "@porchlight/client/data";
import { useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { CheckboxChoices } from "../ui/choices.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { SecretDialog } from "../ui/dialogs/secret-dialog.tsx";
import { TypedConfirmation } from "../ui/dialogs/typed-confirmation.tsx";
import { fieldErrorOf } from "../ui/errors/error-text.ts";
import { TextField } from "../ui/fields.tsx";
import { ListRow, QueryList } from "../ui/query-list.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { useCollection } from "./use-collections.ts";

const moments: readonly { id: DataHook; label: string }[] = [
  { id: "beforeInsert", label: text("Before an item is added") },
  { id: "afterInsert", label: text("After an item was added") },
  { id: "beforeUpdate", label: text("Before an item is changed") },
  { id: "afterUpdate", label: text("After an item was changed") },
  { id: "beforeRemove", label: text("Before an item is deleted") },
  { id: "afterRemove", label: text("After an item was deleted") },
  { id: "beforeGet", label: text("Before one item is read") },
  { id: "afterGet", label: text("After one item was read") },
  { id: "beforeQuery", label: text("Before a list is read") },
  { id: "afterQuery", label: text("After a list was read") },
  { id: "beforeCount", label: text("Before items are counted") },
  { id: "afterCount", label: text("After items were counted") },
];

/** The addresses that the server calls when items of a collection are read and changed. */
function HooksPage() {
  const { _id: id } = useCollection();
  const { dataHooks } = useConsole().clients.site;
  const queries = useQueryClient();
  const reauthentication = useReauthentication();
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [removed, setRemoved] = useState<DataHookUrl>();
  const list = useQuery({
    queryKey: ["collections", "hooks", id],
    queryFn: ({ signal }) => dataHooks.listHooks(id, { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ["collections", "hooks", id] });
  const remove = useMutation({
    mutationFn: ({ _id }: DataHookUrl) => dataHooks.removeHook(_id),
    onSuccess: () => {
      setRemoved(undefined);
      showToast(text("Hook removed"));
    },
    onSettled: refresh,
  });
  return (
    <Section
      title={text("Hooks")}
      actions={
        <Button kind="primary" onPress={() => setIsAdding(true)}>
          <Plus aria-hidden size={16} />
          {text("Add a hook")}
        </Button>
      }
    >
      <p className="max-w-prose text-muted">
        {text(
          "A hook is a URL of your program that the server calls when items are read or changed. It can check and complete items, and reject changes. If a hook that runs before a change does not respond, the change is rejected.",
        )}
      </p>
      <QueryList query={list} items={list.data} empty={<p>{text("There are no hooks yet.")}</p>}>
        {(hook) => (
          <ListRow
            key={hook._id}
            actions={
              <Button
                kind="quiet"
                aria-label={text("Remove the hook {url}", { url: hook.url })}
                onPress={() => setRemoved(hook)}
              >
                {text("Remove")}
              </Button>
            }
          >
            <p className="font-medium break-all">{hook.url}</p>
            <p className="text-muted">
              {hook.hooks.map((name) => moments.find((moment) => moment.id === name)?.label ?? name).join(" · ")}
            </p>
          </ListRow>
        )}
      </QueryList>
      {isAdding && (
        <HookDialog
          isCovered={reauthentication.prompt !== undefined}
          onClose={() => setIsAdding(false)}
          onAdd={async (url, hooks) => {
            const { secret: created } = await reauthentication.run(() =>
              dataHooks.createHook({ collectionId: id, url, hooks }),
            );
            setIsAdding(false);
            setSecret(created);
            await refresh();
          }}
        />
      )}
      <SecretDialog title={text("Signing secret")} secret={secret} onClose={() => setSecret(undefined)}>
        <p className="text-muted">{text("Your program verifies with it that a call comes from this server.")}</p>
      </SecretDialog>
      <TypedConfirmation
        title={text("Remove this hook?")}
        name={removed ? new URL(removed.url).host : ""}
        isOpen={removed !== undefined}
        isPending={remove.isPending}
        error={remove.error}
        confirmLabel={text("Remove hook")}
        onClose={() => {
          setRemoved(undefined);
          remove.reset();
        }}
        onConfirm={() => removed && remove.mutate(removed)}
      >
        {text("The server stops calling it. If you add it again, it gets a new signing secret.")}
      </TypedConfirmation>
      <ConfirmIdentity reauthentication={reauthentication} />
    </Section>
  );
}

interface HookDialogProps {
  /** Whether another dialog is open on top; what was typed stays. */
  isCovered: boolean;
  onClose(): void;
  onAdd(url: string, hooks: readonly DataHook[]): Promise<void>;
}

function HookDialog({ isCovered, onClose, onAdd }: HookDialogProps) {
  const [url, setUrl] = useState("");
  const [hooks, setHooks] = useState<readonly DataHook[]>([]);
  const [isChecked, setIsChecked] = useState(false);
  const add = useMutation({ mutationFn: () => onAdd(url.trim(), hooks) });
  const urlError = fieldErrorOf(add.error, "url");
  const submit = () => {
    setIsChecked(true);
    if (url.trim() && hooks.length > 0) add.mutate();
  };
  return (
    <FormDialog
      title={text("Add a hook")}
      isOpen={!isCovered}
      onClose={onClose}
      submitLabel={text("Add hook")}
      isPending={add.isPending}
      problem={add.isError && urlError === undefined && <ErrorMessage error={add.error} />}
      onSubmit={submit}
    >
      <TextField
        label={text("Address")}
        hint={text("Starts with https://.")}
        type="url"
        autoFocus
        value={url}
        onChange={setUrl}
        maxLength={2000}
        error={isChecked && !url.trim() ? text("Enter an address") : urlError}
      />
      <CheckboxChoices<DataHook>
        label={text("When to call it")}
        options={moments}
        value={hooks}
        onChange={setHooks}
        error={isChecked && hooks.length === 0 ? text("Choose at least one event") : undefined}
      />
    </FormDialog>
  );
}

export { HooksPage as Component };
