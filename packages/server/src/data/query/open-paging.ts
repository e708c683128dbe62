import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { Caller } from "../../platform/context/caller.ts";
import {
  type CursorScope,
  openCursor,
  pageCursors,
  privateCursorTtlMs,
  sealCursor,
} from "../../platform/db/pagination/cursor.ts";
import type { Collection } from "../collections/collection.ts";
import type { DataContext } from "../data-context.ts";
import { callerKeyOf } from "../permissions/access.ts";
import type { RowPage, RowPosition } from "./row-pages-store.ts";

/** The content of a cursor, which replaces the query of the next request. */
export interface ItemCursor {
  filter: Record<string, unknown>;
  sort: { fieldName: string; order: "ASC" | "DESC" }[];
  limit: number;
  place: { values: string[]; backward?: boolean };
  search?:
    | { expression: string; mode: "OR" | "AND"; fields?: readonly string[] | undefined; fuzzy?: boolean | undefined }
    | undefined;
}

/** Where cursors of a collection's lists are valid. Visitors share cursors, since all see the same items. */
export function cursorScope(
  context: DataContext,
  caller: Caller,
  { id }: Collection,
  kind: "items" | "values" | "groups",
): CursorScope {
  const reader = callerKeyOf(context, caller.kind === "visitor" ? { ...caller, visitorId: "" } : caller);
  return { list: `${kind} of ${id}`, reader, ttlMs: privateCursorTtlMs };
}

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
  const scope = cursorScope(context, caller, collection, kind);
  const cursor = text
    ? openCursor<{ question: Question; limit: number; place: RowPosition }>(context, scope, text)
    : undefined;
  const question = cursor?.question ?? input;
  const limit = cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize;
  const offset = paging?.offset ?? 0;
  return {
    question,
    limit,
    offset,
    position: cursor?.place,
    toMetadata: (page, total) => ({
      count: page.found.length,
      ...(cursorPaging ? {} : { offset }),
      ...(total === undefined ? {} : { total }),
      tooManyToCount: false,
      cursors: pageCursors(page, (place) => sealCursor(context, scope, { question, limit, place })),
      hasNext: page.next !== undefined,
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
