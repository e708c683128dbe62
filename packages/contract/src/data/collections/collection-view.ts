import type { CollectionField, DataCollection } from "./collection.ts";
import type { CollectionLayout, FieldType, ItemAccess } from "./collection-values.ts";

/** What screens know of a field. */
export interface ViewField
  extends Pick<CollectionField, "key" | "numberRange" | "stringLengthRange" | "arraySizeRange" | "description"> {
  displayName: string;
  type: FieldType;
  required: boolean;
  /** Whether forms leave it as it is. */
  readOnly: boolean;
  /** Whether only new items are given a value. */
  immutable: boolean;
  /** What it refers to, where the caller may read that: the collection, and the field of its items that names them. */
  reference?: { collectionId: string; displayField: string | null };
}

/** What a page of a collection is made from, as its reader may know it. Of our own. */
export interface CollectionView {
  id: string;
  displayName: string;
  /** The field that names an item, one of `fields`; null where there is none. */
  displayField: string | null;
  layout: CollectionLayout;
  fields: ViewField[];
  /** Keys of `fields`. */
  listFields: string[];
  searchFields: string[];
  filterFields: string[];
  defaultDisplayOrder?: DataCollection["defaultDisplayOrder"];
  /** What the caller may do with which items. */
  access: { insert: ItemAccess; update: ItemAccess; remove: ItemAccess };
  /** The `_owner` of the caller's own items, where it matters. */
  ownerId?: string;
}

export type CollectionViewRequest = { params: { dataCollectionId: string } };
export interface CollectionViewResponse {
  view: CollectionView;
}
