import type { PostRatingRequest, PostRatingResponse } from "@porchlight/contract/blog/reactions/rating";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { BlogContext } from "../../blog-context.ts";
import { requireLikeAuthor } from "../like-author.ts";
import { deleteRating } from "./ratings-store.ts";
import { serializeRating } from "./serialize-rating.ts";

/**
 * Takes back what the caller has given a post; also where nobody may rate any more.
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
