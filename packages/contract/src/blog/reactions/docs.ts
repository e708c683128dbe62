import type { EndpointDocs } from "../../endpoint-docs.ts";
import { likedFqdn } from "./like.ts";
import {
  deleteLikeByEntityResponse,
  likeResponse,
  pollResponse,
  postRatingResponse,
  queryLikesResponse,
} from "./schema.ts";

const ratingParams = { postId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" };
const ratingResult = { description: "The rating, including the reader's.", schema: postRatingResponse };

export const ratingDocs = {
  getPostRating: {
    summary: "Get the rating of a post",
    description:
      "The number of ratings of a published post, their average, and the reader's rating. A Porchlight extension; also in the post's `metrics`.",
    response: ratingResult,
    errors: ["POST_NOT_FOUND"],
    example: { params: ratingParams },
  },
  ratePost: {
    summary: "Rate a post",
    description:
      "Rates a post with one to five stars, replacing the previous rating of the same member or visitor. The setting `postRatings` determines who may. A Porchlight extension.",
    response: ratingResult,
    errors: ["POST_NOT_FOUND", "RATINGS_OFF", "RATINGS_MEMBERS_ONLY", "NOT_ALLOWED", "MEMBER_MUTED"],
    example: { params: ratingParams, body: { stars: 4 } },
  },
  removePostRating: {
    summary: "Remove a rating",
    description: "Removes the reader's rating of a post; idempotent. A Porchlight extension.",
    response: ratingResult,
    errors: ["POST_NOT_FOUND", "NOT_ALLOWED"],
    example: { params: ratingParams },
  },
} as const satisfies Record<string, EndpointDocs>;

const entityId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const likeId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2c";

export const likeDocs = {
  createLike: {
    summary: "Like a post",
    description: "For members and visitors. Idempotent: returns an existing like.",
    response: { description: "The like.", schema: likeResponse },
    errors: ["POST_NOT_FOUND", "NOT_ALLOWED", "MEMBER_MUTED"],
    example: { body: { like: { fqdn: likedFqdn, entityId } } },
  },
  getLike: {
    summary: "Get a like",
    description: "Your own; with an API key of an editor, any.",
    response: { description: "The like.", schema: likeResponse },
    errors: ["LIKE_NOT_FOUND"],
    example: { params: { likeId } },
  },
  deleteLike: {
    summary: "Delete a like",
    description: "Your own.",
    response: { description: "The deleted like.", schema: likeResponse },
    errors: ["NOT_ALLOWED", "LIKE_NOT_FOUND"],
    example: { params: { likeId } },
  },
  deleteLikeByFqdnAndEntityId: {
    summary: "Delete the like of a post",
    description: "Your own; idempotent.",
    response: { description: "The deleted like.", schema: deleteLikeByEntityResponse },
    errors: ["NOT_ALLOWED"],
    example: { params: { fqdn: likedFqdn, entityId } },
  },
  queryLikes: {
    summary: "Query likes",
    description: "Your own, by default newest first; with an API key of an editor, all.",
    response: { description: "One page of likes, with cursors to the adjacent pages.", schema: queryLikesResponse },
    errors: ["CURSOR_INVALID"],
    example: { body: { query: { filter: { entityId }, cursorPaging: { limit: 1 } } } },
  },
} as const satisfies Record<string, EndpointDocs>;

const pollParams = { postId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", pollId: "p1" };

export const pollDocs = {
  getPoll: {
    summary: "Get a poll",
    description:
      "Whether the reader may vote in a poll of a published post, their vote, and the results visible to them: numbers, and with `showVoters` the latest 200 voters with a public profile. A Porchlight extension.",
    response: { description: "The poll for this reader.", schema: pollResponse },
    errors: ["POST_NOT_FOUND", "POLL_NOT_FOUND"],
    example: { params: pollParams },
  },
  voteInPoll: {
    summary: "Vote in a poll",
    description:
      "Counts each member or visitor session once. If the poll allows several answers, a later vote replaces the first; otherwise a second vote is rejected. A Porchlight extension.",
    response: { description: "The poll after the vote.", schema: pollResponse },
    errors: [
      "POST_NOT_FOUND",
      "POLL_NOT_FOUND",
      "POLL_ALREADY_VOTED",
      "POLL_CLOSED",
      "POLL_MEMBERS_ONLY",
      "NOT_ALLOWED",
      "MEMBER_MUTED",
    ],
    example: { params: pollParams, body: { optionIds: ["o1"] } },
  },
} as const satisfies Record<string, EndpointDocs>;
