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
  /** What the type needs to know: `reference.referencedCollectionId` for one. */
  typeMetadata?: FieldTypeMetadata;
  /** Set by the server: `_id` and its kin. */
  systemField?: boolean;
  capabilities?: { sortable: boolean; queryOperators: QueryOperator[] };
  description?: string | null;
  /** Not kept by this server, which refuses `true`. */
  encrypted?: boolean;
  readOnly?: boolean | null;
  immutable?: boolean | null;
  required?: boolean | null;
  /** Of our own: no two items have the same value here. */
  unique?: boolean | null;
  /** Of our own: what items hold in it is there for editors alone, and for programs that read everything. */
  hidden?: boolean | null;
  numberRange?: { gte?: number | null; lte?: number | null; min?: number | null; max?: number | null };
  stringLengthRange?: { minLength?: number | null; maxLength?: number | null };
  arraySizeRange?: { minSize?: number | null; maxSize?: number | null };
  plugins?: object[];
}

export interface FieldTypeMetadata {
  reference?: { referencedCollectionId: string };
  multiReference?: {
    referencedCollectionId: string;
    /** The field of that collection which has the same references, seen from there; the server makes it. */
    referencingFieldKey?: string;
    /** What it is shown under. */
    referencingDisplayName?: string;
    /** Of our own: the field was made for the other one, whose items' rights say who changes their references. */
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

/** How the page of a collection shows it. Of our own; fields are named by their keys, and those that there are not count for nothing. */
export interface CollectionViewSettings {
  layout?: CollectionLayout;
  /** Fields that are shown at all, in this order; all unless given. */
  fields?: string[];
  /** Those of them in the list; the first ones that fit into one unless given. */
  listFields?: string[];
  /** Texts that are searched; those in the list unless given. */
  searchFields?: string[];
  /** What the list is filtered by: yes and no, texts, tags. Those with yes and no unless given. */
  filterFields?: string[];
}

/** As it is on the wire. Source: entities.md, DataCollection; recordings collections.json. */
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
  /** Of our own: whether items that do not fit the fields are refused. Without it fields are advice. */
  strict: boolean;
  view?: CollectionViewSettings;
  /** A whole number, as text; it grows with each change. */
  revision: string;
  /** ISO 8601, UTC. */
  createdDate: string;
  updatedDate: string;
}

/** What a caller may set of a collection. The rest is the server's. */
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
  /** Of the collection that the change was made from; refused when it has changed since. */
  revision?: string | null;
}

export type ListDataCollectionsRequest = {
  query: {
    paging?: { limit?: number; offset?: number };
    sort?: { fieldName?: string; direction?: "ASC" | "DESC"; order?: "ASC" | "DESC" };
    consistentRead?: boolean;
    /** Names as the caller writes them, `_id` for one; they are not renamed. */
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
/** Of the calls for one kind of plugin, whose name says which. */
export type NamedPluginRequest = { body: { dataCollectionId: string; [options: string]: unknown } };
export interface CollectionResponse {
  collection: DataCollection;
}

/** Who may do what with the items of a collection. Source: wire.md, "Data permissions". */
export interface DataPermissions {
  /** Of the collection. */
  id: string;
  itemRead: PermissionLevel;
  itemInsert: PermissionLevel;
  itemUpdate: PermissionLevel;
  itemRemove: PermissionLevel;
  specialPermissions: SpecialPermission[];
}

/** What one member, or the holders of one policy, may do beyond their level. */
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
