/** Queries and paging of the generic query builder. Source: wire.md, "Generic query builder". */

export type FilterValue = string | number | boolean | null;

/** Conditions by field, or `$and`, `$or`, `$not` of filters. */
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
  /** A cursor includes filter, sort and fieldsets. */
  cursorPaging?: { limit?: number; cursor?: string };
  paging?: { limit?: number; offset?: number };
}

/** Cursors of the next and previous page; absent on the last and first. */
export interface Cursors {
  next?: string;
  prev?: string;
}

/** `offset` and `total` are present with offset paging, `total` also with `returnTotalCount`. */
export interface PagingMetadata {
  count: number;
  offset?: number;
  total?: number;
  tooManyToCount?: boolean;
  cursors?: Cursors;
  hasNext?: boolean;
}
