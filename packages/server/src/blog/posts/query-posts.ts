import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import type { queryPostsRequest } from "@porchlight/contract/blog/posts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/database.ts";
import { openCursor, pageCursors, sealCursor } from "../../platform/db/pagination/cursor.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPosition, type Sorting } from "../../platform/db/pagination/keyset-page.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { jsonList } from "../json-list.ts";
import { validateFilterSize } from "../pagination/list-query.ts";
import { cachedRead } from "../read-cache.ts";
import { postQueryFields } from "./post-query-fields-sql.ts";
import { publicVisibility, readerKind, urlBases } from "./post-visibility.ts";
import { findPostPage, postOrders } from "./posts-store.ts";

const scope = { list: "posts query" };

/** State in a cursor; the next request sends nothing else. */
interface QueryState {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  fieldsets: readonly PostFieldset[];
  limit: number;
  place?: KeysetPosition;
}

/**
 * One page of the published posts that match a filter. A cursor fixes filter and order; page size and fieldsets may
 * change from page to page. Default order: the feed's.
 *
 * @throws {InvalidArguments} for an invalid query. @throws {Refusal} `CURSOR_INVALID`.
 * Source: wire.md, "Generic query builder".
 */
export const queryPosts = cachedRead("posts query", readPosts);

async function readPosts(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof queryPostsRequest>,
): Promise<RawJson> {
  const { cursorPaging, paging, ...query } = body.query ?? {};
  const cursor = cursorPaging?.cursor ? openCursor<QueryState>(context, scope, cursorPaging.cursor) : undefined;
  const list: QueryState = {
    filter: cursor?.filter ?? query.filter ?? {},
    sort: cursor?.sort ?? query.sort ?? [],
    fieldsets: body.fieldsets ?? cursor?.fieldsets ?? [],
    limit: cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize,
  };
  validateFilterSize(list.filter);
  const offset = paging?.offset ?? 0;
  const { condition, weight } = compileFilter(list.filter, postQueryFields);
  const pageQuery = {
    condition: Object.keys(list.filter).length > 0 ? condition : undefined,
    keys: list.sort.length > 0 ? compileSort(list.sort, postQueryFields, "id") : postOrders.FEED,
    position: cursor?.place,
    limit: list.limit,
    offset,
    countTotal: body.returnTotalCount ?? (paging != null && body.skipCount !== true),
    fieldsets: list.fieldsets,
    bases: urlBases(context),
    reader: readerKind(caller),
  };
  const page = await readWithTimeLimit(context.db, weight, (db) =>
    findPostPage(db, publicVisibility(context), pageQuery),
  );
  const metadata: PagingMetadata = {
    count: page.count,
    ...(paging ? { offset } : {}),
    ...(page.total === undefined ? {} : { total: page.total, tooManyToCount: false }),
    cursors: pageCursors(page, (place) => sealCursor(context, scope, { ...list, place })),
    hasNext: page.next !== undefined,
  };
  return jsonList("posts", page.json, { pagingMetadata: metadata });
}
