import type { LikedEntityRequest } from "@porchlight/contract/blog/like";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needLiker } from "../like-author.ts";
import { takeLikeBack } from "./undo-like.ts";

/**
 * Takes one's own like of a post back. A post that was not liked, or is not there any more, stays so.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function deleteLikeOfPost(deps: Deps, caller: Caller, { params }: LikedEntityRequest): Promise<RawJson> {
  const json = await takeLikeBack(deps, needLiker(caller), { postId: params.entityId });
  return new RawJson(json === undefined ? "{}" : `{"like":${json}}`);
}
