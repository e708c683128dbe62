import { endpoint } from "../../endpoint.ts";
import type {
  GetPostPreviewRequest,
  GetPostPreviewResponse,
  GetPostsAroundRequest,
  GetPostsAroundResponse,
  SearchPostsRequest,
  SearchPostsResponse,
} from "./discovery.ts";

/** A Porchlight extension. */
export const searchPosts = /* @__PURE__ */ endpoint<SearchPostsRequest, SearchPostsResponse>("GET", "/v3/posts/search");

/** A Porchlight extension. */
export const getPostsAround = /* @__PURE__ */ endpoint<GetPostsAroundRequest, GetPostsAroundResponse>(
  "GET",
  "/v3/posts/:postId/around",
);

/** A Porchlight extension. */
export const getPostPreview = /* @__PURE__ */ endpoint<GetPostPreviewRequest, GetPostPreviewResponse>(
  "GET",
  "/_api/porchlight/v1/blog/previews",
);
