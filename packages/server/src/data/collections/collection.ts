import type { CollectionField, SpecialPermission } from "@porchlight/contract/data/collections/collection";
import type { FieldType, PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
import type { Selectable } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { ItemAction } from "../permissions/access.ts";
import { rowSeenBy } from "../permissions/hidden-fields.ts";

/** A collection as its items are asked for by one caller. */
export interface Collection {
  id: string;
  levels: Record<ItemAction, PermissionLevel>;
  /** Members who may do it with all items, whatever their level. */
  allowed: Record<ItemAction, ReadonlySet<string>>;
  fields: ReadonlyMap<string, CollectionField>;
  /** Fields that are hidden from the caller, and none of `fields`: what items hold in them is not there for the caller. */
  hidden: ReadonlyMap<string, CollectionField>;
  /** Fields that do not change, or that only the owner sets. */
  fixed: readonly CollectionField[];
  strict: boolean;
  /** Whether new items are for everybody at once. */
  publishes: boolean;
  /** Fields with an index, as far as this process knows: conditions are written so that it can serve them, and mean the same without it. */
  indexed: { order: ReadonlySet<string>; list: ReadonlySet<string> };
  /** Another one after each change of the collection, and for a later collection of the same id. */
  version: string;
  /** What this was made of, without the fields that are hidden from the caller. */
  row: CollectionRow;
}

export type CollectionRow = Selectable<Tables["data_collections"]> & {
  /** The active ones; read where items are asked for. */
  indexes?: Pick<Selectable<Tables["data_indexes"]>, "kind" | "fields">[];
};

const flags = { read: "itemRead", insert: "itemInsert", update: "itemUpdate", remove: "itemRemove" } as const;

export function toCollection(whole: CollectionRow, caller: Caller): Collection {
  const { row, hidden } = rowSeenBy(whole, caller);
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
    fixed: (row.definition.fields ?? []).filter(({ immutable, readOnly }) => immutable === true || readOnly === true),
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

/** Indexes that one collection may have. */
export const indexLimits = { regular: 5, unique: 3, total: 8 } as const;

/** Types of fields that hold lists. */
export const listTypes: ReadonlySet<FieldType> = new Set(["ARRAY", "ARRAY_STRING", "MULTI_REFERENCE"]);
