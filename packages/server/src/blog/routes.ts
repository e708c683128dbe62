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
import { type Area, type RawJson, serve } from "../platform/http/serve.ts";
import { getPostMetrics } from "./analytics/get-post-metrics.ts";
import type { BlogContext } from "./blog-context.ts";
import { getPost } from "./posts/get-post.ts";
import { getPostBySlug } from "./posts/get-post-by-slug.ts";
import { getTotalPosts } from "./posts/get-total-posts.ts";
import { listPosts } from "./posts/list-posts.ts";
import { queryPostCountStats } from "./posts/query-post-count-stats.ts";
import { queryPosts } from "./posts/query-posts.ts";
import { getCategory } from "./taxonomy/get-category.ts";
import { getCategoryBySlug } from "./taxonomy/get-category-by-slug.ts";
import { getTag } from "./taxonomy/get-tag.ts";
import { getTagByLabel } from "./taxonomy/get-tag-by-label.ts";
import { getTagBySlug } from "./taxonomy/get-tag-by-slug.ts";
import { listCategories } from "./taxonomy/list-categories.ts";
import { queryCategories } from "./taxonomy/query-categories.ts";
import { queryTags } from "./taxonomy/query-tags.ts";

/** Reading the blog. Everyone who has a token sees what is published; of posts for members the others see the beginning. */
export function blogRoutes(area: Area, context: BlogContext): void {
  function read<Request extends EndpointRequest, Schema extends z.ZodType, Answer>(
    endpoint: Endpoint<Request, Answer>,
    schema: Schema,
    useCase: (context: BlogContext, request: RequestContext, input: z.output<Schema>) => Promise<Answer | RawJson>,
  ): void {
    const options = { revalidate: endpoint.method === "GET" };
    serve(area, endpoint, schema, (request, input) => useCase(context, request, input), options);
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
