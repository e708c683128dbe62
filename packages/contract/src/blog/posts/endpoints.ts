import { endpoint } from "../../endpoint.ts";
import type {
  Category,
  GetCategoryBySlugRequest,
  GetCategoryRequest,
  GetPostBySlugRequest,
  GetPostMetricsRequest,
  GetPostRequest,
  GetTagByLabelRequest,
  GetTagBySlugRequest,
  GetTagRequest,
  GetTotalPostsRequest,
  ListCategoriesRequest,
  ListCategoriesResponse,
  ListPostsRequest,
  ListPostsResponse,
  PeriodPostCount,
  Post,
  PostMetrics,
  QueryCategoriesRequest,
  QueryCategoriesResponse,
  QueryPostCountStatsRequest,
  QueryPostsRequest,
  QueryPostsResponse,
  QueryTagsRequest,
  QueryTagsResponse,
  Tag,
} from "./post.ts";

export const listPosts = /* @__PURE__ */ endpoint<ListPostsRequest, ListPostsResponse>("GET", "/v3/posts");
export const getPost = /* @__PURE__ */ endpoint<GetPostRequest, { post: Post }>("GET", "/v3/posts/:postId");
export const getPostBySlug = /* @__PURE__ */ endpoint<GetPostBySlugRequest, { post: Post }>(
  "GET",
  "/v3/posts/slugs/:slug",
);
export const getPostMetrics = /* @__PURE__ */ endpoint<GetPostMetricsRequest, { metrics: PostMetrics }>(
  "GET",
  "/v3/posts/:postId/metrics",
);
export const getTotalPosts = /* @__PURE__ */ endpoint<GetTotalPostsRequest, { total: number }>(
  "GET",
  "/blog/v2/stats/posts/total",
);
export const listCategories = /* @__PURE__ */ endpoint<ListCategoriesRequest, ListCategoriesResponse>(
  "GET",
  "/blog/v3/categories",
);
export const getCategory = /* @__PURE__ */ endpoint<GetCategoryRequest, { category: Category }>(
  "GET",
  "/blog/v3/categories/:categoryId",
);
export const getTag = /* @__PURE__ */ endpoint<GetTagRequest, { tag: Tag }>("GET", "/v3/tags/:tagId");
export const queryPosts = /* @__PURE__ */ endpoint<QueryPostsRequest, QueryPostsResponse>("POST", "/v3/posts/query", {
  readOnly: true,
});
export const queryPostCountStats = /* @__PURE__ */ endpoint<QueryPostCountStatsRequest, { stats: PeriodPostCount[] }>(
  "GET",
  "/blog/v2/stats/post/count",
);
export const getCategoryBySlug = /* @__PURE__ */ endpoint<GetCategoryBySlugRequest, { category: Category }>(
  "GET",
  "/blog/v3/categories/slugs/:slug",
);
export const queryCategories = /* @__PURE__ */ endpoint<QueryCategoriesRequest, QueryCategoriesResponse>(
  "POST",
  "/blog/v3/categories/query",
  { readOnly: true },
);
export const getTagBySlug = /* @__PURE__ */ endpoint<GetTagBySlugRequest, { tag: Tag }>("GET", "/v3/tags/slugs/:slug");
export const getTagByLabel = /* @__PURE__ */ endpoint<GetTagByLabelRequest, { tag: Tag }>(
  "GET",
  "/v3/tags/labels/:label",
);
export const queryTags = /* @__PURE__ */ endpoint<QueryTagsRequest, QueryTagsResponse>("POST", "/v3/tags/query", {
  readOnly: true,
});
