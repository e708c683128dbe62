import { setEditorLanguage } from "@porchlight/editor/simple";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useConsole } from "../../context.ts";
import { mailNames } from "../../settings/mail-names.ts";
import { NotFoundPage } from "../../shell/error-page.tsx";
import { language as consoleLanguage, text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { MailEditor } from "./mail-editor.tsx";

await setEditorLanguage(consoleLanguage);

/** Edits an email in one language. */
function MailEditorPage() {
  const { kind = "", language = "" } = useParams();
  const { mailTemplates } = useConsole().clients.site;
  const list = useQuery({
    queryKey: ["mail-templates"],
    queryFn: ({ signal }) => mailTemplates.listMailTemplates({ signal }),
  });
  const existingKind = list.data?.templates.find((template) => template.kind === kind)?.kind;
  const existingLanguage = list.data?.languages.find((one) => one === language);
  const template = useQuery({
    queryKey: ["mail-templates", kind, language],
    queryFn: ({ signal }) =>
      mailTemplates.getMailTemplate({ kind: existingKind!, language: existingLanguage! }, { signal }),
    enabled: existingKind !== undefined && existingLanguage !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (list.data && !(existingKind && existingLanguage)) return <NotFoundPage />;
  const error = list.error ?? template.error;
  if (list.data && template.data)
    return <MailEditor key={`${kind}${language}`} list={list.data} initial={template.data} />;
  return (
    <Page
      title={existingKind ? mailNames[existingKind].name : text("Emails")}
      back={{ to: "/site/mail", name: text("Emails") }}
    >
      {error ? (
        <div className="grid justify-items-start gap-3">
          <ErrorMessage error={error} />
          <Button onPress={() => void (list.error ? list : template).refetch()}>{text("Try again")}</Button>
        </div>
      ) : (
        <p className="text-muted">{text("Loading…")}</p>
      )}
    </Page>
  );
}

export { MailEditorPage as Component };
