import type { BlogMetaData } from "@porchlight/contract/blog/posts/post";
import type { listPostsRequest } from "@porchlight/contract/blog/posts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { Reader } from "../analytics/post-views.ts";
import type { BlogContext } from "../blog-context.ts";
import { readPostCursor, writePostCursor } from "./post-cursor.ts";
import { addressBases, publicView, readerKind } from "./post-visibility.ts";
import { findPostPage, isWanted, type PostFilter, postOrders } from "./posts-store.ts";

type Query = z.output<typeof listPostsRequest>["query"];

/**
 * One page of the published posts. With a cursor, filter and order are the cursor's; page size and fieldsets may be given anew.
 *
 * @throws {Refusal} `CURSOR_INVALID`.
 * Source: wire.md, Blog, "Posts".
 */
export async function listPosts(
  context: BlogContext,
  { query }: { query: Query },
  { caller }: Reader,
): Promise<RawJson> {
  const { paging } = query;
  const filter = filterOf(query);
  const cursor = paging?.cursor ? readPostCursor(context, paging.cursor, filter) : undefined;
  const list = {
    sort: cursor?.sort ?? query.sort ?? "FEED",
    filter: cursor?.filter ?? filter,
    fieldsets: query.fieldsets ?? cursor?.fieldsets ?? [],
    limit: paging?.limit ?? cursor?.limit ?? defaultPageSize,
  };
  const offset = cursor?.offset ?? paging?.offset ?? 0;
  const page = await findPostPage(context.db, publicView(context), {
    wanted: isWanted(list.filter),
    language: onlyLanguageOf(list.filter),
    keys: postOrders[list.sort],
    place: cursor && { values: cursor.after },
    limit: list.limit,
    offset: cursor ? 0 : offset,
    counted: true,
    fieldsets: list.fieldsets,
    bases: addressBases(context),
    reader: readerKind(caller),
  });
  const { json, count, total = 0, next } = page;
  const metaData: BlogMetaData = {
    count,
    offset,
    total,
    ...(next ? { cursor: writePostCursor(context, { ...list, offset: offset + count, after: next }) } : {}),
  };
  return new RawJson(`{"posts":[${json}],"metaData":${JSON.stringify(metaData)}}`);
}

/** The language that a filter asks for, where it asks for nothing else. */
function onlyLanguageOf({ language, ...others }: PostFilter): string | undefined {
  return Object.values(others).every((other) => other === undefined) ? language : undefined;
}

/** Ids that cannot be ids match nothing; an empty list asks for nothing. */
function filterOf({ featured, hashtags, categoryIds, tagIds, memberId, language }: Query): PostFilter {
  const filled = <Item>(list: Item[] | undefined) => (list && list.length > 0 ? list : undefined);
  return {
    featured,
    hashtags: filled(hashtags),
    categoryIds: filled(categoryIds)?.filter(isId),
    tagIds: filled(tagIds)?.filter(isId),
    memberId,
    language,
  };
}
