import type { DbOrTx } from "../../../platform/db/database.ts";
import { recordEvent } from "../../../platform/events/record-event.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import type { Liker } from "../like-author.ts";
import type { LikeRow } from "./likes-store.ts";

/** Tells, in the transaction that writes it, that a like has come or gone: once of the like and once of its post. */
export async function recordLikeEvents(
  tx: DbOrTx,
  context: BlogTxContext,
  change: "created" | "deleted",
  liker: Liker,
  { id, post_id: postId, json }: LikeRow,
): Promise<void> {
  const who = "memberId" in liker ? { memberId: liker.memberId } : { anonymousVisitorId: liker.visitorId };
  await recordEvent(tx, context, {
    type: change === "created" ? "wix.blog.v3.post_liked" : "wix.blog.v3.post_unliked",
    entityId: postId,
    told: JSON.stringify({ postId, ...who }),
  });
  await recordEvent(tx, context, { type: `wix.blog.v1.like_${change}`, entityId: id, told: json });
}
