import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import { isSystemField } from "@porchlight/contract/data/items/item-values";
import type { Caller } from "../../platform/context/caller.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { CollectionRow } from "../collections/collection.ts";

/** API keys of role `read` may read everything, unlike editors. */
export const canReadAll = (caller: Caller): boolean => "apiKey" in caller && caller.apiKey?.role === "read";

/** Whether hidden fields are visible to the caller. */
export const canReadHidden = (caller: Caller): boolean => isEditor(caller) || canReadAll(caller);

interface VisibleRow {
  row: CollectionRow;
  hidden: ReadonlyMap<string, CollectionField>;
}

const noFields: ReadonlyMap<string, CollectionField> = new Map();

/** A collection without any mention of the fields that are hidden from the caller, and those fields. */
export function visibleRow(row: CollectionRow, caller: Caller): VisibleRow {
  const fields = row.definition.fields ?? [];
  const hiddenFields = fields.filter(({ key, hidden }) => hidden === true && !isSystemField(key));
  if (hiddenFields.length === 0 || canReadHidden(caller)) return { row, hidden: noFields };
  const hidden = new Map(hiddenFields.map((field) => [field.key, field]));
  const isVisible = (path: string | null | undefined) => !isHidden({ hidden }, path ?? "");
  const { view, defaultDisplayOrder: order, ...definition } = row.definition;
  const visibleView: typeof view =
    view &&
    Object.fromEntries(
      Object.entries(view).map(([name, keys]) => [name, Array.isArray(keys) ? keys.filter(isVisible) : keys]),
    );
  return {
    hidden,
    row: {
      ...row,
      display_field: isVisible(row.display_field) ? row.display_field : null,
      definition: {
        ...definition,
        fields: fields.filter(({ key }) => !hidden.has(key)),
        ...(visibleView && { view: visibleView }),
        ...(order && isVisible(order.fieldName) && isVisible(order.fieldKey) && { defaultDisplayOrder: order }),
      },
      ...(row.indexes && { indexes: row.indexes.filter((index) => index.fields.every(({ path }) => isVisible(path))) }),
    },
  };
}

/** Whether a path starts with a hidden field. */
export const isHidden = ({ hidden }: Pick<VisibleRow, "hidden">, path: string): boolean =>
  hidden.size > 0 && hidden.has(path.split(".", 1)[0] ?? "");

/** Item data without hidden fields, which hooks may have added. */
export function withoutHidden<Data extends object>({ hidden }: Pick<VisibleRow, "hidden">, data: Data): Data {
  if (hidden.size === 0) return data;
  return Object.fromEntries(Object.entries(data).filter(([key]) => !hidden.has(key))) as Data;
}
