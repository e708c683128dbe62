import type { CollectionField, DataCollection } from "./collection.ts";
import type { CollectionLayout, FieldType, ItemAccess } from "./collection-values.ts";

/** A field, as needed for rendering. */
export interface ViewField
  extends Pick<CollectionField, "key" | "numberRange" | "stringLengthRange" | "arraySizeRange" | "description"> {
  displayName: string;
  type: FieldType;
  required: boolean;
  /** Whether forms show it read-only. */
  readOnly: boolean;
  /** Whether only new items can set it. */
  immutable: boolean;
  /** The referenced collection, if the caller may read it, and the field that names its items. */
  reference?: { collectionId: string; displayField: string | null };
}

/** Data for rendering pages of a collection, as visible to the reader. A Porchlight extension. */
export interface CollectionView {
  id: string;
  displayName: string;
  /** The field that names an item, one of `fields`; null without one. */
  displayField: string | null;
  layout: CollectionLayout;
  /** Name of one item, if the owner set it. */
  singularName?: string;
  fields: ViewField[];
  /** Keys of `fields`. */
  listFields: string[];
  searchFields: string[];
  filterFields: string[];
  defaultDisplayOrder?: DataCollection["defaultDisplayOrder"];
  /** Which items the caller may insert, update and remove. */
  access: { insert: ItemAccess; update: ItemAccess; remove: ItemAccess };
  /** The `_owner` of the caller's items, if access is limited to them. */
  ownerId?: string;
  /** For editors: whether each start of the server applies a definition from the site's configuration. */
  definedInCode?: boolean;
}

export type CollectionViewRequest = { params: { dataCollectionId: string } };
export interface CollectionViewResponse {
  view: CollectionView;
}
