import type { PostRatingRequest, PostRatingResponse } from "@porchlight/contract/blog/reactions/rating";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { BlogContext } from "../../blog-context.ts";
import { serializeRating } from "./serialize-rating.ts";

/**
 * What readers think of a published post, and what the caller has given it.
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
