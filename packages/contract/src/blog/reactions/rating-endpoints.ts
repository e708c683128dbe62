import { endpoint } from "../../endpoint.ts";
import type { PostRatingRequest, PostRatingResponse, RatePostRequest } from "./rating.ts";

/** Additions of Porchlight: the contract tells an average of ratings, and has no calls for them. */
const path = "/_api/porchlight/v1/blog/posts/:postId/rating";
export const getPostRating = /* @__PURE__ */ endpoint<PostRatingRequest, PostRatingResponse>("GET", path);
export const ratePost = /* @__PURE__ */ endpoint<RatePostRequest, PostRatingResponse>("PUT", path);
export const removePostRating = /* @__PURE__ */ endpoint<PostRatingRequest, PostRatingResponse>("DELETE", path);
