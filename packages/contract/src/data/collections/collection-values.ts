/** Runtime values of collections, safe for browsers. Source: entities.md, "Data collection". */

export const collectionTypes = ["NATIVE", "WIX_APP", "BLOCKS_APP", "EXTERNAL"] as const;
export type CollectionType = (typeof collectionTypes)[number];

/** Coarse roles, from the widest to the narrowest; `ADMIN` is the level `CMS_EDITOR`. */
export const collectionRoles = ["ANYONE", "SITE_MEMBER", "SITE_MEMBER_AUTHOR", "ADMIN"] as const;
export type CollectionRole = (typeof collectionRoles)[number];

/**
 * Permission levels; each includes the following ones. `SITE_MEMBER_AUTHOR` allows members access to their own items.
 */
export const permissionLevels = ["ANYONE", "SITE_MEMBER", "SITE_MEMBER_AUTHOR", "CMS_EDITOR", "PRIVILEGED"] as const;
/** Who may perform an operation on items, from the widest to the narrowest level. */
export type PermissionLevel = (typeof permissionLevels)[number];

export const fieldTypes = [
  "TEXT",
  "NUMBER",
  "DATE",
  "DATETIME",
  "IMAGE",
  "BOOLEAN",
  "DOCUMENT",
  "URL",
  "RICH_TEXT",
  "VIDEO",
  "ANY",
  "ARRAY_STRING",
  "ARRAY_DOCUMENT",
  "AUDIO",
  "TIME",
  "LANGUAGE",
  "RICH_CONTENT",
  "MEDIA_GALLERY",
  "ADDRESS",
  "PAGE_LINK",
  "REFERENCE",
  "MULTI_REFERENCE",
  "OBJECT",
  "ARRAY",
  "LEGACY_TIME",
  "LEGACY_BOOK",
  "LEGACY_EXTERNAL_URL",
  "LEGACY_BROKEN_REFERENCE",
  "LEGACY_IMAGE",
  "LEGACY_COLOR",
  "LEGACY_EXTERNAL_VIDEO",
  "SLUG",
  "EMAIL",
  "MEDIA_IMAGE",
  "MEDIA_VECTOR_ART",
] as const;
/** The type of a field's values. */
export type FieldType = (typeof fieldTypes)[number];

export const pluginTypes = [
  "PUBLISH",
  "SINGLE_ITEM",
  "URLIZED",
  "GRIDAPPLESS",
  "MULTILINGUAL",
  "SHARED",
  "EDITABLE_PAGE_LINK",
  "CMS",
] as const;
export type PluginType = (typeof pluginTypes)[number];

/** Layout of the items on a collection's page. A Porchlight extension. */
export const collectionLayouts = ["TABLE", "CARDS"] as const;
export type CollectionLayout = (typeof collectionLayouts)[number];

/** Which items the caller may access. A Porchlight extension. */
export const itemAccesses = ["ALL", "OWN", "NONE"] as const;
export type ItemAccess = (typeof itemAccesses)[number];

export const dataOperations = [
  "AGGREGATE",
  "BULK_INSERT",
  "BULK_REMOVE",
  "BULK_SAVE",
  "BULK_UPDATE",
  "COUNT",
  "DISTINCT",
  "FIND",
  "GET",
  "INSERT",
  "INSERT_REFERENCE",
  "IS_REFERENCED",
  "QUERY_REFERENCED",
  "REMOVE",
  "REMOVE_REFERENCE",
  "REPLACE_REFERENCES",
  "SAVE",
  "TRUNCATE",
  "UPDATE",
  "PATCH",
  "BULK_PATCH",
] as const;
export type DataOperation = (typeof dataOperations)[number];

export const queryOperators = [
  "EQ",
  "LT",
  "GT",
  "NE",
  "LTE",
  "GTE",
  "STARTS_WITH",
  "ENDS_WITH",
  "CONTAINS",
  "HAS_SOME",
  "HAS_ALL",
  "EXISTS",
  "URLIZED",
] as const;
export type QueryOperator = (typeof queryOperators)[number];
