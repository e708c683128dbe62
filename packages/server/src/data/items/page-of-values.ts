import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/query";
import { Refusal } from "../../errors.ts";

interface PagingWish {
  paging?: { limit?: number | null | undefined; offset?: number | null | undefined } | null | undefined;
  cursorPaging?: { limit?: number | null | undefined; cursor?: string | null | undefined } | null | undefined;
}

/** Which of the values are wanted: lists of values and groups go on by counting. @throws {Refusal} `CURSOR_INVALID` for any cursor. */
export function readPaging({ paging, cursorPaging }: PagingWish): { limit: number; offset: number } {
  if (cursorPaging?.cursor) throw new Refusal("CURSOR_INVALID");
  return { limit: paging?.limit ?? cursorPaging?.limit ?? defaultPageSize, offset: paging?.offset ?? 0 };
}

/** @param found The values of the page, and one more where there are more. */
export function pagingMetadataOf(
  found: readonly unknown[],
  { limit, offset }: { limit: number; offset: number },
  total: number | undefined,
): PagingMetadata {
  return {
    count: Math.min(found.length, limit),
    offset,
    ...(total === undefined ? {} : { total }),
    tooManyToCount: false,
    hasNext: found.length > limit,
  };
}
