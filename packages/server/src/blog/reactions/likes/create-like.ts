import type { createLikeRequest } from "@porchlight/contract/blog/reactions/like-schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { newId } from "../../../platform/db/ids.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { publicVisibility } from "../../posts/post-visibility.ts";
import { requireLikeAuthor } from "../like-author.ts";
import { recordLikeEvents } from "./like-events.ts";
import { findLikeOfPost, insertLike } from "./likes-store.ts";

/**
 * Likes a post, for the member or visitor who asks. One that is liked already stays so.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `NOT_ALLOWED`.
 */
export async function createLike(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createLikeRequest>,
): Promise<RawJson> {
  const author = requireLikeAuthor(caller);
  const postId = body.like.entityId;
  const created = await context.db.transaction().execute(async (tx) => {
    const like = await insertLike(tx, publicVisibility(context), author, {
      id: newId(context.now().getTime()),
      postId,
    });
    if (like) await recordLikeEvents(tx, context, "created", author, like);
    return like;
  });
  if (created) context.wakeWebhooks();
  const json = created?.json ?? (await findLikeOfPost(context.db, context.site.id, author, postId));
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return new RawJson(`{"like":${json}}`);
}
