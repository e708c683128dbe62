import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
import type { Selectable } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";

/** The operations on items that a collection has permissions for. */
export type ItemAction = "read" | "insert" | "update" | "remove";

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

/** Indexes that one collection may have. */
export const indexLimits = { regular: 5, unique: 3, total: 8 } as const;
