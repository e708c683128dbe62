import type { PostRatingResponse, PostRatings } from "@porchlight/contract/blog/reactions/rating";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { BlogContext } from "../../blog-context.ts";
import { publicVisibility } from "../../posts/post-visibility.ts";
import { findLikeAuthor, type LikeAuthor } from "../like-author.ts";
import { findRating } from "./ratings-store.ts";

/** The code that somebody is refused with; nothing where they may rate. */
export function findRatingObstacle(postRatings: PostRatings, rater: LikeAuthor | undefined) {
  if (postRatings === "off") return "RATINGS_OFF";
  if (!rater) return "NOT_ALLOWED";
  return postRatings === "members" && !("memberId" in rater) ? "RATINGS_MEMBERS_ONLY" : undefined;
}

/** @throws {Refusal} `POST_NOT_FOUND`. */
export async function serializeRating(
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
