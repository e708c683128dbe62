import type { PostRatingAnswer, PostRatingRequest } from "@porchlight/contract/blog/reactions/rating";
import { isId } from "../../../platform/db/ids.ts";
import type { Requester } from "../../../platform/http/request-context.ts";
import type { BlogContext } from "../../blog-context.ts";
import { needLiker } from "../like-author.ts";
import { deleteRating } from "./ratings-store.ts";
import { tellRating } from "./serialize-rating.ts";

/**
 * Takes back what the caller has given a post; also where nobody may rate any more.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `NOT_ALLOWED`.
 */
export async function removePostRating(
  context: BlogContext,
  { caller }: Requester,
  { params }: PostRatingRequest,
): Promise<PostRatingAnswer> {
  const rater = needLiker(caller);
  if (isId(params.postId)) await deleteRating(context.db, context.site.id, rater, params.postId);
  return tellRating(context.db, context, caller, params.postId);
}
