import type { queryListRequest } from "@porchlight/contract/blog/posts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPage, type SortKey } from "../../platform/db/pagination/keyset-page.ts";
import type { QueryFields } from "../../platform/db/pagination/query-fields.ts";

/** A query that is paged by offset, ready for a store. */
export interface ListQuery {
  wanted: RawBuilder<boolean>;
  /** Of the filter, for `readBounded`. */
  weight: number;
  keys: readonly SortKey[];
  limit: number;
  offset: number;
}

/**
 * Reads a query of categories or tags.
 *
 * @param order The order of a query without one.
 * @throws {InvalidArguments} @throws {Refusal} `CURSOR_INVALID`: these lists are paged by offset, no cursor was ever made.
 */
export function readListQuery(
  { body }: z.output<typeof queryListRequest>,
  fields: QueryFields,
  order: readonly SortKey[],
): ListQuery {
  const { filter, sort, cursorPaging, paging } = body.query ?? {};
  if (cursorPaging?.cursor) throw new Refusal("CURSOR_INVALID");
  const { condition, weight } = compileFilter(filter ?? {}, fields);
  return {
    wanted: condition,
    weight,
    keys: sort && sort.length > 0 ? compileSort(sort, fields, "id") : order,
    limit: cursorPaging?.limit ?? paging?.limit ?? defaultPageSize,
    offset: paging?.offset ?? 0,
  };
}

/** What is told of a page that was read by a {@link ListQuery}. */
export function listPagingMetadata({ offset }: ListQuery, page: KeysetPage) {
  const { count, total = 0, next } = page;
  return { count, offset, total, tooManyToCount: false, hasNext: next !== undefined } satisfies PagingMetadata;
}
