import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { saveUndoState } from "../../../platform/db/undo-states-store.ts";
import { replaceLinks } from "./draft-writes-store.ts";

/** Columns that a writer, or the status of a post, changes. Others, such as counters, stay as they are. */
const columns = [
  ...["status", "former_status", "origin", "scheduled_at", "first_published_at", "last_published_at", "moderation"],
  ...[
    "title",
    "slug",
    "seo_slug",
    "language",
    "excerpt",
    "own_excerpt",
    "content_text",
    "rich_content",
    "members_text",
  ],
  ...["members_content", "minutes_to_read", "featured", "commenting_enabled", "authors", "hashtags", "hero_image"],
  ...["media", "seo_data", "related_post_ids", "pricing_plan_ids", "preview_text_paragraph", "members_only"],
  ...["edits", "edited_content"],
];

/** Stores a locked post as it is before its next change, with the revision that this change results in. */
export async function saveFormerPost(tx: Transaction<Tables>, siteId: string, id: string, at: Date): Promise<void> {
  const state = sql`(
    select json_build_object('revision', (p.revision + 1)::text, 'row', row_to_json(p),
      'categoryIds', array(
        select c.category_id from post_categories c
        where c.site_id = p.site_id and c.post_id = p.id order by c.position, c.category_id),
      'tagIds', array(
        select t.tag_id from post_tags t
        where t.site_id = p.site_id and t.post_id = p.id order by t.position, t.tag_id))
    from posts p where p.site_id = ${siteId} and p.id = ${id})`;
  await saveUndoState(tx, siteId, id, state, at);
}

/**
 * Makes a locked post what it was before the change that resulted in this revision.
 *
 * @returns Whether that is known. Violates `posts_slug` if another post has its slug by now.
 */
export async function restoreFormerPost(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  revision: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ categoryIds: string[]; tagIds: string[] }>`
    with former as (
      delete from undo_states where site_id = ${siteId} and entity_id = ${id} and state ->> 'revision' = ${revision}
      returning state)
    update posts p set (${sql.join(columns.map((name) => sql.ref(name)))}) =
        (select ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))}
        from json_populate_record(null::posts, former.state -> 'row') r),
      -- The member may have been deleted.
      member_id = (
        select m.id from members m where m.site_id = p.site_id and m.id = (former.state -> 'row' ->> 'member_id')::uuid),
      revision = p.revision + 1, updated_at = ${at}
    from former where p.site_id = ${siteId} and p.id = ${id}
    returning former.state -> 'categoryIds' as "categoryIds", former.state -> 'tagIds' as "tagIds"`.execute(tx);
  const [former] = rows;
  if (!former) return false;
  await replaceLinks(tx, siteId, id, { category_ids: former.categoryIds, tag_ids: former.tagIds });
  return true;
}
