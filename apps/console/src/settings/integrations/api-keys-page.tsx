import type { ApiKey } from "@porchlight/client/site";
import { useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioChoice } from "../../ui/choices.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { ConfirmIdentity } from "../../ui/dialogs/confirm-identity.tsx";
import { SecretDialog } from "../../ui/dialogs/secret-dialog.tsx";
import { TypedConfirmation } from "../../ui/dialogs/typed-confirmation.tsx";
import { fieldErrorOf } from "../../ui/errors/error-text.ts";
import { TextField } from "../../ui/fields.tsx";
import { Page } from "../../ui/page.tsx";
import { LabeledDate, ListRow, QueryList } from "../../ui/query-list.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";

type Role = ApiKey["role"];
const roles: readonly { id: Role; label: string; hint: string }[] = [
  { id: "read", label: text("Read"), hint: text("Reads content and members.") },
  { id: "editor", label: text("Editor"), hint: text("Also writes content, like an editor.") },
  { id: "admin", label: text("Admin"), hint: text("Also manages members. Do not store it on shared machines.") },
];

/** Keys of programs that act without a visitor. */
function ApiKeysPage() {
  const { apiKeys } = useConsole().clients.site;
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const list = useQuery({ queryKey: ["api-keys"], queryFn: ({ signal }) => apiKeys.listApiKeys({ signal }) });
  const refresh = () => cache.invalidateQueries({ queryKey: ["api-keys"] });
  const create = useMutation({
    mutationFn: (key: { name: string; role: Role }) => reauthentication.run(() => apiKeys.createApiKey(key)),
    onSuccess: (key) => {
      setIsCreating(false);
      setSecret(key);
      void refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: ({ _id }: ApiKey) => reauthentication.run(() => apiKeys.revokeApiKey(_id)),
    onSuccess: () => {
      setRevoked(undefined);
      showToast(text("Key revoked"));
      void refresh();
    },
  });
  const example = `curl ${location.origin}/_api/blog/v3/posts \\\n  -H "Authorization: ${secret ?? ""}"`;
  return (
    <Page
      title={text("API keys")}
      back={{ to: "/settings", name: text("Settings") }}
      actions={
        <Button kind="primary" onPress={() => setIsCreating(true)}>
          <Plus aria-hidden size={16} />
          {text("Create key")}
        </Button>
      }
    >
      <p className="max-w-2xl text-muted">
        {text("With a key, your program uses the API without a signed-in member. Store it like a password.")}
      </p>
      <QueryList query={list} items={list.data} empty={<p>{text("There are no API keys.")}</p>}>
        {(key) => (
          <ListRow
            key={key._id}
            actions={
              key.revokedDate === null && (
                <Button
                  kind="quiet"
                  aria-label={text("Revoke {name}", { name: key.name })}
                  onPress={() => setRevoked(key)}
                >
                  {text("Revoke")}
                </Button>
              )
            }
          >
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {key.name}
              <Badge>{roles.find(({ id }) => id === key.role)?.label ?? key.role}</Badge>
              {key.revokedDate && <Badge tone="danger">{text("Revoked")}</Badge>}
            </p>
            <p className="flex flex-wrap gap-x-3 text-muted">
              <LabeledDate label={text("Created")} date={key._createdDate} />
              {key.lastUsedDate ? (
                <LabeledDate label={text("Last used")} date={key.lastUsedDate} />
              ) : (
                <span>{text("Not used yet")}</span>
              )}
            </p>
          </ListRow>
        )}
      </QueryList>
      <CreateDialog
        isOpen={isCreating && reauthentication.prompt === undefined}
        isPending={create.isPending}
        error={create.error}
        onClose={() => {
          setIsCreating(false);
          create.reset();
        }}
        onCreate={(key) => create.mutate(key)}
      />
      <SecretDialog title={text("Your API key")} secret={secret} onClose={() => setSecret(undefined)}>
        <p className="text-muted">{text("For example, with curl:")}</p>
        <CopyText label={text("Copy the example")} value={example} />
      </SecretDialog>
      <TypedConfirmation
        title={text("Revoke this key?")}
        name={revoked?.name ?? ""}
        isOpen={revoked !== undefined && reauthentication.prompt === undefined}
        isPending={revoke.isPending}
        error={revoke.error}
        confirmLabel={text("Revoke")}
        onClose={() => {
          setRevoked(undefined);
          revoke.reset();
        }}
        onConfirm={() => revoked && revoke.mutate(revoked)}
      >
        {text("Programs with this key are rejected within a second. This cannot be undone.")}
      </TypedConfirmation>
      <ConfirmIdentity reauthentication={reauthentication} />
    </Page>
  );
}

interface CreateDialogProps {
  isOpen: boolean;
  isPending: boolean;
  error: unknown;
  onClose(): void;
  onCreate(key: { name: string; role: Role }): void;
}

function CreateDialog({ isOpen, isPending, error, onClose, onCreate }: CreateDialogProps) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("read");
  const nameError = fieldErrorOf(error, "name") && text("Enter a name of 1 to 100 characters.");
  const submit = () => onCreate({ name, role });
  return (
    <FormDialog
      title={text("Create an API key")}
      isOpen={isOpen}
      onClose={onClose}
      submitLabel={text("Create key")}
      isPending={isPending}
      problem={error && !nameError ? <ErrorMessage error={error} /> : null}
      onSubmit={submit}
    >
      <TextField
        label={text("Name")}
        hint={text("What the key is for, such as Newsletter.")}
        autoFocus
        autoComplete="off"
        value={name}
        onChange={setName}
        error={nameError}
      />
      <RadioChoice<Role> label={text("Role")} options={roles} value={role} onChange={setRole} />
    </FormDialog>
  );
}

export { ApiKeysPage as Component };
