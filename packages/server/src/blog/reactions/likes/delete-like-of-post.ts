import type { LikeByEntityRequest } from "@porchlight/contract/blog/reactions/like";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { requireLikeAuthor } from "../like-author.ts";
import { undoLike } from "./like-operations.ts";

/**
 * Takes one's own like of a post back. A post that was not liked, or is not there any more, stays so.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function deleteLikeOfPost(
  context: BlogContext,
  { caller }: Requester,
  { params }: LikeByEntityRequest,
): Promise<RawJson> {
  const json = await undoLike(context, requireLikeAuthor(caller), { postId: params.entityId });
  return new RawJson(json === undefined ? "{}" : `{"like":${json}}`);
}
