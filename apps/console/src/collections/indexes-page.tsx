import type { DataIndex, IndexField } from "@porchlight/client/data";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Select } from "../ui/fields.tsx";
import { ListRow, QueryList } from "../ui/query-list.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { useCollection } from "./use-collections.ts";

const states = {
  BUILDING: { name: text("In progress"), tone: "warning" },
  ACTIVE: { name: text("Active"), tone: "success" },
  FAILED: { name: text("Failed"), tone: "danger" },
  DROPPING: { name: text("Being deleted"), tone: "neutral" },
} as const;
const pollMs = 1_000;
const maxFields = 3;

/** The indexes of a collection, which make filters and sorting of many items fast. */
function IndexesPage() {
  const collection = useCollection();
  const { _id: id, fields } = collection;
  const { dataIndexes } = useConsole().clients.site;
  const queries = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const list = useQuery({
    queryKey: ["collections", "indexes", id],
    queryFn: ({ signal }) => dataIndexes.listIndexes(id, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === "BUILDING" || status === "DROPPING") ? pollMs : false,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ["collections", "indexes", id] });
  const restore = useMutation({
    async mutationFn({ name, fields: paths }: DataIndex) {
      // The name is free as soon as the deletion has ended.
      while ((await dataIndexes.listIndexes(id)).some((other) => other.name === name))
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      return dataIndexes.createIndex(id, { name, fields: paths });
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (index: DataIndex) => dataIndexes.dropIndex(id, index.name),
    onSuccess: (_nothing, index) => showToast(text("Index deleted"), { undo: () => restore.mutate(index) }),
    onSettled: refresh,
  });
  const max = collection.capabilities.indexLimits.regular;
  const count = list.data?.length ?? 0;
  const nameOfField = (path: string) => fields.find(({ key }) => key === path)?.displayName || path;
  const failed = [remove, restore].find(({ isError }) => isError);
  return (
    <Section
      title={text("Indexes")}
      actions={
        <Button kind="primary" isDisabled={count >= max} onPress={() => setIsAdding(true)}>
          <Plus aria-hidden size={16} />
          {text("Add an index")}
        </Button>
      }
    >
      <p className="max-w-prose text-muted">
        {text(
          "An index speeds up filtering and sorting by its fields. A collection with fewer than ten thousand items rarely needs one. Unique fields already have one.",
        )}
      </p>
      {failed && <ErrorMessage error={failed.error} />}
      <QueryList query={list} items={list.data} empty={<p>{text("There are no indexes yet.")}</p>}>
        {(index) => (
          <ListRow
            key={index.name}
            actions={
              <Button
                kind="quiet"
                aria-label={text("Delete the index {name}", { name: index.name })}
                isDisabled={index.status === "DROPPING"}
                onPress={() => remove.mutate(index)}
              >
                <Trash2 aria-hidden size={16} />
              </Button>
            }
          >
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {index.fields.map(({ path, order }) => `${nameOfField(path)} ${order === "DESC" ? "↓" : "↑"}`).join(", ")}
              <Badge tone={states[index.status].tone}>{states[index.status].name}</Badge>
            </p>
            <p className="text-muted">
              <code>{index.name}</code>
            </p>
            {index.failure && <ErrorMessage error={index.failure.message} />}
          </ListRow>
        )}
      </QueryList>
      <p className="text-muted">
        {text("{n, number} of {max, plural, one {# index} other {# indexes}}", { n: count, max })}
      </p>
      {isAdding && (
        <IndexDialog
          onClose={() => setIsAdding(false)}
          onAdd={async (paths) => {
            await dataIndexes.createIndex(id, { fields: paths });
            await refresh();
          }}
        />
      )}
    </Section>
  );
}

interface IndexDialogProps {
  onClose(): void;
  onAdd(fields: IndexField[]): Promise<void>;
}

function IndexDialog({ onClose, onAdd }: IndexDialogProps) {
  const { fields } = useCollection();
  const options = fields
    .filter(({ key, type }) => key !== "_id" && key !== "_owner" && type !== "MULTI_REFERENCE")
    .map(({ key, displayName }) => ({ id: key, label: displayName || key }));
  const [chosen, setChosen] = useState<readonly IndexField[]>([{ path: options[0]?.id ?? "", order: "ASC" }]);
  const add = useMutation({ mutationFn: () => onAdd([...chosen]), onSuccess: onClose });
  const change = (index: number, changed: Partial<IndexField>) =>
    setChosen(chosen.map((field, other) => (other === index ? { ...field, ...changed } : field)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const free = options.filter(({ id }) => !chosen.some(({ path }) => path === id));
  return (
    <Dialog title={text("Add an index")} isOpen onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        {add.isError && <ErrorMessage error={add.error} />}
        <p className="text-muted">
          {text("Start with the fields that queries compare with a value, and end with the field that they sort by.")}
        </p>
        {chosen.map(({ path, order }, index) => (
          <fieldset
            key={path}
            aria-label={text("Field {n}", { n: index + 1 })}
            className="grid grid-cols-[minmax(0,1fr)_8.5rem_auto] gap-2"
          >
            <Select
              label={text("Field")}
              hidesLabel
              value={path}
              options={options.filter(({ id }) => id === path || free.some((other) => other.id === id))}
              onChange={(key) => change(index, { path: key })}
            />
            <Select
              label={text("Order")}
              hidesLabel
              value={order ?? "ASC"}
              options={[
                { id: "ASC", label: text("Ascending") },
                { id: "DESC", label: text("Descending") },
              ]}
              onChange={(direction) => change(index, { order: direction })}
            />
            <Button
              kind="quiet"
              aria-label={text("Remove field {n}", { n: index + 1 })}
              isDisabled={chosen.length === 1}
              onPress={() => setChosen(chosen.filter((_, other) => other !== index))}
            >
              <X aria-hidden size={16} />
            </Button>
          </fieldset>
        ))}
        {chosen.length < maxFields && free[0] && (
          <div>
            <Button kind="quiet" onPress={() => setChosen([...chosen, { path: free[0]!.id, order: "ASC" }])}>
              <Plus aria-hidden size={16} />
              {text("Add a field")}
            </Button>
          </div>
        )}
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{text("Cancel")}</Button>
          <Button kind="primary" type="submit" isPending={add.isPending}>
            {text("Add index")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export { IndexesPage as Component };
