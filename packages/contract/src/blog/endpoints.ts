import { endpoint } from "../endpoint.ts";
import type {
  Category,
  GetCategoryRequest,
  GetPostBySlugRequest,
  GetPostMetricsRequest,
  GetPostRequest,
  GetTagRequest,
  GetTotalPostsRequest,
  ListCategoriesAnswer,
  ListCategoriesRequest,
  ListPostsAnswer,
  ListPostsRequest,
  Post,
  PostMetrics,
  Tag,
} from "./post.ts";

export const listPosts = /* @__PURE__ */ endpoint<ListPostsRequest, ListPostsAnswer>("GET", "/v3/posts", {
  aliases: ["/blog/v3/posts"],
});
export const getPost = /* @__PURE__ */ endpoint<GetPostRequest, { post: Post }>("GET", "/v3/posts/:postId", {
  aliases: ["/blog/v3/posts/:postId"],
});
export const getPostBySlug = /* @__PURE__ */ endpoint<GetPostBySlugRequest, { post: Post }>(
  "GET",
  "/v3/posts/slugs/:slug",
  {
    aliases: ["/blog/v3/posts/slugs/:slug"],
  },
);
export const getPostMetrics = /* @__PURE__ */ endpoint<GetPostMetricsRequest, { metrics: PostMetrics }>(
  "GET",
  "/v3/posts/:postId/metrics",
  { aliases: ["/blog/v3/posts/:postId/metrics"] },
);
export const getTotalPosts = /* @__PURE__ */ endpoint<GetTotalPostsRequest, { total: number }>(
  "GET",
  "/blog/v2/stats/posts/total",
  {
    aliases: ["/v2/stats/posts/total"],
  },
);
export const listCategories = /* @__PURE__ */ endpoint<ListCategoriesRequest, ListCategoriesAnswer>(
  "GET",
  "/blog/v3/categories",
  {
    aliases: ["/v3/categories"],
  },
);
export const getCategory = /* @__PURE__ */ endpoint<GetCategoryRequest, { category: Category }>(
  "GET",
  "/blog/v3/categories/:categoryId",
  {
    aliases: ["/v3/categories/:categoryId"],
  },
);
export const getTag = /* @__PURE__ */ endpoint<GetTagRequest, { tag: Tag }>("GET", "/v3/tags/:tagId", {
  aliases: ["/blog/v3/tags/:tagId"],
});
