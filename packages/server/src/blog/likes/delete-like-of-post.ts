import type { LikedEntityRequest } from "@porchlight/contract/blog/like";
import type { Caller, Deps } from "../../deps.ts";
import { RawJson } from "../../http/serve.ts";
import { needLiker } from "../liker.ts";
import { takeLikeBack } from "./take-like-back.ts";

/**
 * Takes one's own like of a post back. A post that was not liked, or is not there any more, stays so.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function deleteLikeOfPost(deps: Deps, caller: Caller, { params }: LikedEntityRequest): Promise<RawJson> {
  const json = await takeLikeBack(deps, needLiker(caller), { postId: params.entityId });
  return new RawJson(json === undefined ? "{}" : `{"like":${json}}`);
}
