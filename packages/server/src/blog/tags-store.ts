import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { isoDate } from "./post-json.ts";
import { isVisible, type Visibility } from "./posts-store.ts";

/** Path of a tag below the site's address; the slug follows. */
const tagPath = "/blog/tag/";

/** JSON of one tag. `id` has to be an id. @param baseUrl Given when its address is asked for. */
export async function findTag(
  db: DbOrTx,
  visibility: Visibility,
  id: string,
  baseUrl: string | undefined,
): Promise<string | undefined> {
  const url = sql`, 'url', json_build_object('base', ${baseUrl}::text, 'path', ${tagPath}::text || t.slug)`;
  const { rows } = await sql<{ json: string }>`
    select json_build_object(
      'id', t.id,
      'label', t.label,
      'slug', t.slug,
      'createdDate', ${isoDate(sql`t.created_at`)},
      'updatedDate', ${isoDate(sql`t.updated_at`)},
      'publicationCount', used.posts,
      'postCount', used.posts,
      'publishedPostCount', used.posts,
      'language', t.language
      ${baseUrl === undefined ? sql`` : url})::text as json
    from tags t, lateral (
      select count(*)::integer as posts
      from post_tags pt join posts p on p.site_id = pt.site_id and p.id = pt.post_id
      where pt.site_id = t.site_id and pt.tag_id = t.id and ${isVisible(visibility)}
    ) used
    where t.site_id = ${visibility.siteId} and t.id = ${id}`.execute(db);
  return rows[0]?.json;
}

/** The tag with this label, whatever its case, made when there is none yet. `slug` gets a number when another tag has it. */
export async function ensureTag(
  db: DbOrTx,
  siteId: string,
  { label, slug, language }: { label: string; slug: string; language: string },
  at: Date,
): Promise<{ id: string; isNew: boolean }> {
  for (let number = 1; ; number += 1) {
    const found = await db
      .selectFrom("tags")
      .select("id")
      .where("site_id", "=", siteId)
      .where("language", "=", language)
      .where(sql<boolean>`lower(label) = lower(${label})`)
      .orderBy("created_at")
      .orderBy("id")
      .executeTakeFirst();
    if (found) return { id: found.id, isNew: false };
    const made = await db
      .insertInto("tags")
      .values({
        site_id: siteId,
        id: newId(),
        slug: number === 1 ? slug : `${slug}-${number}`,
        label,
        language,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.constraint("tags_slug").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made) return { id: made.id, isNew: true };
  }
}
