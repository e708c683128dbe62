import type { LikedEntityRequest } from "@porchlight/contract/blog/reactions/like";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { needLiker } from "../like-author.ts";
import { takeLikeBack } from "./undo-like.ts";

/**
 * Takes one's own like of a post back. A post that was not liked, or is not there any more, stays so.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function deleteLikeOfPost(
  context: BlogContext,
  { caller }: Requester,
  { params }: LikedEntityRequest,
): Promise<RawJson> {
  const json = await takeLikeBack(context, needLiker(caller), { postId: params.entityId });
  return new RawJson(json === undefined ? "{}" : `{"like":${json}}`);
}
