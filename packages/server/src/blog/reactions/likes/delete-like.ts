import type { KnownLikeRequest } from "@porchlight/contract/blog/reactions/like";
import { Refusal } from "../../../platform/context/errors.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { needLiker } from "../like-author.ts";
import { takeLikeBack } from "./undo-like.ts";

/**
 * Takes one's own like back.
 *
 * @throws {Refusal} `LIKE_NOT_FOUND`, `NOT_ALLOWED`.
 */
export async function deleteLike(
  context: BlogContext,
  { caller }: Requester,
  { params }: KnownLikeRequest,
): Promise<RawJson> {
  const liker = needLiker(caller);
  const { likeId } = params;
  const json = isId(likeId) ? await takeLikeBack(context, liker, { id: likeId }) : undefined;
  if (json === undefined) throw new Refusal("LIKE_NOT_FOUND");
  return new RawJson(`{"like":${json}}`);
}
