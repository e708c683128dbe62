/** Runtime values of items, safe for browsers. Source: entities.md, "Data item". */

export const environments = ["LIVE", "SANDBOX", "SANDBOX_PREFERRED"] as const;
/** The environment that a request names. This server has one, `LIVE`. */
export type Environment = (typeof environments)[number];

export const fieldActions = [
  "SET_FIELD",
  "REMOVE_FIELD",
  "INCREMENT_FIELD",
  "APPEND_TO_ARRAY",
  "REMOVE_FROM_ARRAY",
] as const;
/** What a patch does to a field. */
export type FieldAction = (typeof fieldActions)[number];

export const bulkActions = ["INSERT", "UPDATE", "DELETE", "PATCH", "UNKNOWN_ACTION_TYPE"] as const;
export type BulkAction = (typeof bulkActions)[number];

export const asyncJobStatuses = ["UNKNOWN_STATUS", "INITIALIZED", "PROCESSING", "SUCCEEDED", "FAILED"] as const;
export type AsyncJobStatus = (typeof asyncJobStatuses)[number];

/** Status of imports and exports. Source: spec §4, "Data job". */
export const dataJobStatuses = ["NEW", "RUNNING", "COMPLETED", "FAILED"] as const;
export type DataJobStatus = (typeof dataJobStatuses)[number];

/** Maximum items, ids or patches per request. Source: spec §9. */
export const maxBulkItems = 1000;
/** Maximum bytes of one item's data as JSON. Source: security requirements §2.1. */
export const maxItemBytes = 512 * 1024;
/** Maximum characters of a collection's id. */
export const maxCollectionIdLength = 256;
/** Maximum characters of an item's id. */
export const maxItemIdLength = 256;
/** Limits of one filter. Source: security requirements §2.9. */
export const maxFilterDepth = 10;
export const maxFilterConditions = 100;
export const maxFilterEntries = 1000;
export const maxFilterTextBytes = 4 * 1024;

/** Fields of an item that the server sets. */
export const systemFields = ["_id", "_owner", "_createdDate", "_updatedDate"] as const;
export const isSystemField = (key: string): boolean => (systemFields as readonly string[]).includes(key);
