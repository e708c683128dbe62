import type { queryListRequest } from "@porchlight/contract/blog/posts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPage, type SortKey } from "../../platform/db/pagination/keyset-page.ts";
import type { QueryFields } from "../../platform/db/pagination/query-fields.ts";

/** A query paged by offset. */
export interface ListQuery {
  filter: RawBuilder<boolean>;
  /** Cost of the filter, for `readWithTimeLimit`. */
  weight: number;
  keys: readonly SortKey[];
  limit: number;
  offset: number;
}

/** Maximum length of the filter as JSON, so that a cursor fits into a request. */
const maxFilterLength = 128 * 1024;

/** @throws {InvalidArguments} when the filter is too long for a cursor. */
export function validateFilterSize(filter: object): void {
  if (JSON.stringify(filter).length > maxFilterLength) {
    throw new InvalidArguments([
      violation("query.filter", `has more than ${maxFilterLength} characters`, "MAX_LENGTH"),
    ]);
  }
}

/**
 * Parses a query for categories or tags.
 *
 * @param order Default order.
 * @throws {InvalidArguments} @throws {Refusal} `CURSOR_INVALID`: these lists are paged by offset and never return
 * cursors.
 */
export function parseListQuery(
  { body }: z.output<typeof queryListRequest>,
  fields: QueryFields,
  order: readonly SortKey[],
): ListQuery {
  const { filter, sort, cursorPaging, paging } = body.query ?? {};
  if (cursorPaging?.cursor) throw new Refusal("CURSOR_INVALID");
  const { condition, weight } = compileFilter(filter ?? {}, fields);
  return {
    filter: condition,
    weight,
    keys: sort && sort.length > 0 ? compileSort(sort, fields, "id") : order,
    limit: cursorPaging?.limit ?? paging?.limit ?? defaultPageSize,
    offset: paging?.offset ?? 0,
  };
}

/** Paging metadata of a page that was read with a {@link ListQuery}. */
export function toPagingMetadata({ offset }: ListQuery, page: KeysetPage) {
  const { count, total = 0, next } = page;
  return { count, offset, total, tooManyToCount: false, hasNext: next !== undefined } satisfies PagingMetadata;
}
