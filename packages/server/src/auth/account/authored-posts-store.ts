import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/** Counts the member's posts in every status. */
export async function countAuthoredPosts(db: DbOrTx, siteId: string, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom("posts")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .where("status", "!=", "DELETED")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes the member and the given names from their posts; other authors stay. */
export async function removeAuthor(db: DbOrTx, siteId: string, memberId: string, names: string[]): Promise<void> {
  await db
    .updateTable("posts")
    .set({
      member_id: null,
      authors: sql`array(select author from unnest(authors) with ordinality as named(author, place)
        where author <> all(${names}::text[]) order by place)`,
    })
    .where("site_id", "=", siteId)
    .where("member_id", "=", memberId)
    .execute();
}
