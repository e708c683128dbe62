import * as ratings from "@porchlight/contract/blog/reactions/rating-endpoints";
import { postRatingRequest, ratePostRequest } from "@porchlight/contract/blog/reactions/rating-schema";
import { type Area, serve } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { getPostRating } from "./get-post-rating.ts";
import { ratePost } from "./rate-post.ts";
import { removePostRating } from "./remove-post-rating.ts";

const limits = { limit: "changesPerIp", memberLimit: "changesPerMember" } as const;

/** Stars of posts. */
export function ratingRoutes(area: Area, context: BlogContext): void {
  serve(area, ratings.getPostRating, postRatingRequest, (request, input) => getPostRating(context, request, input));
  serve(area, ratings.ratePost, ratePostRequest, (request, input) => ratePost(context, request, input), limits);
  serve(
    area,
    ratings.removePostRating,
    postRatingRequest,
    (request, input) => removePostRating(context, request, input),
    limits,
  );
}
