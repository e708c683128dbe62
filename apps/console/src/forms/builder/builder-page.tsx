import { isPorchlightError } from "@porchlight/client";
import type { Form, FormDraft } from "@porchlight/client/forms";
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useParams } from "react-router";
import { useConsole } from "../../context.ts";
import { SaveStateText } from "../../editor/save-state.tsx";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FilterTabs } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { formName } from "../use-forms.ts";
import { FieldsTab } from "./fields-tab.tsx";
import { findProblems } from "./find-problems.ts";
import { RulesTab } from "./rules-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { useFormDraft } from "./use-form-draft.ts";

const PreviewTab = lazy(() => import("./preview-tab.tsx"));
const back = { to: "/forms", name: text("Forms") };

/** Builds a form: fields, pages, rules, settings, and a preview. */
function BuilderPage() {
  const { id = "" } = useParams();
  const { forms } = useConsole().clients.site;
  const loaded = useQuery({
    queryKey: ["forms", "builder", id],
    queryFn: async ({ signal }) => {
      const [form, { draft }] = await Promise.all([forms.getForm(id, {}, { signal }), forms.getDraft(id, { signal })]);
      return { form, draft };
    },
    // The builder has the latest definition: a reload would replace what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [version, setVersion] = useState(0);
  if (!loaded.data)
    return loaded.isError ? (
      <Page title={text("Form")} back={back}>
        <ErrorMessage error={loaded.error} />
        <div>
          <Button onPress={() => void loaded.refetch()}>{text("Try again")}</Button>
        </div>
      </Page>
    ) : null;
  return (
    <Builder
      key={version}
      {...loaded.data}
      onReload={async () => {
        await loaded.refetch({ throwOnError: true });
        setVersion((before) => before + 1);
      }}
    />
  );
}

const tabs = [
  { value: "", name: text("Fields") },
  { value: "rules", name: text("Rules") },
  { value: "settings", name: text("Settings") },
  { value: "preview", name: text("Preview") },
];

function Builder({
  form: loaded,
  draft,
  onReload,
}: {
  form: Form;
  draft: FormDraft | undefined;
  onReload(): Promise<void>;
}) {
  const [form, setForm] = useState(loaded);
  const { filters, setFilter, setFilters } = useFilters(["tab", "field"]);
  // The address changes in a transition, during which text would go into the previous field.
  const [selectedId, setSelectedId] = useState(filters.field);
  function select(id: string) {
    setSelectedId(id);
    setFilters({ tab: "", field: id });
  }
  const edited = useFormDraft(form, draft);
  const { state, change } = edited;
  const problems = useMemo(() => findProblems(state), [state]);
  const [showsProblems, setShowsProblems] = useState(false);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [published, setPublished] = useState(false);
  const publish = useMutation({
    mutationFn: (overwrite: boolean) => edited.publish({ overwrite }),
    onSuccess(result) {
      setForm(result);
      setShowsProblems(false);
      setPublished(true);
    },
  });
  const discard = useMutation({
    async mutationFn(isShared: boolean) {
      await edited.discard({ isShared });
      await onReload();
    },
    onSuccess: (_, isShared) => isShared && showToast(text("The changes were discarded")),
  });
  const { status } = edited.saving;
  const isConflict = status === "conflict";
  const overwrite = useMutation({ mutationFn: edited.overwrite });
  const isOutdated = isPorchlightError(publish.error) && publish.error.code === "FORM_CHANGED";
  function tryToPublish() {
    setShowsProblems(problems.length > 0);
    if (problems.length === 0) publish.mutate(false);
  }
  return (
    <Page
      title={formName(state.settings)}
      back={back}
      actions={
        <>
          {edited.isChanged && (
            <Button onPress={() => setIsDiscarding(true)} isPending={discard.isPending}>
              {text("Discard changes")}
            </Button>
          )}
          <Button
            kind="primary"
            isPending={publish.isPending}
            isDisabled={!edited.isChanged || isConflict}
            onPress={tryToPublish}
          >
            {text("Publish")}
          </Button>
        </>
      }
    >
      <div className="-mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={edited.isChanged ? "warning" : "success"}>
          {edited.isChanged ? text("Unpublished changes") : text("Published")}
        </Badge>
        <SaveStateText state={edited.saving} newText="" onRetry={() => void edited.flush()} />
        <a href={`/forms/${form._id}`} target="_blank" rel="noopener" className="text-accent underline">
          {text("View on the site")}
        </a>
      </div>
      <FilterTabs
        label={text("Parts of the form")}
        tabs={tabs}
        value={filters.tab}
        onChange={(value) => setFilter("tab", value)}
      />
      {showsProblems && problems.length > 0 && (
        <div role="alert" className="grid gap-2 rounded-md bg-danger-soft p-3">
          <p className="font-medium text-danger">{text("Correct this before you publish the form")}</p>
          <ul className="grid gap-1">
            {problems.map((problem) => (
              <li key={`${problem.id} ${problem.text}`}>
                <button
                  type="button"
                  className="cursor-pointer text-start text-accent underline"
                  onClick={() => {
                    if (problem.tab === "fields") select(problem.id ?? "");
                    else setFilter("tab", problem.tab);
                  }}
                >
                  {problem.text}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {publish.isError && !isOutdated && <ErrorMessage error={publish.error} />}
      {filters.tab === "" && (
        <FieldsTab
          {...{ form, state, change }}
          problems={problems.filter(({ tab }) => tab === "fields")}
          selectedId={selectedId}
          onSelect={select}
        />
      )}
      {filters.tab === "rules" && <RulesTab {...{ state, change }} problems={problems} />}
      {filters.tab === "settings" && <SettingsTab {...{ state, change }} />}
      {filters.tab === "preview" && (
        <Suspense fallback={<p className="text-muted">{text("Loading…")}</p>}>
          <PreviewTab {...{ form, state }} />
        </Suspense>
      )}
      <Dialog title={text("Discard all changes?")} isOpen={isDiscarding} onClose={() => setIsDiscarding(false)}>
        <p>{text("The form stays as it is published. This cannot be undone.")}</p>
        {discard.isError && <ErrorMessage error={discard.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button autoFocus onPress={() => setIsDiscarding(false)}>
            {text("Continue editing")}
          </Button>
          <Button kind="danger" isPending={discard.isPending} onPress={() => discard.mutate(true)}>
            {text("Discard changes")}
          </Button>
        </div>
      </Dialog>
      <Dialog title={text("The published form has changed")} isOpen={isOutdated} onClose={() => publish.reset()}>
        <p>
          {text(
            "Someone has changed the published form since this draft was created. Publishing replaces their changes.",
          )}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={() => publish.reset()}>{text("Cancel")}</Button>
          <Button kind="danger" onPress={() => publish.mutate(true)}>
            {text("Publish mine")}
          </Button>
        </div>
      </Dialog>
      <Dialog title={text("Someone else saved this form")} isOpen={isConflict} onClose={() => undefined}>
        <p>{text("Saving your version replaces theirs.")}</p>
        {overwrite.isError && <ErrorMessage error={overwrite.error} />}
        {discard.isError && <ErrorMessage error={discard.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button isPending={discard.isPending} onPress={() => discard.mutate(false)}>
            {text("Discard mine and reload")}
          </Button>
          <Button kind="primary" isPending={overwrite.isPending} onPress={() => overwrite.mutate()}>
            {text("Save mine")}
          </Button>
        </div>
      </Dialog>
      <PublishedDialog form={form} isOpen={published} onClose={() => setPublished(false)} onOpened={setForm} />
    </Page>
  );
}

interface PublishedDialogProps {
  form: Form;
  isOpen: boolean;
  onClose(): void;
  onOpened(form: Form): void;
}

/** Where the published form is, and how to show it elsewhere. */
function PublishedDialog({ form, isOpen, onClose, onOpened }: PublishedDialogProps) {
  const { forms } = useConsole().clients.site;
  const open = useMutation({
    mutationFn: () => forms.updateForm(form._id, { revision: form.revision, enabled: true }),
    onSuccess: onOpened,
  });
  const url = new URL(`/forms/${form._id}`, location.href).href;
  return (
    <Dialog title={text("Published")} isOpen={isOpen} onClose={onClose}>
      {!form.enabled && (
        <div className="grid justify-items-start gap-2 rounded-md bg-warning-soft p-3">
          <p>{text("The form is closed: it accepts no submissions.")}</p>
          {open.isError && <ErrorMessage error={open.error} />}
          <Button isPending={open.isPending} onPress={() => open.mutate()}>
            {text("Open the form")}
          </Button>
        </div>
      )}
      <div className="grid gap-1">
        <p className="font-medium">{text("Link to the form")}</p>
        <CopyText label={text("Copy the link")} value={url} />
      </div>
      <div className="grid gap-1">
        <p className="font-medium">{text("In a page of your own, with React")}</p>
        <CopyText label={text("Copy the code")} value={`<Form formId="${form._id}" />`} />
      </div>
      <div className="flex justify-end">
        <Button kind="primary" onPress={onClose}>
          {text("Done")}
        </Button>
      </div>
    </Dialog>
  );
}

export { BuilderPage as Component };
