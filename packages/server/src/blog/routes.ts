import * as blog from "@porchlight/contract/blog/endpoints";
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
} from "@porchlight/contract/blog/post-schema";
import type { Deps } from "../deps.ts";
import { type Area, serve } from "../http/serve.ts";
import { getCategory } from "./get-category.ts";
import { getCategoryBySlug } from "./get-category-by-slug.ts";
import { getPost } from "./get-post.ts";
import { getPostBySlug } from "./get-post-by-slug.ts";
import { getPostMetrics } from "./get-post-metrics.ts";
import { getTag } from "./get-tag.ts";
import { getTagByLabel } from "./get-tag-by-label.ts";
import { getTagBySlug } from "./get-tag-by-slug.ts";
import { getTotalPosts } from "./get-total-posts.ts";
import { listCategories } from "./list-categories.ts";
import { listPosts } from "./list-posts.ts";
import { queryCategories } from "./query-categories.ts";
import { queryPostCountStats } from "./query-post-count-stats.ts";
import { queryPosts } from "./query-posts.ts";
import { queryTags } from "./query-tags.ts";

/** Reading the blog. Everyone who has a token sees the same: what is published. */
export function blogRoutes(area: Area, deps: Deps): void {
  serve(area, blog.listPosts, listPostsRequest, (_caller, request) => listPosts(deps, request));
  // Before the routes below /v3/posts/:postId, so that a post may have the slug "metrics".
  serve(area, blog.getPostBySlug, getPostBySlugRequest, (_caller, request) => getPostBySlug(deps, request));
  serve(area, blog.getPost, getPostRequest, (_caller, request) => getPost(deps, request));
  serve(area, blog.getPostMetrics, getPostMetricsRequest, (_caller, request) => getPostMetrics(deps, request));
  serve(area, blog.getTotalPosts, getTotalPostsRequest, (_caller, request) => getTotalPosts(deps, request));
  serve(area, blog.listCategories, listCategoriesRequest, (_caller, request) => listCategories(deps, request));
  serve(area, blog.getCategory, getCategoryRequest, (_caller, request) => getCategory(deps, request));
  serve(area, blog.getTag, getTagRequest, (_caller, request) => getTag(deps, request));
  serve(area, blog.queryPosts, queryPostsRequest, (_caller, request) => queryPosts(deps, request));
  serve(area, blog.queryPostCountStats, queryPostCountStatsRequest, (_caller, request) =>
    queryPostCountStats(deps, request),
  );
  serve(area, blog.getCategoryBySlug, getCategoryBySlugRequest, (_caller, request) => getCategoryBySlug(deps, request));
  serve(area, blog.queryCategories, queryListRequest, (_caller, request) => queryCategories(deps, request));
  serve(area, blog.getTagBySlug, getTagBySlugRequest, (_caller, request) => getTagBySlug(deps, request));
  serve(area, blog.getTagByLabel, getTagByLabelRequest, (_caller, request) => getTagByLabel(deps, request));
  serve(area, blog.queryTags, queryListRequest, (_caller, request) => queryTags(deps, request));
}
