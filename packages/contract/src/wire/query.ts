/** What the generic query builder sends and is answered. Source: wire.md, "Generic query builder". */

export type FilterValue = string | number | boolean | null;

/** Fields and what they have to be, or `$and`, `$or`, `$not` around such. */
export type WireFilter = { [name: string]: unknown };

export type SortOrder = "ASC" | "DESC";

export interface WireSorting {
  fieldName: string;
  order?: SortOrder;
}

/** At most one of `cursorPaging` and `paging`. */
export interface WireQuery {
  filter?: WireFilter;
  sort?: WireSorting[];
  /** A cursor carries filter, sort and fieldsets. */
  cursorPaging?: { limit?: number; cursor?: string };
  paging?: { limit?: number; offset?: number };
}

/** Cursors of the next and previous page; absent at the ends. */
export interface Cursors {
  next?: string;
  prev?: string;
}

/** `offset` and `total` come with offset paging. */
export interface PagingMetadata {
  count: number;
  offset?: number;
  total?: number;
  tooManyToCount?: boolean;
  cursors?: Cursors;
  hasNext?: boolean;
}
