import type { DbOrTx } from "../../../platform/db/database.ts";
import { recordEvent } from "../../../platform/events/events-store.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import type { LikeAuthor } from "../like-author.ts";
import type { LikeRow } from "./likes-store.ts";

/** Tells, in the transaction that writes it, that a like has come or gone: once of the like and once of its post. */
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
