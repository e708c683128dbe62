import type { EndpointDocs } from "../../endpoint-docs.ts";
import { postRatingResponse } from "./rating-schema.ts";

const params = { postId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" };
const answer = { description: "The figures, and the reader's own.", schema: postRatingResponse };

export const ratingDocs = {
  getPostRating: {
    summary: "Read a post's rating",
    description:
      "How many have rated a published post, the average, and what the reader has given. An addition of Porchlight; the figures are in the post's `metrics`, too.",
    response: answer,
    errors: ["POST_NOT_FOUND"],
    example: { params },
  },
  ratePost: {
    summary: "Rate a post",
    description:
      "Gives a post one to five stars, in the place of those that the same member or visitor has given before. The setting `postRatings` says who may. An addition of Porchlight.",
    response: answer,
    errors: ["POST_NOT_FOUND", "RATINGS_OFF", "RATINGS_MEMBERS_ONLY", "NOT_ALLOWED"],
    example: { params, body: { stars: 4 } },
  },
  removePostRating: {
    summary: "Take a rating back",
    description:
      "Takes back what the reader has given a post; where there is nothing, it stays so. An addition of Porchlight.",
    response: answer,
    errors: ["POST_NOT_FOUND", "NOT_ALLOWED"],
    example: { params },
  },
} as const satisfies Record<string, EndpointDocs>;
