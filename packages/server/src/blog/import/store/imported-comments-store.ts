import type { CommentStatus } from "@porchlight/contract/blog/comments/comment";
import type { ImportedComment } from "@porchlight/importers/import-entry";
import { sql } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/db/ids.ts";
import { withoutNul } from "../../posts/post-writes-store.ts";

/** A statement has at most 65,535 parameters. */
const rowsAtOnce = 1000;

const statuses: Record<ImportedComment["status"], CommentStatus> = {
  APPROVED: "PUBLISHED",
  PENDING: "PENDING",
  SPAM: "SPAM",
  TRASH: "DELETED",
};

/**
 * Inserts or updates the imported comments of a post, and deletes those without replies that the source no longer
 * has. A moderator's decision about one stays. Returns their number.
 */
export async function replaceComments(
  db: DbOrTx,
  siteId: string,
  postId: string,
  comments: readonly ImportedComment[],
): Promise<number> {
  const bySource = new Map(comments.map((comment) => [comment.id, comment]));
  const ids = await findCommentIds(db, siteId, postId);
  for (const { id, date } of bySource.values())
    if (!ids.has(id)) ids.set(id, newId(Math.max(0, Date.parse(date) || 0)));
  const rows = [...bySource.values()].map((comment) => {
    const { id, parentId, author, email, url, date, text, status } = comment;
    return {
      site_id: siteId,
      id: ids.get(id)!,
      post_id: postId,
      thread_id: ids.get(findThread(bySource, comment).id)!,
      parent_id: (parentId !== undefined && bySource.has(parentId) && ids.get(parentId)) || null,
      source_id: id,
      author: withoutNul(author),
      email: email ?? null,
      url: url ?? null,
      body: withoutNul(text),
      status: statuses[status],
      created_at: date,
    };
  });
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto("comments")
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(["site_id", "id"]).doUpdateSet({
          author: sql`excluded.author`,
          body: sql`excluded.body`,
          status: sql`case when comments.moderated_at is null then excluded.status else comments.status end`,
        }),
      )
      .execute();
  }
  await sql`
    delete from comments c where c.site_id = ${siteId} and c.post_id = ${postId} and c.source_id is not null
      and c.source_id <> all(${[...bySource.keys()]}::text[])
      and not exists (select from comments r where r.site_id = c.site_id and r.id <> c.id
        and (r.parent_id = c.id or r.thread_id = c.id))`.execute(db);
  return rows.length;
}

/** The first comment of the thread. Replies to comments that the source does not have, or in circles, start one. */
function findThread(bySource: ReadonlyMap<string, ImportedComment>, comment: ImportedComment): ImportedComment {
  const seen = new Set<string>();
  let first = comment;
  for (;;) {
    seen.add(first.id);
    const parent = first.parentId === undefined ? undefined : bySource.get(first.parentId);
    if (!parent) return first;
    if (seen.has(parent.id)) return comment;
    first = parent;
  }
}

async function findCommentIds(db: DbOrTx, siteId: string, postId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; source: string }>`
    select id, source_id as source from comments
    where site_id = ${siteId} and post_id = ${postId} and source_id is not null`.execute(db);
  return new Map(rows.map(({ id, source }) => [source, id]));
}
