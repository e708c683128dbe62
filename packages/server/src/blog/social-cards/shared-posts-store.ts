import type { DbOrTx } from "../../platform/db/database.ts";
import type { Visibility } from "../posts/posts-store.ts";

/** The title of a post that everybody may see. */
export async function findPublicPostTitle(
  db: DbOrTx,
  { siteId, at }: Visibility,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("posts")
    .select("title")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "=", "PUBLISHED")
    .where("first_published_at", "<=", at)
    .executeTakeFirst();
  return row?.title;
}
