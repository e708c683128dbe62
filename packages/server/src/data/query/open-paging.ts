import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { Caller } from "../../platform/context/caller.ts";
import type { Collection } from "../collections/collection.ts";
import type { DataContext } from "../data-context.ts";
import { openCursor, sealCursor } from "./item-cursor.ts";
import type { RowPage, RowPosition } from "./row-pages-store.ts";

interface PagingInput {
  paging?: { limit?: number | null | undefined; offset?: number | null | undefined } | null | undefined;
  cursorPaging?: { limit?: number | null | undefined; cursor?: string | null | undefined } | null | undefined;
}

/** The requested page of a list of values or groups. */
export interface Paging<Question> {
  /** The query of the first page, which cursors contain. */
  question: Question;
  limit: number;
  offset: number;
  position?: RowPosition | undefined;
  toMetadata(page: RowPage, total: number | undefined): PagingMetadata;
}

/** Parses the requested page and the query of its list. @throws {Refusal} `CURSOR_INVALID`. */
export function openPaging<Question extends object>(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  kind: "values" | "groups",
  { paging, cursorPaging }: PagingInput,
  input: Question,
): Paging<Question> {
  const { cursor: text } = cursorPaging ?? {};
  const cursor = text
    ? openCursor<{ question: Question; limit: number; place: RowPosition }>(context, caller, collection, kind, text)
    : undefined;
  const question = cursor?.question ?? input;
  const limit = cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize;
  const offset = paging?.offset ?? 0;
  const seal = (place: RowPosition) => sealCursor(context, caller, collection, kind, { question, limit, place });
  return {
    question,
    limit,
    offset,
    position: cursor?.place,
    toMetadata: ({ found, previous, next }, total) => ({
      count: found.length,
      ...(cursorPaging ? {} : { offset }),
      ...(total === undefined ? {} : { total }),
      tooManyToCount: false,
      cursors: {
        ...(next && { next: seal({ values: next }) }),
        ...(previous && { prev: seal({ values: previous, backward: true }) }),
      },
      hasNext: next !== undefined,
    }),
  };
}

/** The metadata of a page without cursors. @param found The page, plus one row if there is a next page. */
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
