import type { ImportedComment } from "@porchlight/importers/import-entry";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { withoutNul } from "../../posts/post-writes-store.ts";

/** A statement has at most 65,535 parameters. */
const rowsAtOnce = 1000;

/** Replaces the stored comments of a post. Returns their number. */
export async function replaceComments(
  db: DbOrTx,
  siteId: string,
  postId: string,
  comments: readonly ImportedComment[],
): Promise<number> {
  await db.deleteFrom("imported_comments").where("site_id", "=", siteId).where("post_id", "=", postId).execute();
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const rows = [...byId.values()].map(({ id, parentId, author, email, url, date, text, status }) => ({
    site_id: siteId,
    post_id: postId,
    id,
    parent_id: parentId ?? null,
    author: withoutNul(author),
    email: email ?? null,
    url: url ?? null,
    body: withoutNul(text),
    status,
    created_at: date,
  }));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto("imported_comments")
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  }
  return rows.length;
}

/** The stored comments of a post, oldest first. */
export async function findComments(db: DbOrTx, siteId: string, postId: string): Promise<ImportedComment[]> {
  const rows = await db
    .selectFrom("imported_comments")
    .select(["id", "parent_id", "author", "email", "url", "body", "status", "created_at"])
    .where("site_id", "=", siteId)
    .where("post_id", "=", postId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, parent_id, author, email, url, body, status, created_at }) => ({
    id,
    ...(parent_id !== null && { parentId: parent_id }),
    author,
    ...(email !== null && { email }),
    ...(url !== null && { url }),
    date: created_at.toISOString(),
    text: body,
    status,
  }));
}
