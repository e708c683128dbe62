import type { PostRatingAnswer, PostRatingRequest } from "@porchlight/contract/blog/rating";
import type { Caller } from "../../../platform/context/caller.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellRating } from "./serialize-rating.ts";

/**
 * What readers think of a published post, and what the caller has given it.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostRating(
  context: BlogContext,
  caller: Caller,
  { params }: PostRatingRequest,
): Promise<PostRatingAnswer> {
  return tellRating(context.db, context, caller, params.postId);
}
