import type { PostRatingAnswer, RatePostRequest } from "@porchlight/contract/blog/reactions/rating";
import { Refusal } from "../../../platform/context/errors.ts";
import { isId, newId } from "../../../platform/db/ids.ts";
import type { Requester } from "../../../platform/http/request-context.ts";
import type { BlogContext } from "../../blog-context.ts";
import { publicView } from "../../posts/post-visibility.ts";
import { needLiker } from "../like-author.ts";
import { putRating } from "./ratings-store.ts";
import { obstacleOf, tellRating } from "./serialize-rating.ts";

/**
 * Gives a post stars, in the place of those that the caller has given it before.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `RATINGS_OFF`, `RATINGS_MEMBERS_ONLY`, `NOT_ALLOWED`.
 */
export async function ratePost(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: RatePostRequest,
): Promise<PostRatingAnswer> {
  const rater = needLiker(caller);
  const obstacle = obstacleOf((await context.settings.read()).postRatings, rater);
  if (obstacle) throw new Refusal(obstacle);
  const { postId } = params;
  const rating = { id: newId(context.now().getTime()), postId, stars: body.stars };
  if (!isId(postId) || !(await putRating(context.db, publicView(context), rater, rating)))
    throw new Refusal("POST_NOT_FOUND");
  return tellRating(context.db, context, caller, postId);
}
