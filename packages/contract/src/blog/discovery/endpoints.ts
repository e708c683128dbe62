import { endpoint } from "../../endpoint.ts";
import type {
  GetPostsAroundRequest,
  GetPostsAroundResponse,
  SearchPostsRequest,
  SearchPostsResponse,
} from "./discovery.ts";

/** An addition of Porchlight: the contract has no search of posts. */
export const searchPosts = /* @__PURE__ */ endpoint<SearchPostsRequest, SearchPostsResponse>("GET", "/v3/posts/search");

/** An addition of Porchlight, too. */
export const getPostsAround = /* @__PURE__ */ endpoint<GetPostsAroundRequest, GetPostsAroundResponse>(
  "GET",
  "/v3/posts/:postId/around",
);
