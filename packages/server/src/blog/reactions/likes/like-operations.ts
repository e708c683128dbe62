import type { BlogContext } from "../../blog-context.ts";
import type { LikeAuthor } from "../like-author.ts";
import { recordLikeEvents } from "./like-events.ts";
import { deleteLikeBy } from "./likes-store.ts";

/** Removes somebody's like, by its own id or by its post's, and tells of it. Answers what it was. */
export async function undoLike(
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
