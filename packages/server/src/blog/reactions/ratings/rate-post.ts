import type { PostRatingAnswer, RatePostRequest } from "@porchlight/contract/blog/rating";
import { isId, newId } from "../../../platform/db/ids.ts";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import { needLiker } from "../like-author.ts";
import { publicView } from "../../posts/post-visibility.ts";
import { putRating } from "./ratings-store.ts";
import { obstacleOf, tellRating } from "./serialize-rating.ts";

/**
 * Gives a post stars, in the place of those that the caller has given it before.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `RATINGS_OFF`, `RATINGS_MEMBERS_ONLY`, `NOT_ALLOWED`.
 */
export async function ratePost(
  deps: Deps,
  caller: Caller,
  { params, body }: RatePostRequest,
): Promise<PostRatingAnswer> {
  const rater = needLiker(caller);
  const obstacle = obstacleOf((await deps.settings.read()).postRatings, rater);
  if (obstacle) throw new Refusal(obstacle);
  const { postId } = params;
  const rating = { id: newId(deps.now().getTime()), postId, stars: body.stars };
  if (!isId(postId) || !(await putRating(deps.db, publicView(deps), rater, rating)))
    throw new Refusal("POST_NOT_FOUND");
  return tellRating(deps.db, deps, caller, postId);
}
