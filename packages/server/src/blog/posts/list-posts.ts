import type { BlogMetaData } from "@porchlight/contract/blog/posts/post";
import type { listPostsRequest } from "@porchlight/contract/blog/posts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { jsonList } from "../json-list.ts";
import { cachedRead } from "../read-cache.ts";
import { parsePostCursor, serializePostCursor } from "./post-cursor.ts";
import { publicVisibility, readerKind, urlBases } from "./post-visibility.ts";
import { findPostPage, matchesFilter, type PostFilter, postOrders } from "./posts-store.ts";

type Query = z.output<typeof listPostsRequest>["query"];

/**
 * One page of published posts. A cursor fixes filter and order; page size and fieldsets may change from page to page.
 *
 * @throws {Refusal} `CURSOR_INVALID`.
 * Source: wire.md, Blog, "Posts".
 */
export const listPosts = cachedRead("posts", readPosts);

async function readPosts(context: BlogContext, { caller }: Requester, { query }: { query: Query }): Promise<RawJson> {
  const { paging } = query;
  const filter = toPostFilter(query);
  const cursor = paging?.cursor ? parsePostCursor(context, paging.cursor, filter) : undefined;
  const list = {
    sort: cursor?.sort ?? query.sort ?? "FEED",
    filter: cursor?.filter ?? filter,
    fieldsets: query.fieldsets ?? cursor?.fieldsets ?? [],
    limit: paging?.limit ?? cursor?.limit ?? defaultPageSize,
  };
  const offset = cursor?.offset ?? paging?.offset ?? 0;
  const page = await findPostPage(context.db, publicVisibility(context), {
    condition: matchesFilter(list.filter),
    language: soleLanguage(list.filter),
    keys: postOrders[list.sort],
    position: cursor && { values: cursor.after },
    limit: list.limit,
    offset: cursor ? 0 : offset,
    countTotal: true,
    fieldsets: list.fieldsets,
    bases: urlBases(context),
    reader: readerKind(caller),
  });
  const { json, count, total = 0, next } = page;
  const metaData: BlogMetaData = {
    count,
    offset,
    total,
    ...(next ? { cursor: serializePostCursor(context, { ...list, offset: offset + count, after: next }) } : {}),
  };
  return jsonList("posts", json, { metaData });
}

/** The language of a filter that has no other condition. */
function soleLanguage({ language, ...others }: PostFilter): string | undefined {
  return Object.values(others).every((other) => other === undefined) ? language : undefined;
}

/** Drops strings that are not ids: they match nothing. An empty list is no condition. */
function toPostFilter({ featured, hashtags, categoryIds, tagIds, memberId, language }: Query): PostFilter {
  const nonEmpty = <Item>(list: Item[] | undefined) => (list && list.length > 0 ? list : undefined);
  return {
    featured,
    hashtags: nonEmpty(hashtags),
    categoryIds: nonEmpty(categoryIds)?.filter(isId),
    tagIds: nonEmpty(tagIds)?.filter(isId),
    memberId,
    language,
  };
}
