import type { PostRatingAnswer, PostRatingRequest } from "@porchlight/contract/blog/rating";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { tellRating } from "./serialize-rating.ts";

/**
 * What readers think of a published post, and what the caller has given it.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostRating(
  deps: Deps,
  caller: Caller,
  { params }: PostRatingRequest,
): Promise<PostRatingAnswer> {
  return tellRating(deps.db, deps, caller, params.postId);
}
