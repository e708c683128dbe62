import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
import type { Selectable } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";

/** The operations on items that a collection has permissions for. */
export type ItemAction = "read" | "insert" | "update" | "remove";

/** A collection as one caller sees it. */
export interface Collection {
  id: string;
  levels: Record<ItemAction, PermissionLevel>;
  /** Members with special permissions for all items. */
  allowed: Record<ItemAction, ReadonlySet<string>>;
  fields: ReadonlyMap<string, CollectionField>;
  /** Fields that are hidden from the caller; not part of `fields`. */
  hidden: ReadonlyMap<string, CollectionField>;
  /** Immutable fields, and fields that only the owner sets. */
  readonlyFields: readonly CollectionField[];
  strict: boolean;
  /** Whether new items are published immediately. */
  publishes: boolean;
  /** Fields with an index, possibly outdated: conditions are written so that the index can serve them. */
  indexed: { order: ReadonlySet<string>; list: ReadonlySet<string> };
  /** Differs after each change of the collection, and for a later collection with the same ID. */
  version: string;
  /** The stored row, without the fields that are hidden from the caller. */
  row: CollectionRow;
}

export type CollectionRow = Selectable<Tables["data_collections"]> & {
  /** Active indexes; only loaded for operations on items. */
  indexes?: Pick<Selectable<Tables["data_indexes"]>, "kind" | "fields">[];
};

/** Indexes that one collection may have. */
export const indexLimits = { regular: 5, unique: 3, total: 8 } as const;
