import type { CollectionField, DataCollection } from "@porchlight/client/data";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Switch } from "react-aria-components";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { FieldDialog } from "./field-dialog.tsx";
import { typeName } from "./field-types.ts";
import { useCollection } from "./use-collections.ts";

/** The fields of a collection: their order, and what each accepts. */
function FieldsPage() {
  const collection = useCollection();
  const { collections } = useConsole().clients.site;
  const queries = useQueryClient();
  const [edited, setEdited] = useState<CollectionField | "new">();
  const fields = collection.fields.filter(({ systemField }) => !systemField);
  const id = collection._id;
  const onSettled = () => queries.invalidateQueries({ queryKey: ["collections"] });
  const patch = useMutation({
    mutationFn: (changes: Parameters<typeof collections.patchDataCollection>[1]) =>
      collections.patchDataCollection(id, { ...changes, revision: collection.revision }),
    onSettled,
  });
  /** Inserts a removed field where it was. Others may have changed the collection since. */
  const restore = useMutation({
    async mutationFn({ field, before }: { field: CollectionField; before: DataCollection }) {
      const current = await collections.getDataCollection(id);
      const others = current.fields.filter(({ systemField }) => !systemField);
      const wasTitle = before.displayField === field.key;
      await collections.patchDataCollection(id, {
        fields: insertField(others, field, before.fields),
        ...(wasTitle && !current.displayField && { displayField: field.key }),
        revision: current.revision,
      });
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ key }: CollectionField) => collections.deleteDataCollectionField(id, { fieldKey: key }),
    onSettled,
    onSuccess: (_nothing, field) =>
      showToast(text("The field was removed. Items keep their values."), {
        undo: () => restore.mutate({ field, before: collection }),
      }),
  });
  function move(index: number, offset: number) {
    const moved = fields.toSpliced(index, 1).toSpliced(index + offset, 0, fields[index]!);
    patch.mutate({ fields: moved });
  }
  const failed = [patch, remove, restore].find(({ isError }) => isError);
  const isPending = patch.isPending || remove.isPending || restore.isPending;
  return (
    <>
      <Section
        title={text("Fields")}
        actions={
          <Button kind="primary" onPress={() => setEdited("new")}>
            <Plus aria-hidden size={16} />
            {text("Add a field")}
          </Button>
        }
      >
        {failed && <ErrorMessage error={failed.error} />}
        {fields.length === 0 && <p className="text-muted">{text("There are no fields yet.")}</p>}
        <ol className="grid empty:hidden">
          {fields.map((field, index) => (
            <li key={field.key} className="flex flex-wrap items-center gap-x-3 border-line py-3 not-first:border-t">
              <div className="grid min-w-0 grow basis-48 gap-1">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <span className="min-w-0 truncate">{field.displayName || field.key}</span>
                  {collection.displayField === field.key && <Badge tone="success">{text("Title of the item")}</Badge>}
                  {field.required && <Badge>{text("Required")}</Badge>}
                  {field.unique && <Badge>{text("Unique")}</Badge>}
                  {field.hidden && <Badge tone="warning">{text("Hidden")}</Badge>}
                </p>
                <p className="truncate text-muted">
                  {typeName(field.type)} · <code>{field.key}</code>
                </p>
              </div>
              <span className="flex">
                <Button
                  kind="quiet"
                  aria-label={text("Move {name} up", { name: field.displayName || field.key })}
                  isDisabled={index === 0 || isPending}
                  onPress={() => move(index, -1)}
                >
                  <ChevronUp aria-hidden size={16} />
                </Button>
                <Button
                  kind="quiet"
                  aria-label={text("Move {name} down", { name: field.displayName || field.key })}
                  isDisabled={index === fields.length - 1 || isPending}
                  onPress={() => move(index, 1)}
                >
                  <ChevronDown aria-hidden size={16} />
                </Button>
                <Button
                  kind="quiet"
                  aria-label={text("Edit {name}", { name: field.displayName || field.key })}
                  onPress={() => setEdited(field)}
                >
                  <Pencil aria-hidden size={16} />
                </Button>
                <Button
                  kind="quiet"
                  aria-label={text("Remove {name}", { name: field.displayName || field.key })}
                  isDisabled={isPending}
                  onPress={() => remove.mutate(field)}
                >
                  <Trash2 aria-hidden size={16} />
                </Button>
              </span>
            </li>
          ))}
        </ol>
      </Section>
      <Section title={text("Checks")}>
        <Switch
          isSelected={collection.strict}
          isDisabled={isPending}
          onChange={(strict) => patch.mutate({ strict })}
          className="group flex cursor-pointer items-center gap-3"
        >
          <span className="flex h-6 w-10 shrink-0 items-center rounded-full bg-line-strong p-1 group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[selected]:bg-accent">
            <span className="size-4 rounded-full bg-surface group-data-[selected]:translate-x-4 rtl:group-data-[selected]:-translate-x-4" />
          </span>
          <span className="grid">
            <span className="font-medium">{text("Reject invalid items")}</span>
            <span className="text-muted">
              {text("Otherwise programs may store other values and fields. Existing items stay as they are.")}
            </span>
          </span>
        </Switch>
      </Section>
      <PageSettings
        collection={collection}
        isPending={isPending}
        onSave={(singularName) => patch.mutate({ view: { ...collection.view, singularName } })}
      />
      {edited !== undefined && (
        <FieldDialog
          collection={collection}
          field={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface PageSettingsProps {
  collection: DataCollection;
  isPending: boolean;
  onSave(singularName: string): void;
}

/** How the collection's page on the site names one item. */
function PageSettings({ collection, isPending, onSave }: PageSettingsProps) {
  const stored = collection.view?.singularName ?? "";
  const [name, setName] = useState(stored);
  return (
    <Section title={text("Page on the site")}>
      <form
        className="flex max-w-md flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(name.trim());
        }}
      >
        <div className="min-w-0 grow">
          <TextField
            label={text("Singular name")}
            hint={text("Names one item, as in “Add a recipe”.")}
            value={name}
            onChange={setName}
            maxLength={60}
          />
        </div>
        <Button type="submit" isDisabled={name.trim() === stored} isPending={isPending}>
          {text("Save")}
        </Button>
      </form>
    </Section>
  );
}

/** Inserts a field after the nearest field that preceded it and still exists. */
function insertField(
  fields: readonly CollectionField[],
  field: CollectionField,
  before: readonly CollectionField[],
): CollectionField[] {
  const others = fields.filter(({ key }) => key !== field.key);
  const preceding = before
    .slice(
      0,
      before.findIndex(({ key }) => key === field.key),
    )
    .map(({ key }) => key);
  const place = others.findLastIndex(({ key }) => preceding.includes(key)) + 1;
  return others.toSpliced(place, 0, field);
}

export { FieldsPage as Component };
