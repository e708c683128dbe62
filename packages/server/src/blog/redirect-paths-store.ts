import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { postPath } from "./post-json.ts";
import { isVisible, type Visibility } from "./posts-store.ts";

/**
 * Slug of the post that visitors may see and that was once at `path`, which has to be in the form of `toFormerPath`. A path at
 * which there is a post now is nobody's former one.
 */
export async function findSlugByFormerPath(
  db: DbOrTx,
  visibility: Visibility,
  path: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select p.slug
    from redirect_paths r join posts p on p.site_id = r.site_id and p.id = r.post_id
    where r.site_id = ${visibility.siteId} and r.path = ${path} and ${isVisible(visibility)}
      and not exists (
        select from posts here
        where starts_with(r.path, ${postPath}) and here.site_id = r.site_id
          and here.slug = substr(r.path, ${postPath.length + 1}) and here.status = 'PUBLISHED' and here.first_published_at <= ${visibility.at})`.execute(
    db,
  );
  return rows[0]?.slug;
}

/** Takes away the post's former addresses but `kept` and those that it had on this site (`/blog/…`). */
export async function deleteFormerPaths(
  db: DbOrTx,
  siteId: string,
  postId: string,
  kept: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("redirect_paths")
    .where("site_id", "=", siteId)
    .where("post_id", "=", postId)
    .where("path", "not like", `${postPath}%`)
    .$if(kept.length > 0, (query) => query.where("path", "not in", [...kept]))
    .execute();
}

/**
 * Adds former addresses to a post, in the form of `toFormerPath`.
 *
 * @returns How many are new, and which lead to another post already and were left there.
 */
export async function addFormerPaths(
  db: DbOrTx,
  { siteId, postId, paths, at }: { siteId: string; postId: string; paths: readonly string[]; at: Date },
): Promise<{ added: number; taken: string[] }> {
  if (paths.length === 0) return { added: 0, taken: [] };
  const added = await db
    .insertInto("redirect_paths")
    .values(paths.map((path) => ({ site_id: siteId, path, post_id: postId, created_at: at })))
    .onConflict((conflict) => conflict.columns(["site_id", "path"]).doNothing())
    .returning("path")
    .execute();
  if (added.length === paths.length) return { added: added.length, taken: [] };
  const taken = await db
    .selectFrom("redirect_paths")
    .select("path")
    .where("site_id", "=", siteId)
    .where("path", "in", [...paths])
    .where("post_id", "!=", postId)
    .execute();
  return { added: added.length, taken: taken.map((row) => row.path) };
}
