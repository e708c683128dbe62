import type { LikeByIdRequest } from "@porchlight/contract/blog/reactions/like";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId } from "../../../platform/db/ids.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { requireLikeAuthor } from "../like-author.ts";
import { undoLike } from "./like-operations.ts";

/**
 * Takes one's own like back.
 *
 * @throws {Refusal} `LIKE_NOT_FOUND`, `NOT_ALLOWED`.
 */
export async function deleteLike(
  context: BlogContext,
  { caller }: Requester,
  { params }: LikeByIdRequest,
): Promise<RawJson> {
  const author = requireLikeAuthor(caller);
  const { likeId } = params;
  const json = isId(likeId) ? await undoLike(context, author, { id: likeId }) : undefined;
  if (json === undefined) throw new Refusal("LIKE_NOT_FOUND");
  return new RawJson(`{"like":${json}}`);
}
