/** `PUBLISHED` is the only status a visitor may see. Source: spec §4, "Post status". */
export const postStatuses = ["UNKNOWN", "PUBLISHED", "UNPUBLISHED", "SCHEDULED", "DELETED", "IN_REVIEW"] as const;
/** The status of a post. Visitors see `PUBLISHED` posts only. */
export type PostStatus = (typeof postStatuses)[number];

/** Orders of listPosts. `FEED`: pinned first, then newest. Source: spec §7, Blog. */
export const postSorts = [
  "FEED",
  "PUBLISHED_DATE_ASC",
  "PUBLISHED_DATE_DESC",
  "VIEW_COUNT",
  "LIKE_COUNT",
  "TITLE_ASC",
  "TITLE_DESC",
] as const;
/** An order of `listPosts`. */
export type PostSort = (typeof postSorts)[number];

/** Orders of queryPostCountStats. Source: wire.md, Blog. */
export const postCountOrders = ["UNKNOWN", "OLDEST", "NEWEST"] as const;
export type PostCountOrder = (typeof postCountOrders)[number];

/** Parts of a post that are returned only on request. Source: spec §7, Blog. */
export const postFieldsets = [
  "URL",
  "CONTENT_TEXT",
  "METRICS",
  "SEO",
  "CONTACT_ID",
  "RICH_CONTENT",
  "REFERENCE_ID",
] as const;
/** A part of a post that is returned only on request. */
export type PostFieldset = (typeof postFieldsets)[number];

/**
 * For reads of one post: its content as raw deflate of its JSON. The contract has the property but no fieldset for it.
 */
export const compressedFieldset = "RICH_CONTENT_COMPRESSED";
export type CompressedFieldset = typeof compressedFieldset;
