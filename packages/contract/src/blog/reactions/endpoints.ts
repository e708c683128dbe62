import { endpoint } from "../../endpoint.ts";
import type {
  CreateLikeRequest,
  Like,
  LikeByEntityRequest,
  LikeByIdRequest,
  QueryLikesRequest,
  QueryLikesResponse,
} from "./like.ts";
import type { GetPollRequest, PollResponse, VoteRequest } from "./poll.ts";
import type { PostRatingRequest, PostRatingResponse, RatePostRequest } from "./rating.ts";

/** Porchlight extensions: the contract has average ratings but no calls for them. */
const ratingPath = "/_api/porchlight/v1/blog/posts/:postId/rating";
export const getPostRating = /* @__PURE__ */ endpoint<PostRatingRequest, PostRatingResponse>("GET", ratingPath);
export const ratePost = /* @__PURE__ */ endpoint<RatePostRequest, PostRatingResponse>("PUT", ratingPath);
export const removePostRating = /* @__PURE__ */ endpoint<PostRatingRequest, PostRatingResponse>("DELETE", ratingPath);

export const createLike = /* @__PURE__ */ endpoint<CreateLikeRequest, { like: Like }>("POST", "/blog/v1/likes");
export const getLike = /* @__PURE__ */ endpoint<LikeByIdRequest, { like: Like }>("GET", "/blog/v1/likes/:likeId");
export const deleteLike = /* @__PURE__ */ endpoint<LikeByIdRequest, { like: Like }>("DELETE", "/blog/v1/likes/:likeId");
export const deleteLikeByFqdnAndEntityId = /* @__PURE__ */ endpoint<LikeByEntityRequest, { like?: Like }>(
  "DELETE",
  "/blog/v1/likes/fqdn/:fqdn/entity-id/:entityId",
);
export const queryLikes = /* @__PURE__ */ endpoint<QueryLikesRequest, QueryLikesResponse>(
  "POST",
  "/blog/v1/likes/query",
  { readOnly: true },
);

/** Porchlight extensions: the contract has polls in posts but no calls for them. */
const pollPath = "/_api/porchlight/v1/blog/posts/:postId/polls/:pollId";
export const getPoll = /* @__PURE__ */ endpoint<GetPollRequest, PollResponse>("GET", pollPath);
export const voteInPoll = /* @__PURE__ */ endpoint<VoteRequest, PollResponse>("POST", `${pollPath}/vote`);
