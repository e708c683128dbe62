import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import type { Caller } from "../../platform/context/caller.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { CollectionRow } from "../collections/collection.ts";

/** A program that reads, and nothing else, reads what there is; editors do not. */
export const canReadAll = (caller: Caller): boolean => "apiKey" in caller && caller.apiKey?.role === "read";

/** Whether fields that are hidden are there for the caller: for whoever edits content, and programs that read everything. */
export const canReadHidden = (caller: Caller): boolean => isEditor(caller) || canReadAll(caller);

interface VisibleRow {
  row: CollectionRow;
  hidden: ReadonlyMap<string, CollectionField>;
}

const noFields: ReadonlyMap<string, CollectionField> = new Map();

/** A collection as the caller is told it, and the fields that are not there for the caller. Nothing of the row names one of those. */
export function visibleRow(row: CollectionRow, caller: Caller): VisibleRow {
  const fields = row.definition.fields ?? [];
  const marked = fields.filter(({ key, hidden }) => hidden === true && !isSystemField(key));
  if (marked.length === 0 || canReadHidden(caller)) return { row, hidden: noFields };
  const hidden = new Map(marked.map((field) => [field.key, field]));
  const isSeen = (path: string | null | undefined) => !isHidden({ hidden }, path ?? "");
  const { view, defaultDisplayOrder: order, ...definition } = row.definition;
  const seenView =
    view &&
    (Object.fromEntries(
      Object.entries(view).map(([name, keys]) => [name, Array.isArray(keys) ? keys.filter(isSeen) : keys]),
    ) as typeof view);
  return {
    hidden,
    row: {
      ...row,
      display_field: isSeen(row.display_field) ? row.display_field : null,
      definition: {
        ...definition,
        fields: fields.filter(({ key }) => !hidden.has(key)),
        ...(seenView && { view: seenView }),
        ...(order && isSeen(order.fieldName) && isSeen(order.fieldKey) && { defaultDisplayOrder: order }),
      },
      ...(row.indexes && { indexes: row.indexes.filter((index) => index.fields.every(({ path }) => isSeen(path))) }),
    },
  };
}

/** Whether a name leads into a field that is hidden from who asks. */
export const isHidden = ({ hidden }: Pick<VisibleRow, "hidden">, path: string): boolean =>
  hidden.size > 0 && hidden.has(path.split(".", 1)[0] ?? "");

/** An item's data without what is hidden from who asks: hooks know more than they may tell. */
export function withoutHidden<Data extends object>({ hidden }: Pick<VisibleRow, "hidden">, data: Data): Data {
  if (hidden.size === 0) return data;
  return Object.fromEntries(Object.entries(data).filter(([key]) => !hidden.has(key))) as Data;
}
