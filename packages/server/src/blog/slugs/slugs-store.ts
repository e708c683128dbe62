import type { PostStatus } from "@porchlight/contract/blog/posts/post-status";
import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { postPath, type Visibility } from "../posts/post-json-sql.ts";
import { isVisible } from "../posts/posts-store.ts";
import { categoryPath } from "../taxonomy/categories-store.ts";
import { tagPath } from "../taxonomy/tags-store.ts";

/**
 * The current path of a visible post, category, or tag with this normalized legacy path. The path of an existing post
 * is not a legacy path.
 */
export async function findPathByLegacyPath(
  db: DbOrTx,
  visibility: Visibility,
  path: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ path: string; slug: string }>`
    select
      case when c.id is not null then ${categoryPath} when t.id is not null then ${tagPath} else ${postPath} end as path,
      coalesce(c.slug, t.slug, p.slug) as slug
    from redirect_paths r
    left join posts p on p.site_id = r.site_id and p.id = r.post_id
    left join categories c on c.site_id = r.site_id and c.id = r.category_id
    left join tags t on t.site_id = r.site_id and t.id = r.tag_id
    where r.site_id = ${visibility.siteId} and r.path = ${path} and (r.post_id is null or ${isVisible(visibility)})
      and not exists (
        select from posts here
        where starts_with(r.path, ${postPath}) and here.site_id = r.site_id
          and here.slug = substr(r.path, ${postPath.length + 1}) and here.status = 'PUBLISHED' and here.first_published_at <= ${visibility.at})`.execute(
    db,
  );
  return rows[0] && rows[0].path + encodeURIComponent(rows[0].slug);
}

/** The path of the oldest public post or page that was imported with this key. */
export async function findPathBySource(
  db: DbOrTx,
  visibility: Visibility,
  sourceKey: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ path: string; slug: string }>`
    select ${postPath} as path, p.slug, p.created_at from posts p
    where p.site_id = ${visibility.siteId} and p.source_key = ${sourceKey} and ${isVisible(visibility)}
    union all
    select '/', v.slug, s.created_at from site_pages s
    join published_pages v on v.site_id = s.site_id and v.page_id = s.id and not v.is_hidden
    where s.site_id = ${visibility.siteId} and s.source_key = ${sourceKey}
    order by created_at limit 1`.execute(db);
  return rows[0] && rows[0].path + encodeURIComponent(rows[0].slug);
}

/** Deletes the post's legacy paths, except these and paths on this site (`/blog/…`). */
export async function deleteLegacyPaths(
  db: DbOrTx,
  siteId: string,
  postId: string,
  except: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("redirect_paths")
    .where("site_id", "=", siteId)
    .where("post_id", "=", postId)
    .where("path", "not like", `${postPath}%`)
    .$if(except.length > 0, (query) => query.where("path", "not in", [...except]))
    .execute();
}

/** Assigns a normalized legacy path to the post, replacing its previous target. */
export async function upsertLegacyPath(
  db: DbOrTx,
  { siteId, postId, path, at }: { siteId: string; postId: string; path: string; at: Date },
): Promise<void> {
  await db
    .insertInto("redirect_paths")
    .values({ site_id: siteId, path, post_id: postId, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["site_id", "path"])
        .doUpdateSet({ post_id: postId, category_id: null, tag_id: null, created_at: at }),
    )
    .execute();
}

/**
 * Adds normalized legacy paths to a post.
 *
 * @returns The number of new paths, and the paths that belong to another post and were skipped.
 */
export async function insertLegacyPaths(
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
    .where("post_id", "is distinct from", postId)
    .execute();
  return { added: added.length, taken: taken.map((row) => row.path) };
}

/** Which of these slugs are taken in this language. */
export async function findTakenSlugs(
  db: DbOrTx,
  siteId: string,
  table: "posts" | "categories" | "tags",
  { slugs, language, exceptId }: { slugs: readonly string[]; language: string; exceptId: string },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom(table)
    .select("slug")
    .where("site_id", "=", siteId)
    .where("language", "=", language)
    .where("slug", "in", [...slugs])
    .where("id", "!=", exceptId)
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

/** The post with a slug, in any status. */
export async function findPostIdBySlug(
  db: DbOrTx,
  siteId: string,
  { slug, language }: { slug: string; language: string },
): Promise<{ id: string; status: PostStatus } | undefined> {
  return db
    .selectFrom("posts")
    .select(["id", "status"])
    .where("site_id", "=", siteId)
    .where("language", "=", language)
    .where("slug", "=", slug)
    .executeTakeFirst();
}
