import type {
  PostRatingRequest,
  PostRatingResponse,
  PostRatings,
  RatePostRequest,
} from "@porchlight/contract/blog/reactions/rating";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { isId, newId } from "../../../platform/db/ids.ts";
import { requireUnmuted } from "../../../platform/identity/muted-members-store.ts";
import type { BlogContext } from "../../blog-context.ts";
import { publicVisibility } from "../../posts/post-visibility.ts";
import { findLikeAuthor, type LikeAuthor, requireLikeAuthor } from "../like-author.ts";
import { deleteRating, findRating, upsertRating } from "./ratings-store.ts";

/**
 * The average rating of a published post and the caller's own.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostRating(
  context: BlogContext,
  { caller }: Requester,
  { params }: PostRatingRequest,
): Promise<PostRatingResponse> {
  return serializeRating(context.db, context, caller, params.postId);
}

/**
 * Rates a post; replaces the caller's previous rating.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `RATINGS_OFF`, `RATINGS_MEMBERS_ONLY`, `NOT_ALLOWED`, `MEMBER_MUTED`.
 */
export async function ratePost(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: RatePostRequest,
): Promise<PostRatingResponse> {
  const rater = requireLikeAuthor(caller);
  const obstacle = findRatingObstacle((await context.settings.read()).postRatings, rater);
  if (obstacle) throw new Refusal(obstacle);
  await requireUnmuted(context.db, context.site.id, caller);
  const { postId } = params;
  const rating = { id: newId(context.now().getTime()), postId, stars: body.stars };
  if (!isId(postId) || !(await upsertRating(context.db, publicVisibility(context), rater, rating)))
    throw new Refusal("POST_NOT_FOUND");
  return serializeRating(context.db, context, caller, postId);
}

/**
 * Removes the caller's rating, also if ratings are now disabled.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `NOT_ALLOWED`.
 */
export async function removePostRating(
  context: BlogContext,
  { caller }: Requester,
  { params }: PostRatingRequest,
): Promise<PostRatingResponse> {
  const rater = requireLikeAuthor(caller);
  if (isId(params.postId)) await deleteRating(context.db, context.site.id, rater, params.postId);
  return serializeRating(context.db, context, caller, params.postId);
}

/** The error code if the caller may not rate. */
function findRatingObstacle(postRatings: PostRatings, rater: LikeAuthor | undefined) {
  if (postRatings === "off") return "RATINGS_OFF";
  if (!rater) return "NOT_ALLOWED";
  return postRatings === "members" && !("memberId" in rater) ? "RATINGS_MEMBERS_ONLY" : undefined;
}

/** @throws {Refusal} `POST_NOT_FOUND`. */
async function serializeRating(
  db: DbOrTx,
  context: BlogContext,
  caller: Caller,
  postId: string,
): Promise<PostRatingResponse> {
  const rater = findLikeAuthor(caller);
  const { postRatings } = await context.settings.read();
  const found = isId(postId) ? await findRating(db, publicVisibility(context), rater, postId) : undefined;
  if (!found) throw new Refusal("POST_NOT_FOUND");
  const { ratings, average, stars } = found;
  return {
    rating: {
      postId,
      ratings,
      ...(average !== null && { averageRating: average }),
      ...(stars !== null && { stars }),
      mayRate: findRatingObstacle(postRatings, rater) === undefined,
    },
  };
}
