import type { queryPostsRequest } from "@porchlight/contract/blog/posts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import { readBounded } from "../../platform/db/pagination/bounded-read.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort } from "../../platform/db/pagination/keyset-page.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { Reader } from "../analytics/post-views.ts";
import type { BlogContext } from "../blog-context.ts";
import { checkFilterSize, type QueryCursor, readQueryCursor, writeQueryCursor } from "../query-cursor.ts";
import { postQueryFields } from "./post-query-fields.ts";
import { addressBases, publicView, readerKind } from "./post-visibility.ts";
import { findPostPage, postOrders } from "./posts-store.ts";

/**
 * One page of the published posts that a filter leaves. With a cursor, filter and order are the cursor's; page size and
 * fieldsets may be given anew. Without an order, that of the feed.
 *
 * @throws {InvalidArguments} for what is not a query of posts. @throws {Refusal} `CURSOR_INVALID`.
 * Source: wire.md, "Generic query builder".
 */
export async function queryPosts(
  context: BlogContext,
  { body }: z.output<typeof queryPostsRequest>,
  { caller }: Reader,
): Promise<RawJson> {
  const { cursorPaging, paging, ...query } = body.query ?? {};
  const cursor = cursorPaging?.cursor ? readQueryCursor(context, cursorPaging.cursor) : undefined;
  const list = {
    filter: cursor?.filter ?? query.filter ?? {},
    sort: cursor?.sort ?? query.sort ?? [],
    fieldsets: body.fieldsets ?? cursor?.fieldsets ?? [],
    limit: cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize,
  };
  checkFilterSize(list.filter);
  const offset = paging?.offset ?? 0;
  const { condition, weight } = compileFilter(list.filter, postQueryFields);
  const question = {
    wanted: Object.keys(list.filter).length > 0 ? condition : undefined,
    keys: list.sort.length > 0 ? compileSort(list.sort, postQueryFields, "id") : postOrders.FEED,
    place: cursor?.place,
    limit: list.limit,
    offset,
    counted: paging != null && body.skipCount !== true,
    fieldsets: list.fieldsets,
    bases: addressBases(context),
    reader: readerKind(caller),
  };
  const page = await readBounded(context.db, weight, (db) => findPostPage(db, publicView(context), question));
  const cursorAt = (place: QueryCursor["place"]) => writeQueryCursor(context, { ...list, place });
  const metadata: PagingMetadata = {
    count: page.count,
    ...(paging ? { offset } : {}),
    ...(page.total === undefined ? {} : { total: page.total, tooManyToCount: false }),
    cursors: {
      ...(page.next ? { next: cursorAt({ values: page.next }) } : {}),
      ...(page.previous ? { prev: cursorAt({ values: page.previous, backward: true }) } : {}),
    },
    hasNext: page.next !== undefined,
  };
  return new RawJson(`{"posts":[${page.json}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}
