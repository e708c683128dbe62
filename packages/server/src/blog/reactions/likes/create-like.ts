import type { createLikeRequest } from "@porchlight/contract/blog/reactions/like-schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { publicView } from "../../posts/post-visibility.ts";
import { needLiker } from "../like-author.ts";
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
  const liker = needLiker(caller);
  const postId = body.like.entityId;
  const made = await context.db.transaction().execute(async (tx) => {
    const like = await insertLike(tx, publicView(context), liker, { id: newId(context.now().getTime()), postId });
    if (like) await recordLikeEvents(tx, context, "created", liker, like);
    return like;
  });
  if (made) context.wakeWebhooks();
  const json = made?.json ?? (await findLikeOfPost(context.db, context.site.id, liker, postId));
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return new RawJson(`{"like":${json}}`);
}
