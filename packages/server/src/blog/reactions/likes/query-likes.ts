import type { queryLikesRequest } from "@porchlight/contract/blog/reactions/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../../platform/db/database.ts";
import { openCursor, pageCursors, sealCursor } from "../../../platform/db/pagination/cursor.ts";
import { compileFilter } from "../../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPosition, type Sorting } from "../../../platform/db/pagination/keyset-page.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { isEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { validateFilterSize } from "../../pagination/list-query.ts";
import { requireLikeAuthor } from "../like-author.ts";
import { findLikePage, likeQueryFields, matchesLikes } from "./likes-store.ts";

const scope = { list: "likes query" };
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
  const author = isEditor(caller) ? undefined : requireLikeAuthor(caller);
  const { cursorPaging, paging, filter, sort } = body.query ?? {};
  const cursor = cursorPaging?.cursor ? openCursor<QueryState>(context, scope, cursorPaging.cursor) : undefined;
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
  const metadata: PagingMetadata = {
    count: page.count,
    ...(paging && { offset: pageQuery.offset }),
    ...(page.total !== undefined && { total: page.total, tooManyToCount: false }),
    cursors: pageCursors(page, (place) => sealCursor(context, scope, { ...state, place })),
    hasNext: page.next !== undefined,
  };
  return new RawJson(`{"likes":[${page.json}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}
