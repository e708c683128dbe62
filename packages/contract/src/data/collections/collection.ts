import type { PagingMetadata } from "../../wire/query.ts";
import type {
  CollectionLayout,
  CollectionRole,
  CollectionType,
  DataOperation,
  FieldType,
  PermissionLevel,
  PluginType,
  QueryOperator,
} from "./collection-values.ts";

/** One field of a collection. Source: entities.md, Field. */
export interface CollectionField {
  key: string;
  displayName?: string | null;
  type?: FieldType;
  /** Type-specific metadata, such as `reference.referencedCollectionId`. */
  typeMetadata?: FieldTypeMetadata;
  /** Set by the server: `_id` and other system fields. */
  systemField?: boolean;
  capabilities?: { sortable: boolean; queryOperators: QueryOperator[] };
  description?: string | null;
  /** Not supported by this server, which rejects `true`. */
  encrypted?: boolean;
  readOnly?: boolean | null;
  immutable?: boolean | null;
  required?: boolean | null;
  /** Values are unique among items. A Porchlight extension. */
  unique?: boolean | null;
  /** Values are visible only to editors and programs with full read access. A Porchlight extension. */
  hidden?: boolean | null;
  numberRange?: { gte?: number | null; lte?: number | null; min?: number | null; max?: number | null };
  stringLengthRange?: { minLength?: number | null; maxLength?: number | null };
  arraySizeRange?: { minSize?: number | null; maxSize?: number | null };
  plugins?: Record<string, unknown>[];
}

export interface FieldTypeMetadata {
  reference?: { referencedCollectionId: string };
  multiReference?: {
    referencedCollectionId: string;
    /** The inverse field of the referenced collection, created by the server. */
    referencingFieldKey?: string;
    /** Display name of the inverse field. */
    referencingDisplayName?: string;
    /** The field is the inverse of another one, whose permissions apply to its references. A Porchlight extension. */
    mirror?: boolean;
  };
  [kind: string]: unknown;
}

export interface CollectionPermissions {
  insert: CollectionRole;
  update: CollectionRole;
  remove: CollectionRole;
  read: CollectionRole;
}

export interface CollectionPlugin {
  type: PluginType;
  publishOptions?: { defaultStatus: "PUBLISHED" | "DRAFT" };
  [options: string]: unknown;
}

/** Display settings of a collection's page. A Porchlight extension. Unknown field keys are ignored. */
export interface CollectionViewSettings {
  /** `CARDS` shows each item's first image. Default: `CARDS` if the list has an image field, else `TABLE`. */
  layout?: CollectionLayout;
  /** Name of one item, such as "recipe", for actions such as "Add a recipe". At most 60 characters. */
  singularName?: string;
  /** Displayed fields in this order. Default: all. */
  fields?: string[];
  /** Fields of the list. Default: the first ones suitable for a list. */
  listFields?: string[];
  /** Searched text fields. Default: those in the list. */
  searchFields?: string[];
  /** Fields for filtering: boolean, text, tags. Default: boolean fields. */
  filterFields?: string[];
}

/** A collection on the wire. Source: entities.md, DataCollection; recordings collections.json. */
export interface DataCollection {
  id: string;
  collectionType: CollectionType;
  displayName?: string | null;
  displayField?: string | null;
  displayNamespace?: string | null;
  defaultDisplayOrder?: { fieldName?: string; fieldKey?: string; direction?: "ASC" | "DESC" };
  maxPageSize: number;
  permissions: CollectionPermissions;
  fields: CollectionField[];
  plugins: CollectionPlugin[];
  pagingModes: ("OFFSET" | "CURSOR")[];
  capabilities: {
    dataOperations: DataOperation[];
    collectionOperations: ("UPDATE" | "REMOVE")[];
    indexLimits: { regular: number; unique: number; total: number };
  };
  /**
   * Whether items that violate the field definitions are rejected; otherwise these are advisory. A Porchlight
   * extension.
   */
  strict: boolean;
  view?: CollectionViewSettings;
  /** Integer as text, incremented with each change. */
  revision: string;
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
}

/** Writable properties of a collection. */
export interface CollectionInput {
  id?: string;
  displayName?: string | null;
  displayField?: string | null;
  defaultDisplayOrder?: DataCollection["defaultDisplayOrder"];
  permissions?: Partial<CollectionPermissions>;
  fields?: CollectionField[];
  plugins?: CollectionPlugin[];
  strict?: boolean;
  view?: CollectionViewSettings | null;
  /** Revision of the collection as read: the update fails if it has changed since. */
  revision?: string | null;
}

export type ListDataCollectionsRequest = {
  query: {
    paging?: { limit?: number; offset?: number };
    sort?: { fieldName?: string; direction?: "ASC" | "DESC"; order?: "ASC" | "DESC" };
    consistentRead?: boolean;
    /** Caller-side names, such as `_id`; not renamed. */
    fields?: string[];
  };
};
export interface ListDataCollectionsResponse {
  collections: DataCollection[];
  pagingMetadata: PagingMetadata;
}
export type GetDataCollectionRequest = {
  params: { dataCollectionId: string };
  query: { consistentRead?: boolean; fields?: string[] };
};
export type CollectionByIdRequest = { params: { dataCollectionId: string } };
export type CreateDataCollectionRequest = { body: { collection: CollectionInput & { id: string } } };
export type UpdateDataCollectionRequest = { body: { collection: CollectionInput & { id: string } } };
export type PatchDataCollectionRequest = {
  params: { dataCollectionId: string };
  body: { dataCollection: CollectionInput };
};
export type CollectionFieldRequest = { body: { dataCollectionId: string; field: CollectionField } };
export type PatchCollectionFieldRequest = {
  params: { dataCollectionId: string };
  body: { field: CollectionField };
};
export type DeleteCollectionFieldRequest = { body: { dataCollectionId: string; fieldKey: string } };
export type AddPluginRequest = { body: { dataCollectionId: string; plugin: CollectionPlugin } };
export type DeletePluginRequest = { body: { dataCollectionId: string; pluginType: PluginType } };
/** Request of the calls for a single plugin type, which the name indicates. */
export type NamedPluginRequest = { body: { dataCollectionId: string; [options: string]: unknown } };
export interface CollectionResponse {
  collection: DataCollection;
}

/** Permissions on the items of a collection. Source: wire.md, "Data permissions". */
export interface DataPermissions {
  /** Id of the collection. */
  id: string;
  itemRead: PermissionLevel;
  itemInsert: PermissionLevel;
  itemUpdate: PermissionLevel;
  itemRemove: PermissionLevel;
  specialPermissions: SpecialPermission[];
}

/** Permissions of one member, or the holders of one policy, beyond their level. */
export interface SpecialPermission {
  id?: string;
  userId?: string;
  policyId?: string;
  itemRead?: SpecialAccess;
  itemInsert?: SpecialAccess;
  itemUpdate?: SpecialAccess;
  itemRemove?: SpecialAccess;
}
export type SpecialAccess = "UNSPECIFIED" | "ALLOWED";

export type CollectionPermissionsRequest = { query: { dataCollectionId: string } };
export type UpdatePermissionsRequest = {
  body: {
    dataPermissions: { id: string } & Partial<
      Pick<DataPermissions, "itemRead" | "itemInsert" | "itemUpdate" | "itemRemove">
    >;
  };
};
export interface PermissionsResponse {
  dataPermissions: DataPermissions;
}
export type AddSpecialPermissionsRequest = {
  body: { dataCollectionId: string; specialPermissions: SpecialPermission };
};
export type UpdateSpecialPermissionsRequest = {
  params: { id: string };
  body: { specialPermissions: SpecialPermission };
};
export type SpecialPermissionsByIdRequest = { params: { id: string } };
export interface SpecialPermissionsResponse {
  specialPermissions: SpecialPermission;
}
/** The operations that the caller may perform on a collection's items. */
export interface MyPermissionsResponse {
  itemRead: boolean;
  itemInsert: boolean;
  itemUpdate: boolean;
  itemRemove: boolean;
}
