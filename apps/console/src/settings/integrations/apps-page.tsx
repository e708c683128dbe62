import type { OAuthApp } from "@porchlight/client/site";
import { useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Toggle } from "../../ui/choices.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { ConfirmIdentity } from "../../ui/dialogs/confirm-identity.tsx";
import { TypedConfirmation } from "../../ui/dialogs/typed-confirmation.tsx";
import { Page } from "../../ui/page.tsx";
import { LabeledDate, ListRow, QueryList } from "../../ui/query-list.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { AppDialog, type AppInput } from "./app-dialog.tsx";

/** The front ends that may sign members in. */
function AppsPage() {
  const { apps } = useConsole().clients.site;
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const [edited, setEdited] = useState<OAuthApp | "new">();
  const [deleted, setDeleted] = useState<OAuthApp>();
  const list = useQuery({ queryKey: ["apps"], queryFn: ({ signal }) => apps.listApps({ signal }) });
  const refresh = () => cache.invalidateQueries({ queryKey: ["apps"] });
  const save = useMutation({
    mutationFn: (input: AppInput) =>
      reauthentication.run(async () => {
        if (edited === "new") await apps.createApp(input);
        else if (edited) await apps.updateApp(edited._id, input);
      }),
    onSuccess: () => {
      setEdited(undefined);
      showToast(text("App saved"));
      void refresh();
    },
  });
  const disable = useMutation({
    mutationFn: ({ app: { _id }, isDisabled }: { app: OAuthApp; isDisabled: boolean }) =>
      reauthentication.run(() => apps.setAppDisabled(_id, isDisabled)),
    onSuccess: (_nothing, { app, isDisabled }) => {
      if (isDisabled) showToast(text("App disabled"), { undo: () => disable.mutate({ app, isDisabled: false }) });
      else showToast(text("App enabled"));
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ _id }: OAuthApp) => reauthentication.run(() => apps.deleteApp(_id)),
    onSuccess: () => {
      setDeleted(undefined);
      showToast(text("App deleted"));
      void refresh();
    },
  });
  const isCovered = reauthentication.prompt !== undefined;
  return (
    <Page
      title={text("Apps")}
      back={{ to: "/settings", name: text("Settings") }}
      actions={
        <Button kind="primary" onPress={() => setEdited("new")}>
          <Plus aria-hidden size={16} />
          {text("Register app")}
        </Button>
      }
    >
      <p className="max-w-2xl text-muted">
        {text("Your front end needs a client ID to sign members in. Apps use PKCE, so there is no secret to store.")}
      </p>
      {disable.isError && <ErrorMessage error={disable.error} />}
      <QueryList query={list} items={list.data} empty={<p>{text("There are no apps.")}</p>}>
        {(app) => (
          <ListRow
            key={app._id}
            actions={
              !app.isBuiltIn && (
                <>
                  <Toggle isOn={!app.isDisabled} onChange={(isOn) => disable.mutate({ app, isDisabled: !isOn })}>
                    <span className="sr-only">{text("{name} may sign members in", { name: app.name })}</span>
                  </Toggle>
                  <Button
                    kind="quiet"
                    aria-label={text("Edit {name}", { name: app.name })}
                    onPress={() => setEdited(app)}
                  >
                    {text("Edit")}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={text("Delete {name}", { name: app.name })}
                    onPress={() => setDeleted(app)}
                  >
                    {text("Delete")}
                  </Button>
                </>
              )
            }
          >
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {app.name}
              {app.isBuiltIn && <Badge>{text("Member site")}</Badge>}
              {app.isDisabled && <Badge tone="warning">{text("Disabled")}</Badge>}
            </p>
            <CopyText label={text("Copy the client ID of {name}", { name: app.name })} value={app._id} />
            {app.isDisabled && (
              <p className="text-muted">
                {text(
                  "This app cannot sign anyone in, and its tokens are rejected. Nothing is lost when you enable it.",
                )}
              </p>
            )}
            <p className="text-muted">{[...app.redirectUris, ...app.origins].join(", ")}</p>
            <p className="text-muted">
              <LabeledDate label={text("Created")} date={app._createdDate} />
            </p>
            <details>
              <summary className="cursor-pointer py-2 text-accent">{text("Show code")}</summary>
              <CopyText label={text("Copy the code")} value={snippetOf(app)} />
            </details>
          </ListRow>
        )}
      </QueryList>
      <AppDialog
        key={edited === "new" ? "new" : (edited?._id ?? "none")}
        app={edited === "new" ? undefined : edited}
        isOpen={edited !== undefined && !isCovered}
        isPending={save.isPending}
        error={save.error}
        onClose={() => {
          setEdited(undefined);
          save.reset();
        }}
        onSave={(input) => save.mutate(input)}
      />
      <TypedConfirmation
        title={text("Delete this app?")}
        name={deleted?.name ?? ""}
        isOpen={deleted !== undefined && !isCovered}
        isPending={remove.isPending}
        error={remove.error}
        confirmLabel={text("Delete")}
        onClose={() => {
          setDeleted(undefined);
          remove.reset();
        }}
        onConfirm={() => deleted && remove.mutate(deleted)}
      >
        {text(
          "Members who signed in with this app are signed out, and its webhooks are deleted. This cannot be undone.",
        )}
      </TypedConfirmation>
      <ConfirmIdentity reauthentication={reauthentication} />
    </Page>
  );
}

const snippetOf = ({ _id, redirectUris: [redirectUri = `${location.origin}/callback`] }: OAuthApp) =>
  `import { createClient, OAuthStrategy } from "@porchlight/client";

const client = createClient({
  host: "${location.origin}",
  auth: OAuthStrategy({ clientId: "${_id}" }),
});
const oauthData = await client.auth.generateOAuthData("${redirectUri}");
const { authUrl } = await client.auth.getAuthUrl(oauthData);`;

export { AppsPage as Component };
