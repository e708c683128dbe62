import type { LikeByIdRequest } from "@porchlight/contract/blog/reactions/like";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId } from "../../../platform/db/ids.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { hasApiKeyRole } from "../../../platform/identity/has-api-key-role.ts";
import type { BlogContext } from "../../blog-context.ts";
import { requireLikeAuthor } from "../like-author.ts";
import { findLike } from "./likes-store.ts";

/**
 * One's own like; anyone's for programs of an editor.
 *
 * @throws {Refusal} `LIKE_NOT_FOUND`, `NOT_ALLOWED`.
 */
export async function getLike(
  context: BlogContext,
  { caller }: Requester,
  { params }: LikeByIdRequest,
): Promise<RawJson> {
  const author = hasApiKeyRole(caller, "editor") ? undefined : requireLikeAuthor(caller);
  const json = isId(params.likeId) ? await findLike(context.db, context.site.id, author, params.likeId) : undefined;
  if (json === undefined) throw new Refusal("LIKE_NOT_FOUND");
  return new RawJson(`{"like":${json}}`);
}
