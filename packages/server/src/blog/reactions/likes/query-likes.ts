import type { queryLikesRequest } from "@porchlight/contract/blog/reactions/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../../platform/db/pagination/bounded-read.ts";
import { compileFilter } from "../../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPosition, type Sorting } from "../../../platform/db/pagination/keyset-page.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { hasApiKeyRole } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { parseCursor, signCursor, validateFilterSize } from "../../pagination/signed-cursor.ts";
import { requireLikeAuthor } from "../like-author.ts";
import { findLikePage, likeQueryFields, matchesLikes } from "./likes-store.ts";

const newestFirst: Sorting[] = [{ fieldName: "createdDate", order: "DESC" }];

/** State in a cursor; the next request sends nothing else. The author is determined from the request. */
interface QueryState {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  limit: number;
  place?: KeysetPosition;
}

/**
 * One page of the caller's likes; of all likes for API keys of editors.
 *
 * @throws {InvalidArguments} for an invalid query. @throws {Refusal} `CURSOR_INVALID`, `NOT_ALLOWED`.
 * Source: wire.md, "Generic query builder".
 */
export async function queryLikes(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof queryLikesRequest>,
): Promise<RawJson> {
  const author = hasApiKeyRole(caller, "editor") ? undefined : requireLikeAuthor(caller);
  const { cursorPaging, paging, filter, sort } = body.query ?? {};
  const cursor = cursorPaging?.cursor
    ? (parseCursor(context, "likes query", cursorPaging.cursor) as QueryState)
    : undefined;
  const state: QueryState = {
    filter: cursor?.filter ?? filter ?? {},
    sort: cursor?.sort ?? (sort && sort.length > 0 ? sort : newestFirst),
    limit: cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize,
  };
  validateFilterSize(state.filter);
  const { condition, weight } = compileFilter(state.filter, likeQueryFields);
  const pageQuery = {
    condition: matchesLikes(context.site.id, author, condition),
    keys: compileSort(state.sort, likeQueryFields, "id"),
    position: cursor?.place,
    limit: state.limit,
    offset: paging?.offset ?? 0,
    countTotal: paging != null,
  };
  const page = await readWithTimeLimit(context.db, weight, (db) => findLikePage(db, pageQuery));
  const cursorAt = (place: KeysetPosition) => signCursor(context, "likes query", { ...state, place });
  const metadata: PagingMetadata = {
    count: page.count,
    ...(paging && { offset: pageQuery.offset }),
    ...(page.total !== undefined && { total: page.total, tooManyToCount: false }),
    cursors: {
      ...(page.next && { next: cursorAt({ values: page.next }) }),
      ...(page.previous && { prev: cursorAt({ values: page.previous, backward: true }) }),
    },
    hasNext: page.next !== undefined,
  };
  return new RawJson(`{"likes":[${page.json}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}
