import type { Form } from "@porchlight/client/forms";
import { TimeText } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Inbox, Plus } from "lucide-react";
import { useState } from "react";
import { Switch } from "react-aria-components";
import { Link, useNavigate } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { RadioChoice } from "../ui/choices.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CopyAndDelete, SearchedList } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { useFilters } from "../ui/use-filters.ts";
import { formName, formsNamespace, useForms } from "./use-forms.ts";

/** The forms that one request counts. */
const maxCounted = 100;

/** All forms, with their submissions. */
function FormsPage() {
  const { forms, submissions } = useConsole().clients.site;
  const mayEdit = useStaffAccount().role !== "support";
  const queries = useQueryClient();
  const { filters, setFilter } = useFilters(["search"]);
  const [isCreating, setIsCreating] = useState(false);
  const list = useForms();
  const words = filters.search.toLocaleLowerCase();
  const shown = (list.data ?? []).filter((form) => formName(form).toLocaleLowerCase().includes(words));
  const ids = (list.data ?? []).map(({ _id }) => _id);
  const counts = useQuery({
    queryKey: ["submissions", "counts", ids],
    queryFn: async ({ signal }) => {
      const batches = Array.from({ length: Math.ceil(ids.length / maxCounted) }, (_, index) =>
        ids.slice(index * maxCounted, (index + 1) * maxCounted),
      );
      const counted = await Promise.all(
        batches.map((batch) => submissions.countSubmissions(batch, formsNamespace, {}, { signal })),
      );
      return new Map(
        counted.flatMap(({ formsSubmissionsCount }) => formsSubmissionsCount).map((count) => [count.formId, count]),
      );
    },
    enabled: ids.length > 0,
  });
  const drafts = useQuery({
    queryKey: ["forms", "drafts"],
    queryFn: ({ signal }) => forms.listDrafts({ signal }),
    enabled: mayEdit,
  });
  const draftIds = new Set(drafts.data?.drafts.map(({ formId }) => formId));
  const onSettled = () => queries.invalidateQueries({ queryKey: ["forms"] });
  const update = useMutation({
    mutationFn: ({ _id, revision, enabled }: Form) => forms.updateForm(_id, { revision, enabled: !enabled }),
    onSettled,
  });
  const copy = useMutation({
    mutationFn: (form: Form) =>
      forms.cloneForm(form._id, { name: text("Copy of {name}", { name: formName(form).slice(0, 150) }) }),
    onSettled,
  });
  const restore = useMutation({ mutationFn: (id: string) => forms.restoreFromTrashBin(id), onSettled });
  const remove = useMutation({
    mutationFn: (id: string) => forms.deleteForm(id),
    onSettled,
    onSuccess: (_, id) => showToast(text("The form was deleted"), { undo: () => restore.mutate(id) }),
  });
  const failed = [list, counts, drafts, update, copy, restore, remove].find(({ isError }) => isError);
  return (
    <Page
      title={text("Forms")}
      actions={
        <>
          <LinkButton to="/forms/inbox">
            <Inbox aria-hidden size={16} />
            {text("Inbox")}
          </LinkButton>
          {mayEdit && (
            <Button kind="primary" onPress={() => setIsCreating(true)}>
              <Plus aria-hidden size={16} />
              {text("New form")}
            </Button>
          )}
        </>
      }
    >
      <SearchedList
        label={text("Search forms")}
        search={filters.search}
        onSearch={(value) => setFilter("search", value)}
        problem={failed && <ErrorMessage error={failed.error} />}
        isLoaded={list.isSuccess}
        createButton={mayEdit && <Button onPress={() => setIsCreating(true)}>{text("New form")}</Button>}
        texts={{
          empty: text("Forms collect messages, bookings, and sign-ups. Start with a template."),
          noMatch: text("No forms match."),
          showAll: text("Show all forms"),
        }}
      >
        {shown.map((form) => {
          const { totalCount = 0, unseenCount = 0 } = counts.data?.get(form._id) ?? {};
          return (
            <li
              key={form._id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line p-4 not-first:border-t"
            >
              <div className="grid min-w-0 gap-1 max-sm:w-full sm:grow sm:basis-48">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <Link
                    to={mayEdit ? `/forms/${form._id}/build` : `/forms/inbox?form=${form._id}`}
                    className="min-w-0 truncate hover:text-accent hover:underline"
                  >
                    {formName(form)}
                  </Link>
                  {draftIds.has(form._id) && <Badge>{text("Unpublished changes")}</Badge>}
                  {unseenCount > 0 && <Badge tone="warning">{text("{n, number} unread", { n: unseenCount })}</Badge>}
                </p>
                <p className="text-muted">
                  <Link to={`/forms/inbox?form=${form._id}`} className="text-accent underline">
                    {text("{n, plural, one {# submission} other {# submissions}}", { n: totalCount })}
                  </Link>{" "}
                  · {text("Changed")} <TimeText value={form._updatedDate} /> ·{" "}
                  <a href={`/forms/${form._id}`} target="_blank" rel="noopener" className="text-accent underline">
                    {text("View on the site")}
                  </a>
                </p>
              </div>
              {mayEdit && (
                <>
                  <Switch
                    isSelected={form.enabled === true}
                    isDisabled={update.isPending}
                    onChange={() => update.mutate(form)}
                    aria-label={text("{name} accepts submissions", { name: formName(form) })}
                    className="group flex min-h-9 cursor-pointer items-center gap-2"
                  >
                    <span className="flex h-6 w-10 shrink-0 items-center rounded-full bg-line-strong p-1 group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[selected]:bg-accent">
                      <span className="size-4 rounded-full bg-surface group-data-[selected]:translate-x-4 rtl:group-data-[selected]:-translate-x-4" />
                    </span>
                    <span aria-hidden>{form.enabled ? text("Open") : text("Closed")}</span>
                  </Switch>
                  <CopyAndDelete
                    name={formName(form)}
                    isCopying={copy.isPending}
                    isDeleting={remove.isPending}
                    onCopy={() => copy.mutate(form)}
                    onDelete={() => remove.mutate(form._id)}
                  />
                </>
              )}
            </li>
          );
        })}
      </SearchedList>
      <CreateDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

/** An empty form, or a built-in template of the server. */
const templates = [
  { id: "empty", label: text("Empty form"), hint: text("Add the fields yourself.") },
  { id: "00000000-0000-4000-8000-0000000f0001", label: text("Contact"), hint: text("Name, email, message.") },
  { id: "00000000-0000-4000-8000-0000000f0002", label: text("Newsletter"), hint: text("Email and consent.") },
  { id: "00000000-0000-4000-8000-0000000f0004", label: text("Feedback"), hint: text("Rating and comment.") },
  {
    id: "00000000-0000-4000-8000-0000000f0003",
    label: text("Event registration"),
    hint: text("Name, email, number of people."),
  },
] as const;

function CreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { forms } = useConsole().clients.site;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [templateId, setTemplateId] = useState<(typeof templates)[number]["id"]>(templates[1].id);
  const create = useMutation({
    mutationFn: async () =>
      templateId === "empty"
        ? forms.createForm({ name: text("New form"), formFields: [], enabled: false })
        : (await forms.cloneFormFromTemplate(formsNamespace, { templateId })).form,
    onSuccess: ({ _id }) => navigate(`/forms/${_id}/build`),
    onSettled: () => queries.invalidateQueries({ queryKey: ["forms"] }),
  });
  return (
    <Dialog title={text("New form")} isOpen={isOpen} onClose={onClose}>
      {create.isError && <ErrorMessage error={create.error} />}
      <RadioChoice<(typeof templates)[number]["id"]>
        label={text("Start with")}
        options={templates}
        value={templateId}
        onChange={setTemplateId}
      />
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{text("Cancel")}</Button>
        <Button kind="primary" isPending={create.isPending} onPress={() => create.mutate()}>
          {text("Create form")}
        </Button>
      </div>
    </Dialog>
  );
}

export { FormsPage as Component };
