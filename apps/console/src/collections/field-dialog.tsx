import type { CollectionField, DataCollection, FieldType } from "@porchlight/client/data";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { CheckboxChoices } from "../ui/choices.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { fieldTypes, toKey, typeName } from "./field-types.ts";
import { nameOf, useCollections } from "./use-collections.ts";

/** Props of {@link FieldDialog}. */
export interface FieldDialogProps {
  collection: DataCollection;
  /** Absent for a new field. */
  field: CollectionField | undefined;
  onClose(): void;
}

const rules = [
  { id: "title", label: text("Title of the item"), hint: text("Shown as the name of the item in lists and links.") },
  { id: "required", label: text("Required"), hint: text("Forms require a value.") },
  { id: "unique", label: text("Unique"), hint: text("Two items cannot have the same value. At most three fields.") },
  { id: "immutable", label: text("Cannot be changed"), hint: text("Can only be set when the item is added.") },
  { id: "readOnly", label: text("Read-only"), hint: text("Only owners and hooks can set it.") },
  { id: "hidden", label: text("Hidden"), hint: text("Visitors and members never see it.") },
] as const;
type Rule = (typeof rules)[number]["id"];

const numberTypes: readonly FieldType[] = ["NUMBER"];
const textTypes: readonly FieldType[] = ["TEXT", "URL", "EMAIL", "SLUG"];
const listTypes: readonly FieldType[] = ["ARRAY_STRING", "MEDIA_GALLERY", "ARRAY", "MULTI_REFERENCE"];

/** Adds a field to a collection, or changes one. */
export function FieldDialog({ collection, field, onClose }: FieldDialogProps) {
  const { collections } = useConsole().clients.site;
  const queries = useQueryClient();
  const all = useCollections();
  const isNew = field === undefined;
  const [name, setName] = useState(field?.displayName ?? field?.key ?? "");
  const [key, setKey] = useState(field?.key);
  const [type, setType] = useState<FieldType>(field?.type ?? "TEXT");
  const [target, setTarget] = useState(
    field?.typeMetadata?.reference?.referencedCollectionId ??
      field?.typeMetadata?.multiReference?.referencedCollectionId ??
      "",
  );
  const [help, setHelp] = useState(field?.description ?? "");
  const [flags, setFlags] = useState<readonly Rule[]>(
    rules
      .map(({ id }) => id)
      .filter((id) => (id === "title" ? !isNew && collection.displayField === field.key : field?.[id])),
  );
  const [range, setRange] = useState(readRange(field));
  const [problem, setProblem] = useState<string>();
  const derived = toKey(
    name,
    collection.fields.map((other) => other.key),
  );
  const usedKey = key ?? derived.charAt(0).toLowerCase() + derived.slice(1);
  const isReference = type === "REFERENCE" || type === "MULTI_REFERENCE";
  const rangeKind = numberTypes.includes(type)
    ? "number"
    : textTypes.includes(type)
      ? "text"
      : listTypes.includes(type)
        ? "list"
        : undefined;
  const types = fieldTypes.some(({ id }) => id === type)
    ? fieldTypes
    : [...fieldTypes, { id: type, label: typeName(type), hint: "" }];

  const save = useMutation({
    async mutationFn() {
      const { typeMetadata: before, numberRange: _n, stringLengthRange: _s, arraySizeRange: _a, ...rest } = field ?? {};
      const changed: CollectionField = {
        ...(rest as CollectionField),
        key: usedKey,
        displayName: name.trim(),
        type,
        description: help,
        ...Object.fromEntries(rules.flatMap(({ id }) => (id === "title" ? [] : [[id, flags.includes(id)]]))),
        ...(rangeKind && toRange(rangeKind, range)),
        ...(type === "REFERENCE" && { typeMetadata: { reference: { referencedCollectionId: target } } }),
        ...(type === "MULTI_REFERENCE" && {
          typeMetadata: { multiReference: { ...before?.multiReference, referencedCollectionId: target } },
        }),
      };
      const fields = collection.fields.filter(({ systemField }) => !systemField);
      const isTitle = flags.includes("title");
      const wasTitle = collection.displayField === usedKey;
      // One write with the revision, so that changes of another person are not lost.
      await collections.patchDataCollection(collection._id, {
        revision: collection.revision,
        fields: isNew ? [...fields, changed] : fields.map((other) => (other.key === usedKey ? changed : other)),
        ...(isTitle !== wasTitle && { displayField: isTitle ? usedKey : null }),
      });
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ["collections"] }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = !name.trim()
      ? text("Enter a name")
      : isReference && !target
        ? text("Choose a collection")
        : isNew && collection.fields.some((other) => other.key === usedKey)
          ? text("There is already a field {key}", { key: usedKey })
          : !/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(usedKey)
            ? text("Start the key with a letter; use letters, numbers and underscores")
            : isInverted(range)
              ? text("The minimum is above the maximum")
              : undefined;
    setProblem(found);
    if (!found) save.mutate();
  }

  return (
    <Dialog
      title={isNew ? text("Add a field") : text("Edit {name}", { name: field.displayName || field.key })}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        {problem !== undefined && <ErrorMessage error={problem} />}
        {save.isError && <ErrorMessage error={save.error} />}
        <TextField label={text("Name")} value={name} onChange={setName} autoFocus maxLength={1000} />
        <TextField
          label={text("Key")}
          hint={text("The name of the field for programs. It cannot be changed later.")}
          value={usedKey}
          onChange={setKey}
          isReadOnly={!isNew}
          maxLength={64}
        />
        <Select<FieldType> label={text("Type")} value={type} options={types} onChange={setType} />
        {!isNew && type !== field.type && <TypeChange collection={collection} field={field} />}
        {isReference && (
          <Select
            label={text("Collection")}
            value={target}
            options={[
              { id: "", label: text("Choose a collection") },
              ...(all.data ?? []).map((other) => ({ id: other._id, label: nameOf(other) })),
            ]}
            onChange={setTarget}
          />
        )}
        <TextArea
          label={text("Help text (optional)")}
          hint={text("Shown next to the field in forms.")}
          value={help}
          onChange={setHelp}
        />
        {rangeKind && (
          <div className="grid grid-cols-2 gap-4">
            <TextField
              label={rangeLabels[rangeKind].min}
              type="number"
              value={range.min}
              onChange={(min) => setRange({ ...range, min })}
            />
            <TextField
              label={rangeLabels[rangeKind].max}
              type="number"
              value={range.max}
              onChange={(max) => setRange({ ...range, max })}
            />
          </div>
        )}
        <CheckboxChoices label={text("Rules")} options={rules} value={flags} onChange={setFlags} />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{text("Cancel")}</Button>
          <Button kind="primary" type="submit" isPending={save.isPending}>
            {isNew ? text("Add field") : text("Save field")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** How many items have a value that another type would concern. */
function TypeChange({ collection, field }: { collection: DataCollection; field: CollectionField }) {
  const { items } = useConsole().clients.site;
  const used = useQuery({
    queryKey: ["items", "with-value", collection._id, field.key],
    queryFn: () => items.query(collection._id).isNotEmpty(field.key).count(),
  });
  if (!used.data) return null;
  return (
    <p role="status" className="rounded-md bg-warning-soft p-3 text-warning">
      {text(
        "{n, plural, one {# item has} other {# items have}} a value in this field. Values of the previous type stay, and forms ask to correct them.",
        { n: used.data },
      )}
    </p>
  );
}

type RangeKind = "number" | "text" | "list";
interface TypedRange {
  min: string;
  max: string;
}

const rangeLabels: Record<RangeKind, TypedRange> = {
  number: { min: text("Minimum (optional)"), max: text("Maximum (optional)") },
  text: { min: text("Minimum length (optional)"), max: text("Maximum length (optional)") },
  list: { min: text("Minimum number of entries (optional)"), max: text("Maximum number of entries (optional)") },
};

function readRange(field: CollectionField | undefined): TypedRange {
  const { numberRange, stringLengthRange, arraySizeRange } = field ?? {};
  const typed = (limit: number | null | undefined) => (limit == null ? "" : String(limit));
  return {
    min: typed(numberRange?.gte ?? numberRange?.min ?? stringLengthRange?.minLength ?? arraySizeRange?.minSize),
    max: typed(numberRange?.lte ?? numberRange?.max ?? stringLengthRange?.maxLength ?? arraySizeRange?.maxSize),
  };
}

const toLimit = (typed: string): number | null => (typed.trim() === "" ? null : Number(typed));

const isInverted = ({ min, max }: TypedRange): boolean =>
  toLimit(min) !== null && toLimit(max) !== null && toLimit(min)! > toLimit(max)!;

function toRange(kind: RangeKind, { min, max }: TypedRange): Partial<CollectionField> {
  const [from, to] = [toLimit(min), toLimit(max)];
  if (from === null && to === null) return {};
  if (kind === "number") return { numberRange: { gte: from, lte: to } };
  if (kind === "text") return { stringLengthRange: { minLength: from, maxLength: to } };
  return { arraySizeRange: { minSize: from, maxSize: to } };
}
