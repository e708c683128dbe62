import * as endpoints from "@porchlight/contract/blog/posts/endpoints";
import type { ListPostsRequest, Post } from "@porchlight/contract/blog/posts/post";
import type { PostFieldset, PostSort } from "@porchlight/contract/blog/posts/post-status";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { WireSorting } from "@porchlight/contract/wire/query";
import { listOf } from "./stub-members.ts";
import { matches, readCursor, sort, writeCursor } from "./stub-query.ts";
import { errorResponse, requirePageSize, route, StubError, type StubRoute } from "./stub-responses.ts";
import type { StubState } from "./stub-state.ts";

type ListQuery = NonNullable<ListPostsRequest["query"]>;

const newest: WireSorting[] = [{ fieldName: "firstPublishedDate", order: "DESC" }];
const orders: Record<PostSort, WireSorting[]> = {
  FEED: [{ fieldName: "pinned", order: "DESC" }, ...newest],
  PUBLISHED_DATE_ASC: [{ fieldName: "firstPublishedDate" }],
  PUBLISHED_DATE_DESC: newest,
  VIEW_COUNT: [{ fieldName: "metrics.views", order: "DESC" }, ...newest],
  LIKE_COUNT: [{ fieldName: "metrics.likes", order: "DESC" }, ...newest],
  TITLE_ASC: [{ fieldName: "title" }],
  TITLE_DESC: [{ fieldName: "title", order: "DESC" }],
};

export function postRoutes({ posts }: StubState): StubRoute[] {
  function find(isWanted: (post: Post) => boolean): Post {
    const post = posts.find(isWanted);
    if (!post) throw new StubError(errorResponse("POST_NOT_FOUND"));
    return post;
  }

  const serialize = (list: readonly Post[], fieldsets: readonly PostFieldset[]) =>
    list.map((post) => withFieldsets(post, fieldsets));

  return [
    route(endpoints.listPosts, ({ query = {} }) => {
      const cursor = query.paging?.cursor ? readCursor<ListQuery>(query.paging.cursor) : undefined;
      const listQuery = cursor?.listQuery ?? query;
      const fieldsets = listOf(query.fieldsets ?? listQuery.fieldsets);
      const sorted = sort(posts.filter(matchesList(listQuery)), orders[listQuery.sort ?? "FEED"]);
      const limit = Number(query.paging?.limit ?? cursor?.page.limit ?? defaultPageSize);
      requirePageSize("paging.limit", limit);
      const offset = cursor?.page.offset ?? Number(query.paging?.offset ?? 0);
      const page = sorted.slice(offset, offset + limit);
      const next = { listQuery, page: { offset: offset + page.length, limit } };
      return {
        posts: serialize(page, fieldsets),
        metaData: {
          count: page.length,
          offset,
          total: sorted.length,
          ...(next.page.offset < sorted.length && { cursor: writeCursor(next) }),
        },
      };
    }),
    route(endpoints.queryPosts, ({ body }) => {
      const { cursorPaging, paging, ...query } = body.query ?? {};
      const cursor = cursorPaging?.cursor ? readCursor<typeof query>(cursorPaging.cursor) : undefined;
      const listQuery = cursor?.listQuery ?? query;
      const { filter = {}, sort: requestedSort = [] } = listQuery;
      const sorted = sort(
        posts.filter((post) => matches(post, filter)),
        requestedSort.length > 0 ? requestedSort : orders.FEED,
      );
      const limit = cursorPaging?.limit ?? paging?.limit ?? cursor?.page.limit ?? defaultPageSize;
      requirePageSize(`query.${paging ? "paging" : "cursorPaging"}.limit`, limit);
      const offset = cursor?.page.offset ?? paging?.offset ?? 0;
      const page = sorted.slice(offset, offset + limit);
      const hasNext = offset + page.length < sorted.length;
      const cursorAt = (start: number) => writeCursor({ listQuery, page: { offset: Math.max(0, start), limit } });
      return {
        posts: serialize(page, listOf(body.fieldsets)),
        pagingMetadata: {
          count: page.length,
          ...(paging && { offset, total: sorted.length, tooManyToCount: false }),
          cursors: {
            ...(hasNext && { next: cursorAt(offset + limit) }),
            ...(offset > 0 && { prev: cursorAt(offset - limit) }),
          },
          hasNext,
        },
      };
    }),
    route(endpoints.getPostBySlug, ({ params, query }) => ({
      post: withFieldsets(
        find(({ slug }) => slug === params.slug),
        listOf(query?.fieldsets),
      ),
    })),
    route(endpoints.getPostMetrics, ({ params }) => {
      const { metrics } = find(({ id }) => id === params.postId);
      return { metrics: metrics ?? { comments: 0, likes: 0, views: 0 } };
    }),
    route(endpoints.getTotalPosts, ({ query }) => ({
      total: posts.filter(({ language }) => !query?.language || language === query.language).length,
    })),
    route(endpoints.getPost, ({ params, query }) => ({
      post: withFieldsets(
        find(({ id }) => id === params.postId),
        listOf(query?.fieldsets),
      ),
    })),
  ];
}

function matchesList({ featured, hashtags, categoryIds, tagIds, memberId, language }: ListQuery) {
  const includesAny = (values: readonly string[], requested: string[] | undefined) =>
    listOf(requested).length === 0 || listOf(requested).some((one) => values.includes(one as string));
  return (post: Post): boolean =>
    (featured === undefined || post.featured === (String(featured) === "true")) &&
    (memberId === undefined || post.memberId === memberId) &&
    (language === undefined || post.language === language) &&
    includesAny(post.hashtags, hashtags) &&
    includesAny(post.categoryIds, categoryIds) &&
    includesAny(post.tagIds, tagIds);
}

/** Properties returned only if their fieldset is requested. */
const onDemand: Partial<Record<keyof Post, PostFieldset>> = {
  url: "URL",
  contentText: "CONTENT_TEXT",
  richContent: "RICH_CONTENT",
  metrics: "METRICS",
  seoData: "SEO",
  referenceId: "REFERENCE_ID",
};

function withFieldsets(post: Post, fieldsets: readonly string[]): Post {
  const returned = Object.entries(post).filter(([name]) => {
    const fieldset = onDemand[name as keyof Post];
    return !fieldset || fieldsets.includes(fieldset);
  });
  return Object.fromEntries(returned) as unknown as Post;
}
