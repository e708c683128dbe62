import type { Form as FormDefinition, FormSubmission } from "@porchlight/client/forms";
import { loadFormTexts } from "@porchlight/contract/texts/load";
import { Form, PorchlightProvider } from "@porchlight/react";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { useConsole } from "../../context.ts";
import { language, text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { FilterTabs } from "../../ui/list.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { type BuilderState, toFormInput } from "./builder-state.ts";
import { documentOf } from "./field-options.ts";

const messages = await loadFormTexts(language);

/** Props of {@link PreviewTab}. */
export interface PreviewTabProps {
  /** The published form. */
  form: FormDefinition;
  state: BuilderState;
}

/** The form as visitors see it after publishing, at the width of a phone or a desktop. It sends nothing. */
function PreviewTab({ form, state }: PreviewTabProps) {
  const { clients, settings } = useConsole();
  const { filters, setFilter } = useFilters(["width"]);
  const [attempt, setAttempt] = useState(0);
  const definition = useMemo(() => toPreview(form, state), [form, state]);
  const [client] = useState(() => createPreviewClient(clients.account));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs
          label={text("Width of the preview")}
          tabs={[
            { value: "", name: text("Mobile") },
            { value: "960", name: text("Desktop") },
          ]}
          value={filters.width}
          onChange={(value) => setFilter("width", value)}
        />
        <Button onPress={() => setAttempt((before) => before + 1)}>
          <RotateCcw aria-hidden size={16} />
          {text("Start over")}
        </Button>
      </div>
      <p className="text-muted">{text("Try the form: the preview sends and stores nothing.")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section aria-label={text("Preview")} tabIndex={0} className="overflow-x-auto">
        <Frame title={text("Preview of the form")} width={filters.width === "960" ? 960 : 360}>
          <PorchlightProvider
            client={client}
            siteName={settings.siteName}
            timeZone={settings.timeZone}
            {...{ language, messages }}
          >
            <main
              aria-label={definition.name ?? text("Preview of the form")}
              className="mx-auto grid max-w-2xl gap-4 p-4 text-base leading-6"
            >
              <h1 className="text-2xl leading-8 font-semibold">{definition.name}</h1>
              <Form key={`${attempt} ${filters.width}`} formId={definition._id} form={definition} signInHref="#" />
            </main>
          </PorchlightProvider>
        </Frame>
      </section>
    </div>
  );
}

export default PreviewTab;

/** The definition with an id of its own, so that typed answers are not those of the site's page. It is always open. */
function toPreview(form: FormDefinition, state: BuilderState): FormDefinition {
  const { limitationRule: _, submitSettings = {}, ...input } = toFormInput(state);
  const { submitSuccessAction, redirectOptions } = submitSettings;
  const url = redirectOptions?.redirectUrl ?? "";
  const afterwards =
    submitSuccessAction === "REDIRECT"
      ? {
          submitSuccessAction: "THANK_YOU_MESSAGE" as const,
          thankYouMessageOptions: { richContent: documentOf(text("Visitors go to {url} now.", { url })) },
        }
      : submitSettings;
  const { limitationRule: _limits, ...published } = form;
  return {
    ...published,
    ...input,
    _id: `preview-${form._id}`,
    enabled: true,
    submitSettings: afterwards,
  } as FormDefinition;
}

type Account = ReturnType<typeof useConsole>["clients"]["account"];

/** A client that stores submissions and files nowhere. */
function createPreviewClient(account: Account) {
  const submission = (formId: string, submissions: Record<string, unknown>) =>
    ({ _id: "preview", formId, status: "CONFIRMED", submissions, submitter: {} }) as unknown as FormSubmission;
  return {
    ...account,
    forms: { getForm: () => new Promise<FormDefinition>(() => undefined) },
    submissions: {
      createSubmission: async ({ formId, submissions }: { formId: string; submissions: Record<string, unknown> }) =>
        submission(formId, submissions),
      getSubmission: async () => submission("preview", {}),
      uploadFile: async (_formId: string, file: File) => ({
        fileId: "preview",
        displayName: file.name,
        fileType: file.type,
      }),
      querySubmission: async () => ({ submissions: [], metadata: { count: 0, cursors: {}, hasNext: false } }),
    },
  };
}

/** Shows its children in a page of this width, so that their styles for phones and desktops apply. */
function Frame({ title, width, children }: { title: string; width: number; children: ReactNode }) {
  const [body, setBody] = useState<HTMLElement>();
  return (
    <iframe
      title={title}
      srcDoc={`<!doctype html><html lang="${language}"><head></head><body></body></html>`}
      style={{ width }}
      className="mx-auto box-content block h-[75dvh] max-sm:box-border max-sm:w-full! rounded-xl border border-line bg-bg"
      onLoad={({ currentTarget: { contentDocument: inner } }) => {
        if (!inner) return;
        for (const sheet of document.querySelectorAll("link[rel=stylesheet], style"))
          inner.head.append(sheet.cloneNode(true));
        setBody(inner.body);
      }}
    >
      {body && createPortal(children, body)}
    </iframe>
  );
}
