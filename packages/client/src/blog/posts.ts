import * as conversions from "@porchlight/contract/blog/posts/conversions";
import * as endpoints from "@porchlight/contract/blog/posts/endpoints";
import type {
  BlogMetaData,
  GetPostBySlugRequest,
  GetPostRequest,
  GetTotalPostsRequest,
  ListPostsRequest,
  PostMetrics,
  QueryPostCountStatsRequest,
  QueryPostsRequest,
} from "@porchlight/contract/blog/posts/post";
import type { PagingMetadata, WireQuery } from "@porchlight/contract/wire/query";
import { cursorQuery, isQueryObject, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { CursorQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { mediaConverters as converters } from "./media.ts";
import type { Post } from "./post.ts";
import type { PostQueryFields } from "./query-fields.ts";

/** Options of `posts.listPosts`. */
export type ListPostsOptions = NonNullable<ListPostsRequest["query"]>;
/** Options of `posts.getPost`. */
export type GetPostOptions = NonNullable<GetPostRequest["query"]>;
/** Options of `posts.getPostBySlug`. */
export type GetPostBySlugOptions = NonNullable<GetPostBySlugRequest["query"]>;
/** Options of `posts.getTotalPosts`. */
export type GetTotalPostsOptions = NonNullable<GetTotalPostsRequest["query"]>;
/** Options of `posts.queryPosts`. */
export type QueryPostsOptions = Omit<QueryPostsRequest["body"], "query">;
/** Options of `posts.queryPostCountStats`. */
export type QueryPostCountStatsOptions = Omit<NonNullable<QueryPostCountStatsRequest["query"]>, "rangeStart"> & {
  /** Default: the month of the first post. */
  rangeStart?: Date;
};

/** The number of posts published in one month. */
export interface PostCountPeriod {
  /** Start of the month. */
  periodStart: Date;
  postCount: number;
}

type QueriedPosts = Promise<{ posts: Post[]; pagingMetadata: PagingMetadata }>;

interface QueryPostsCall {
  /**
   * Creates a query builder; `find()` sends the query. Default order: pinned posts first, then the newest. Source:
   * wire.md, "Generic query builder".
   */
  (options?: QueryPostsOptions): CursorQuery<Post, PostQueryFields>;
  /**
   * Sends a query object and reads a page of posts.
   *
   * @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`.
   */
  (query: TypedQuery<PostQueryFields>, options?: QueryPostsOptions, call?: CallOptions): QueriedPosts;
}

const createSendQuery =
  (transport: Transport): SendQuery =>
  (body, call) =>
    transport.send(endpoints.queryPosts, { body }, { ...call, conversion: conversions.listPosts, converters });

/** Published posts of the blog. */
export function posts(transport: Transport) {
  const sendQuery = createSendQuery(transport);
  const calls = postCalls(transport);
  const queryPosts = ((first?: object, options?: object, call?: CallOptions) =>
    options || isQueryObject(first)
      ? calls.queryPosts(first as TypedQuery<PostQueryFields>, options, call)
      : cursorQuery(sendQuery, "posts", first)) as QueryPostsCall;
  return { ...calls, queryPosts };
}

/** The calls of {@link posts} without the query builder, for smaller bundles. */
export function postCalls(transport: Transport) {
  return {
    /**
     * Lists a page of posts.
     *
     * @param options `paging.limit` 1 to 100, default 50; default `sort` FEED.
     * @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. Source: spec §7, `GET /v3/posts`.
     */
    listPosts(options: ListPostsOptions = {}, call?: CallOptions): Promise<{ posts: Post[]; metaData: BlogMetaData }> {
      return transport.send(
        endpoints.listPosts,
        { query: options },
        { ...call, conversion: conversions.listPosts, converters },
      );
    },

    /**
     * Gets a post.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND` if none is visible to this visitor. Source: spec §7,
     * `GET /v3/posts/{postId}`.
     */
    getPost(postId: string, options: GetPostOptions = {}, call?: CallOptions): Promise<{ post: Post }> {
      const request = { params: { postId }, query: options };
      return transport.send(endpoints.getPost, request, { ...call, conversion: conversions.getPost, converters });
    },

    /**
     * Gets a post by slug.
     *
     * @param slug The last part of the post's URL, without slashes, unescaped.
     * @throws {PorchlightError} `POST_NOT_FOUND` if none is visible to this visitor. Source: spec §7,
     * `GET /v3/posts/slugs/{slug}`.
     */
    getPostBySlug(slug: string, options: GetPostBySlugOptions = {}, call?: CallOptions): Promise<{ post: Post }> {
      const request = { params: { slug }, query: options };
      return transport.send(endpoints.getPostBySlug, request, { ...call, conversion: conversions.getPost, converters });
    },

    /**
     * Gets the numbers of views, likes and comments of a post.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`. Source: spec §7, `GET /v3/posts/{postId}/metrics`.
     */
    getPostMetrics(postId: string, call?: CallOptions): Promise<{ metrics: PostMetrics }> {
      const request = { params: { postId } };
      return transport.send(endpoints.getPostMetrics, request, { ...call, conversion: conversions.getPostMetrics });
    },

    /** Counts the published posts. Source: spec §7, `GET /v2/stats/posts/total`. */
    getTotalPosts(options: GetTotalPostsOptions = {}, call?: CallOptions): Promise<{ total: number }> {
      return transport.send(endpoints.getTotalPosts, { query: options }, { ...call });
    },

    /**
     * Reads a page of posts that match a query.
     *
     * @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`.
     */
    queryPosts(query: TypedQuery<PostQueryFields>, options?: QueryPostsOptions, call?: CallOptions): QueriedPosts {
      return createSendQuery(transport)({ ...options, query: wireQuery(query as WireQuery) }, call) as QueriedPosts;
    },

    /**
     * Counts posts by month; months without posts are omitted.
     *
     * @param options Default: oldest month first, in UTC.
     * @throws {PorchlightError} `INVALID_ARGUMENT` for an unknown time zone. Source: spec §7,
     * `GET /v2/stats/post/count`.
     */
    queryPostCountStats(
      { rangeStart, order, months, language, timeZone }: QueryPostCountStatsOptions = {},
      call?: CallOptions,
    ): Promise<{ stats: PostCountPeriod[] }> {
      const query = { rangeStart, order, months, language, timeZone };
      return transport.send(endpoints.queryPostCountStats, { query } as object, {
        ...call,
        conversion: conversions.queryPostCountStats,
      });
    },
  };
}
