import type { SpecialPermission } from "@porchlight/contract/data/collections/collection";
import type { Caller } from "../../platform/context/caller.ts";
import { visibleRow } from "../permissions/hidden-fields.ts";
import type { Collection, CollectionRow, ItemAction } from "./collection.ts";

const flags = { read: "itemRead", insert: "itemInsert", update: "itemUpdate", remove: "itemRemove" } as const;

export function toCollection(whole: CollectionRow, caller: Caller): Collection {
  const { row, hidden } = visibleRow(whole, caller);
  const allowedFor = (action: ItemAction) =>
    new Set(
      row.special_permissions.flatMap((special: SpecialPermission) =>
        special[flags[action]] === "ALLOWED" && special.userId !== undefined ? [special.userId] : [],
      ),
    );
  return {
    id: row.id,
    levels: {
      read: row.read_level,
      insert: row.insert_level,
      update: row.update_level,
      remove: row.remove_level,
    },
    allowed: {
      read: allowedFor("read"),
      insert: allowedFor("insert"),
      update: allowedFor("update"),
      remove: allowedFor("remove"),
    },
    fields: new Map((row.definition.fields ?? []).map((field) => [field.key, field])),
    hidden,
    readonlyFields: (row.definition.fields ?? []).filter(
      ({ immutable, readOnly }) => immutable === true || readOnly === true,
    ),
    strict: row.strict,
    indexed: { order: pathsOf(row, "ORDER"), list: pathsOf(row, "LIST") },
    publishes: !(row.definition.plugins ?? []).some(
      ({ type, publishOptions }) => type === "PUBLISH" && publishOptions?.defaultStatus === "DRAFT",
    ),
    version: `${row.created_at.getTime()}.${row.revision}`,
    row,
  };
}

const pathsOf = ({ indexes = [] }: CollectionRow, kind: "ORDER" | "LIST"): ReadonlySet<string> =>
  new Set(indexes.flatMap((index) => (index.kind === kind ? index.fields.map(({ path }) => path) : [])));
