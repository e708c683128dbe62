import type { PostRatingResponse, RatePostRequest } from "@porchlight/contract/blog/reactions/rating";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId, newId } from "../../../platform/db/ids.ts";
import type { BlogContext } from "../../blog-context.ts";
import { publicVisibility } from "../../posts/post-visibility.ts";
import { requireLikeAuthor } from "../like-author.ts";
import { upsertRating } from "./ratings-store.ts";
import { findRatingObstacle, serializeRating } from "./serialize-rating.ts";

/**
 * Gives a post stars, in the place of those that the caller has given it before.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `RATINGS_OFF`, `RATINGS_MEMBERS_ONLY`, `NOT_ALLOWED`.
 */
export async function ratePost(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: RatePostRequest,
): Promise<PostRatingResponse> {
  const rater = requireLikeAuthor(caller);
  const obstacle = findRatingObstacle((await context.settings.read()).postRatings, rater);
  if (obstacle) throw new Refusal(obstacle);
  const { postId } = params;
  const rating = { id: newId(context.now().getTime()), postId, stars: body.stars };
  if (!isId(postId) || !(await upsertRating(context.db, publicVisibility(context), rater, rating)))
    throw new Refusal("POST_NOT_FOUND");
  return serializeRating(context.db, context, caller, postId);
}
