import { sql } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";

interface PostEditor {
  postId: string;
  staffId: string;
}

interface ReportOptions {
  at: Date;
  /** An editor who was last seen before is absent. */
  absentSince: Date;
  /** Whether to replace an editor who is present. */
  takesOver: boolean;
}

/**
 * Makes a person the editor of a post, unless another one is present.
 *
 * @returns The editor; `undefined` if the post has been deleted.
 */
export async function upsertPostEditor(
  db: DbOrTx,
  siteId: string,
  { postId, staffId }: PostEditor,
  { at, absentSince, takesOver }: ReportOptions,
): Promise<{ staffId: string; since: Date } | undefined> {
  await sql`
    insert into post_editors as e (site_id, post_id, staff_id, since, seen_at)
    select site_id, id, ${staffId}, ${at}, ${at} from posts where site_id = ${siteId} and id = ${postId} for key share
    on conflict (site_id, post_id) do update set
      since = case when e.staff_id = excluded.staff_id and e.seen_at >= ${absentSince} then e.since else excluded.since end,
      staff_id = excluded.staff_id,
      seen_at = excluded.seen_at
    where e.staff_id = excluded.staff_id or e.seen_at < ${absentSince} or ${takesOver}`.execute(db);
  return db
    .selectFrom("post_editors")
    .select(["staff_id as staffId", "since"])
    .where("site_id", "=", siteId)
    .where("post_id", "=", postId)
    .executeTakeFirst();
}

/** Records that a person no longer edits a post. */
export async function deletePostEditor(db: DbOrTx, siteId: string, { postId, staffId }: PostEditor): Promise<void> {
  await db
    .deleteFrom("post_editors")
    .where("site_id", "=", siteId)
    .where("post_id", "=", postId)
    .where("staff_id", "=", staffId)
    .execute();
}
