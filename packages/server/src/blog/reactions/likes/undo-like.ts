import type { Deps } from "../../../platform/context/server-context.ts";
import type { Liker } from "../like-author.ts";
import { recordLikeEvents } from "./like-events.ts";
import { deleteLikeBy } from "./likes-store.ts";

/** Removes somebody's like, by its own id or by its post's, and tells of it. Answers what it was. */
export async function takeLikeBack(
  deps: Deps,
  liker: Liker,
  by: { id: string } | { postId: string },
): Promise<string | undefined> {
  const like = await deps.db.transaction().execute(async (tx) => {
    const gone = await deleteLikeBy(tx, deps.site.id, liker, by);
    if (gone) await recordLikeEvents(tx, deps, "deleted", liker, gone);
    return gone;
  });
  if (like) deps.wakeWebhooks();
  return like?.json;
}
