import * as blog from "@porchlight/contract/blog/endpoints";
import {
  getCategoryRequest,
  getPostBySlugRequest,
  getPostMetricsRequest,
  getPostRequest,
  getTagRequest,
  getTotalPostsRequest,
  listCategoriesRequest,
  listPostsRequest,
} from "@porchlight/contract/blog/post-schema";
import type { Deps } from "../deps.ts";
import { type Area, serve } from "../http/serve.ts";
import { getCategory } from "./get-category.ts";
import { getPost } from "./get-post.ts";
import { getPostBySlug } from "./get-post-by-slug.ts";
import { getPostMetrics } from "./get-post-metrics.ts";
import { getTag } from "./get-tag.ts";
import { getTotalPosts } from "./get-total-posts.ts";
import { listCategories } from "./list-categories.ts";
import { listPosts } from "./list-posts.ts";

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
}
