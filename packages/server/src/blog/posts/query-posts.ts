import type { queryPostsRequest } from "@porchlight/contract/blog/posts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort } from "../../platform/db/pagination/keyset-page.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { cachedRead } from "../cached-read.ts";
import { jsonList } from "../json-list.ts";
import {
  parseQueryCursor,
  type QueryCursor,
  serializeQueryCursor,
  validateFilterSize,
} from "../pagination/signed-cursor.ts";
import { postQueryFields } from "./post-query-fields-sql.ts";
import { publicVisibility, readerKind, urlBases } from "./post-visibility.ts";
import { findPostPage, postOrders } from "./posts-store.ts";

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
  const cursor = cursorPaging?.cursor ? parseQueryCursor(context, cursorPaging.cursor) : undefined;
  const list = {
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
    countTotal: paging != null && body.skipCount !== true,
    fieldsets: list.fieldsets,
    bases: urlBases(context),
    reader: readerKind(caller),
  };
  const page = await readWithTimeLimit(context.db, weight, (db) =>
    findPostPage(db, publicVisibility(context), pageQuery),
  );
  const cursorAt = (place: QueryCursor["place"]) => serializeQueryCursor(context, { ...list, place });
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
  return jsonList("posts", page.json, { pagingMetadata: metadata });
}
