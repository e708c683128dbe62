import type { LikeByEntityRequest, LikeByIdRequest } from "@porchlight/contract/blog/reactions/like";
import type { createLikeRequest } from "@porchlight/contract/blog/reactions/schema";
import type * as z from "zod";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { isId, newId } from "../../../platform/db/ids.ts";
import { recordEvent } from "../../../platform/events/events-store.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireUnmuted } from "../../../platform/identity/muted-members-store.ts";
import { isEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext, BlogTxContext } from "../../blog-context.ts";
import { publicVisibility } from "../../posts/post-visibility.ts";
import { type LikeAuthor, requireLikeAuthor } from "../like-author.ts";
import { deleteLikeBy, findLike, findLikeOfPost, insertLike, type LikeRow } from "./likes-store.ts";

/**
 * Likes a post as the caller. Liking it again has no effect.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `NOT_ALLOWED`, `MEMBER_MUTED`.
 */
export async function createLike(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createLikeRequest>,
): Promise<RawJson> {
  const author = requireLikeAuthor(caller);
  const postId = body.like.entityId;
  const created = await context.db.transaction().execute(async (tx) => {
    await requireUnmuted(tx, context.site.id, caller);
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

/** Records two events of a change: one of the like and one of its post. */
export async function recordLikeEvents(
  tx: DbOrTx,
  context: BlogTxContext,
  change: "created" | "deleted",
  author: LikeAuthor,
  { id, post_id: postId, json }: LikeRow,
): Promise<void> {
  const authorIds = "memberId" in author ? { memberId: author.memberId } : { anonymousVisitorId: author.visitorId };
  await recordEvent(tx, context, {
    type: change === "created" ? "wix.blog.v3.post_liked" : "wix.blog.v3.post_unliked",
    entityId: postId,
    entityJson: JSON.stringify({ postId, ...authorIds }),
  });
  await recordEvent(tx, context, { type: `wix.blog.v1.like_${change}`, entityId: id, entityJson: json });
}

/**
 * A like of the caller; any like for API keys of editors.
 *
 * @throws {Refusal} `LIKE_NOT_FOUND`, `NOT_ALLOWED`.
 */
export async function getLike(
  context: BlogContext,
  { caller }: Requester,
  { params }: LikeByIdRequest,
): Promise<RawJson> {
  const author = isEditor(caller) ? undefined : requireLikeAuthor(caller);
  const json = isId(params.likeId) ? await findLike(context.db, context.site.id, author, params.likeId) : undefined;
  if (json === undefined) throw new Refusal("LIKE_NOT_FOUND");
  return new RawJson(`{"like":${json}}`);
}

/**
 * Removes the caller's like of a post, if any.
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

/**
 * Removes a like of the caller.
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

/** Removes a like by its id or its post's id, and records events. Returns its JSON. */
async function undoLike(
  context: BlogContext,
  author: LikeAuthor,
  by: { id: string } | { postId: string },
): Promise<string | undefined> {
  const like = await context.db.transaction().execute(async (tx) => {
    const deleted = await deleteLikeBy(tx, context.site.id, author, by);
    if (deleted) await recordLikeEvents(tx, context, "deleted", author, deleted);
    return deleted;
  });
  if (like) context.wakeWebhooks();
  return like?.json;
}
