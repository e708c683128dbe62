import type { DataCollection } from "@porchlight/client/data";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { RadioChoice } from "../ui/choices.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { fieldErrorOf } from "../ui/errors/error-text.ts";
import { TextField } from "../ui/fields.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { collectionTemplates } from "./collection-templates.ts";
import { toKey } from "./field-types.ts";
import { collectionPath, nameOf } from "./use-collections.ts";

const maxName = 100;

/** Props of {@link CreateDialog}. */
export interface CreateDialogProps {
  /** The collection to duplicate. */
  source: DataCollection | undefined;
  /** The ids in use. */
  taken: readonly string[];
  onClose(): void;
}

/**
 * Creates a collection, which only editors and owners can read until its owner opens it, or duplicates the fields, the
 * access and the indexes of one.
 */
export function CreateDialog({ source, taken, onClose }: CreateDialogProps) {
  const { collections, dataIndexes, dataPermissions } = useConsole().clients.site;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [name, setName] = useState(source ? text("{name} (copy)", { name: nameOf(source) }).slice(0, maxName) : "");
  const [templateId, setTemplateId] = useState(collectionTemplates[0]!.id);
  const [nameError, setNameError] = useState<string>();
  const create = useMutation({
    async mutationFn() {
      const named = { _id: toKey(name, taken), displayName: name.trim() };
      if (source) return duplicate(source, named);
      return collections.createDataCollection({
        ...collectionTemplates.find(({ id }) => id === templateId)!.definition,
        ...named,
        permissions: { read: "ADMIN", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" },
      });
    },
    onSuccess: async ({ _id }) => {
      await queries.invalidateQueries({ queryKey: ["collections"] });
      onClose();
      await navigate(`${collectionPath(_id)}/fields`);
    },
  });
  /** The role of `permissions` is coarser than the level, which is set afterwards. */
  async function duplicate(original: DataCollection, named: { _id: string; displayName: string }) {
    const { fields, displayField, defaultDisplayOrder, plugins, strict, view, permissions } = original;
    const [{ dataPermissions: levels }, indexes] = await Promise.all([
      dataPermissions.getPermissions(original._id),
      dataIndexes.listIndexes(original._id),
    ]);
    const copy = await collections.createDataCollection({
      ...named,
      fields: fields.filter(({ systemField, typeMetadata }) => !systemField && !typeMetadata?.multiReference?.mirror),
      ...(displayField != null && { displayField }),
      ...(defaultDisplayOrder && { defaultDisplayOrder }),
      ...(view && { view }),
      plugins,
      strict,
      permissions,
    });
    const { itemRead, itemInsert, itemUpdate, itemRemove } = levels;
    await dataPermissions.updatePermissions(copy._id, { itemRead, itemInsert, itemUpdate, itemRemove });
    for (const { name: indexName, fields: paths } of indexes)
      await dataIndexes.createIndex(copy._id, { name: indexName, fields: paths });
    return copy;
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim()) create.mutate();
    else setNameError(text("Enter a name"));
  }
  return (
    <Dialog
      title={source ? text("Duplicate {name}", { name: nameOf(source) }) : text("New collection")}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {create.isError && <ErrorMessage error={create.error} />}
        <TextField
          label={text("Name")}
          value={name}
          onChange={(value) => {
            setName(value);
            if (value.trim()) setNameError(undefined);
          }}
          autoFocus
          maxLength={maxName}
          error={nameError ?? fieldErrorOf(create.error, "displayName")}
        />
        {source ? (
          <p className="text-muted">{text("Fields, access and indexes are copied. Items and hooks are not.")}</p>
        ) : (
          <RadioChoice
            label={text("Start with")}
            options={collectionTemplates.map(({ id, name: label, hint }) => ({ id, label, hint }))}
            value={templateId}
            onChange={setTemplateId}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{text("Cancel")}</Button>
          <Button kind="primary" type="submit" isPending={create.isPending}>
            {text("Create collection")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
