import type { BlogContext } from "../../blog-context.ts";
import type { Liker } from "../like-author.ts";
import { recordLikeEvents } from "./like-events.ts";
import { deleteLikeBy } from "./likes-store.ts";

/** Removes somebody's like, by its own id or by its post's, and tells of it. Answers what it was. */
export async function takeLikeBack(
  context: BlogContext,
  liker: Liker,
  by: { id: string } | { postId: string },
): Promise<string | undefined> {
  const like = await context.db.transaction().execute(async (tx) => {
    const gone = await deleteLikeBy(tx, context.site.id, liker, by);
    if (gone) await recordLikeEvents(tx, context, "deleted", liker, gone);
    return gone;
  });
  if (like) context.wakeWebhooks();
  return like?.json;
}
