import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { sql } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { PostChange } from "../../../platform/db/tables/json-columns.ts";
import { isoDate } from "../../posts/post-json-sql.ts";

/** What a post has in public, in the form of a change. */
export interface StoredValues {
  values: PostChange;
  richContent: RichContent;
  /** The text that is not public yet, where it is another. */
  editedContent: RichContent | null;
}

/** Of a post that is there. `id` has to be an id. */
export async function findStoredValues(db: DbOrTx, siteId: string, id: string): Promise<StoredValues> {
  const { rows } = await sql<StoredValues>`
    select coalesce(p.members_content, p.rich_content) as "richContent", p.edited_content as "editedContent",
      to_jsonb(told) as values
    from posts p cross join lateral (
      select p.title, p.slug, p.seo_slug, p.language, p.excerpt, p.own_excerpt, p.minutes_to_read, p.featured,
        coalesce(p.members_text, p.content_text) as content_text, p.commenting_enabled, p.member_id, p.hashtags, p.hero_image,
        p.media, p.seo_data, ${isoDate(sql`p.first_published_at`)} as first_published_at, p.related_post_ids,
        p.pricing_plan_ids, p.preview_text_paragraph, p.members_only,
        array(
          select c.category_id from post_categories c
          where c.site_id = p.site_id and c.post_id = p.id order by c.position, c.category_id) as category_ids,
        array(
          select t.tag_id from post_tags t
          where t.site_id = p.site_id and t.post_id = p.id order by t.position, t.tag_id) as tag_ids) told
    where p.site_id = ${siteId} and p.id = ${id}`.execute(db);
  return rows[0]!;
}
