import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { Caller } from "../../platform/context/caller.ts";
import type { Collection } from "../collections/collection.ts";
import type { DataContext } from "../data-context.ts";
import { openCursor, sealCursor } from "./item-cursor.ts";
import type { RowPage, RowPlace } from "./values-store.ts";

interface PagingWish {
  paging?: { limit?: number | null | undefined; offset?: number | null | undefined } | null | undefined;
  cursorPaging?: { limit?: number | null | undefined; cursor?: string | null | undefined } | null | undefined;
}

/** Which part of a list of values or groups is wanted. */
export interface Paging<Question> {
  /** As it was asked where the list began: a cursor hands it on. */
  question: Question;
  limit: number;
  offset: number;
  place?: RowPlace | undefined;
  /** What is told of the page. */
  tell(page: RowPage, total: number | undefined): PagingMetadata;
}

/** Reads which page of a list is asked for, and where the list began. @throws {Refusal} `CURSOR_INVALID`. */
export function openPaging<Question extends object>(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  kind: "values" | "groups",
  { paging, cursorPaging }: PagingWish,
  asked: Question,
): Paging<Question> {
  const { cursor: text } = cursorPaging ?? {};
  const cursor = text
    ? openCursor<{ question: Question; limit: number; place: RowPlace }>(context, caller, collection, kind, text)
    : undefined;
  const question = cursor?.question ?? asked;
  const limit = cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize;
  const offset = paging?.offset ?? 0;
  const seal = (place: RowPlace) => sealCursor(context, caller, collection, kind, { question, limit, place });
  return {
    question,
    limit,
    offset,
    place: cursor?.place,
    tell: ({ found, previous, next }, total) => ({
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

/** What is told of a page of a list without cursors. @param found What the page has, and one more where there is more. */
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
