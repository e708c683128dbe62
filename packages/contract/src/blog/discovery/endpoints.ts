import { endpoint } from "../../endpoint.ts";
import type {
  GetPostsAroundAnswer,
  GetPostsAroundRequest,
  SearchPostsAnswer,
  SearchPostsRequest,
} from "./discovery.ts";

/** An addition of Porchlight: the contract has no search of posts. */
export const searchPosts = /* @__PURE__ */ endpoint<SearchPostsRequest, SearchPostsAnswer>("GET", "/v3/posts/search");

/** An addition of Porchlight, too. */
export const getPostsAround = /* @__PURE__ */ endpoint<GetPostsAroundRequest, GetPostsAroundAnswer>(
  "GET",
  "/v3/posts/:postId/around",
);
