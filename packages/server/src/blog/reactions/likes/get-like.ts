import type { KnownLikeRequest } from "@porchlight/contract/blog/reactions/like";
import { Refusal } from "../../../platform/context/errors.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { holdsKey } from "../../../platform/identity/has-api-key-role.ts";
import type { BlogContext } from "../../blog-context.ts";
import { needLiker } from "../like-author.ts";
import { findLike } from "./likes-store.ts";

/**
 * One's own like; anyone's for programs of an editor.
 *
 * @throws {Refusal} `LIKE_NOT_FOUND`, `NOT_ALLOWED`.
 */
export async function getLike(
  context: BlogContext,
  { caller }: Requester,
  { params }: KnownLikeRequest,
): Promise<RawJson> {
  const liker = holdsKey(caller, "editor") ? undefined : needLiker(caller);
  const json = isId(params.likeId) ? await findLike(context.db, context.site.id, liker, params.likeId) : undefined;
  if (json === undefined) throw new Refusal("LIKE_NOT_FOUND");
  return new RawJson(`{"like":${json}}`);
}
