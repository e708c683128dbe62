import * as discovery from "@porchlight/contract/blog/discovery/endpoints";
import {
  getPostPreviewRequest,
  getPostsAroundRequest,
  searchPostsRequest,
} from "@porchlight/contract/blog/discovery/schema";
import * as blog from "@porchlight/contract/blog/posts/endpoints";
import {
  getCategoryBySlugRequest,
  getCategoryRequest,
  getPostBySlugRequest,
  getPostMetricsRequest,
  getPostRequest,
  getTagByLabelRequest,
  getTagBySlugRequest,
  getTagRequest,
  getTotalPostsRequest,
  listCategoriesRequest,
  listPostsRequest,
  queryListRequest,
  queryPostCountStatsRequest,
  queryPostsRequest,
} from "@porchlight/contract/blog/posts/schema";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type * as z from "zod";
import type { RequestContext } from "../platform/context/request-context.ts";
import { readFromReplica } from "../platform/db/read-replicas.ts";
import { type Area, type RawJson, serve } from "../platform/http/serve.ts";
import type { BlogContext } from "./blog-context.ts";
import { getPostPreview } from "./drafts/preview/post-preview.ts";
import { getAdjacentPosts } from "./posts/get-adjacent-posts.ts";
import { getPost, getPostBySlug, getPostMetrics } from "./posts/get-post.ts";
import { listPosts } from "./posts/list-posts.ts";
import { getTotalPosts, queryPostCountStats } from "./posts/post-stats.ts";
import { queryPosts } from "./posts/query-posts.ts";
import { searchPosts } from "./search/search-posts.ts";
import { getCategory, getCategoryBySlug, listCategories, queryCategories } from "./taxonomy/categories.ts";
import { getTag, getTagByLabel, getTagBySlug, queryTags } from "./taxonomy/tags.ts";

/** Routes that read the blog. Callers see published posts, and the public part of restricted ones. */
export function blogRoutes(area: Area, context: BlogContext): void {
  function read<Request extends EndpointRequest, Schema extends z.ZodType, Result>(
    endpoint: Endpoint<Request, Result>,
    schema: Schema,
    useCase: (context: BlogContext, request: RequestContext, input: z.output<Schema>) => Promise<Result | RawJson>,
  ): void {
    const options = { revalidate: endpoint.method === "GET" };
    const run = (request: RequestContext, input: z.output<Schema>) =>
      readFromReplica(context, request, (chosen) => useCase(chosen, request, input));
    serve(area, endpoint, schema, run, options);
  }

  read(blog.listPosts, listPostsRequest, listPosts);
  read(blog.queryPosts, queryPostsRequest, queryPosts);
  // Before the routes below /v3/posts/:postId, so that a post may have the slug "metrics".
  read(blog.getPostBySlug, getPostBySlugRequest, getPostBySlug);
  read(blog.getPost, getPostRequest, getPost);
  read(blog.getPostMetrics, getPostMetricsRequest, getPostMetrics);
  read(blog.getTotalPosts, getTotalPostsRequest, getTotalPosts);
  read(blog.queryPostCountStats, queryPostCountStatsRequest, queryPostCountStats);
  read(blog.listCategories, listCategoriesRequest, listCategories);
  read(blog.queryCategories, queryListRequest, queryCategories);
  read(blog.getCategoryBySlug, getCategoryBySlugRequest, getCategoryBySlug);
  read(blog.getCategory, getCategoryRequest, getCategory);
  read(blog.queryTags, queryListRequest, queryTags);
  read(blog.getTagBySlug, getTagBySlugRequest, getTagBySlug);
  read(blog.getTagByLabel, getTagByLabelRequest, getTagByLabel);
  read(blog.getTag, getTagRequest, getTag);
}

/** Routes for search, adjacent posts and previews. */
export function discoveryRoutes(area: Area, context: BlogContext): void {
  const options = { revalidate: true };
  serve(
    area,
    discovery.searchPosts,
    searchPostsRequest,
    (request, input) => readFromReplica(context, request, (chosen) => searchPosts(chosen, request, input)),
    options,
  );
  serve(
    area,
    discovery.getPostsAround,
    getPostsAroundRequest,
    (request, input) => readFromReplica(context, request, (chosen) => getAdjacentPosts(chosen, request, input)),
    options,
  );
  serve(area, discovery.getPostPreview, getPostPreviewRequest, (request, input) =>
    getPostPreview(context, request, input),
  );
}
