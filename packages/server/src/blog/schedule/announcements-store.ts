import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/**
 * Published posts with a future date (`dated_posts`). They are invisible until then; their event, the announcement, is
 * emitted when they become visible. Posts with status `SCHEDULED`, in contrast, are not published yet.
 */

export async function upsertAnnouncement(tx: DbOrTx, siteId: string, postId: string, visibleFrom: Date): Promise<void> {
  await tx
    .insertInto("dated_posts")
    .values({ site_id: siteId, post_id: postId, appears_at: visibleFrom })
    .onConflict((conflict) => conflict.columns(["site_id", "post_id"]).doUpdateSet({ appears_at: visibleFrom }))
    .execute();
}

export async function deleteAnnouncement(tx: DbOrTx, siteId: string, postId: string): Promise<void> {
  await tx.deleteFrom("dated_posts").where("site_id", "=", siteId).where("post_id", "=", postId).execute();
}

/** Locks the oldest due post that is not announced yet and not locked by another node. */
export async function lockDueAnnouncement(tx: DbOrTx, siteId: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from dated_posts d join posts p on p.site_id = d.site_id and p.id = d.post_id
    where d.site_id = ${siteId} and d.appears_at <= ${at}
    order by d.appears_at limit 1 for update of p skip locked`.execute(tx);
  return rows[0]?.id;
}
