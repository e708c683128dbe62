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
const ratingResult = { description: "The figures, and the reader's own.", schema: postRatingResponse };

export const ratingDocs = {
  getPostRating: {
    summary: "Read a post's rating",
    description:
      "How many have rated a published post, the average, and what the reader has given. An addition of Porchlight; the figures are in the post's `metrics`, too.",
    response: ratingResult,
    errors: ["POST_NOT_FOUND"],
    example: { params: ratingParams },
  },
  ratePost: {
    summary: "Rate a post",
    description:
      "Gives a post one to five stars, in the place of those that the same member or visitor has given before. The setting `postRatings` says who may. An addition of Porchlight.",
    response: ratingResult,
    errors: ["POST_NOT_FOUND", "RATINGS_OFF", "RATINGS_MEMBERS_ONLY", "NOT_ALLOWED"],
    example: { params: ratingParams, body: { stars: 4 } },
  },
  removePostRating: {
    summary: "Take a rating back",
    description:
      "Takes back what the reader has given a post; where there is nothing, it stays so. An addition of Porchlight.",
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
    description:
      "For members and visitors. A post that is liked already stays so, and the like that is there is answered.",
    response: { description: "The like.", schema: likeResponse },
    errors: ["POST_NOT_FOUND", "NOT_ALLOWED"],
    example: { body: { like: { fqdn: likedFqdn, entityId } } },
  },
  getLike: {
    summary: "Read a like",
    description: "One's own; with an API key of an editor, anyone's.",
    response: { description: "The like.", schema: likeResponse },
    errors: ["LIKE_NOT_FOUND"],
    example: { params: { likeId } },
  },
  deleteLike: {
    summary: "Take a like back",
    description: "One's own.",
    response: { description: "The like that is gone.", schema: likeResponse },
    errors: ["LIKE_NOT_FOUND"],
    example: { params: { likeId } },
  },
  deleteLikeByFqdnAndEntityId: {
    summary: "Take the like of a post back",
    description: "One's own. A post that was not liked stays so.",
    response: { description: "The like that is gone.", schema: deleteLikeByEntityResponse },
    errors: ["NOT_ALLOWED"],
    example: { params: { fqdn: likedFqdn, entityId } },
  },
  queryLikes: {
    summary: "Query likes",
    description: "One's own, the newest first unless another order is given; with an API key of an editor, everyone's.",
    response: { description: "One page of likes, and cursors to the pages around it.", schema: queryLikesResponse },
    errors: ["CURSOR_INVALID"],
    example: { body: { query: { filter: { entityId }, cursorPaging: { limit: 1 } } } },
  },
} as const satisfies Record<string, EndpointDocs>;

const pollParams = { postId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", pollId: "p1" };

export const pollDocs = {
  getPoll: {
    summary: "Read a poll",
    description:
      "Whether the reader may vote in a poll of a published post, what they have voted, and the results as far as they may see them: figures, and with `showVoters` the latest 200 members who voted and have a public profile. An addition of Porchlight.",
    response: { description: "The poll for whoever asks.", schema: pollResponse },
    errors: ["POST_NOT_FOUND", "POLL_NOT_FOUND"],
    example: { params: pollParams },
  },
  voteInPoll: {
    summary: "Vote in a poll",
    description:
      "Counts each member, and each visitor's session, once. Where the poll allows it there may be several answers, and a later vote takes the place of the first; else a second vote is refused. An addition of Porchlight.",
    response: { description: "The poll after the vote.", schema: pollResponse },
    errors: [
      "POST_NOT_FOUND",
      "POLL_NOT_FOUND",
      "POLL_ALREADY_VOTED",
      "POLL_CLOSED",
      "POLL_MEMBERS_ONLY",
      "NOT_ALLOWED",
    ],
    example: { params: pollParams, body: { optionIds: ["o1"] } },
  },
} as const satisfies Record<string, EndpointDocs>;
