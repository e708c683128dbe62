import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Visibility } from "../posts/post-json-sql.ts";
import { isVisible, urlLanguage } from "../posts/posts-store.ts";

/** A post in a feed. */
export interface FeedPost {
  id: string;
  slug: string;
  /** See `urlLanguage`. */
  addressLanguage: string | null;
  language: string;
  title: string;
  excerpt: string;
  contentText: string;
  authors: string[];
  labels: string[];
  imageUrl: string | null;
  /** Pixels; 0 if unknown. */
  imageWidth: number | null;
  imageHeight: number | null;
  published: Date;
  updated: Date;
}

/** The newest posts that visitors may see. */
export async function findFeedPosts(
  db: DbOrTx,
  visibility: Visibility,
  {
    condition,
    limit,
    siteLanguage,
  }: {
    /** Condition on `posts p`; all posts without it. */
    condition: RawBuilder<boolean> | undefined;
    limit: number;
    siteLanguage: string;
  },
): Promise<FeedPost[]> {
  const { rows } = await sql<FeedPost>`
    select
      p.id, p.slug, p.language, p.title, p.excerpt, p.content_text as "contentText", p.authors,
      ${urlLanguage(visibility, siteLanguage)} as "addressLanguage",
      p.hero_image->>'url' as "imageUrl",
      (p.hero_image->'width')::integer as "imageWidth", (p.hero_image->'height')::integer as "imageHeight",
      p.first_published_at as published,
      greatest(p.first_published_at, p.last_published_at) as updated,
      array(
        select c.label from post_categories pc join categories c on c.site_id = pc.site_id and c.id = pc.category_id
        where pc.site_id = p.site_id and pc.post_id = p.id order by pc.position, c.id)
      || array(
        select t.label from post_tags pt join tags t on t.site_id = pt.site_id and t.id = pt.tag_id
        where pt.site_id = p.site_id and pt.post_id = p.id order by pt.position, t.id) as labels
    from posts p where ${isVisible(visibility)}${condition ? sql` and ${condition}` : sql``}
    order by p.first_published_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

/** A category or tag with its own feed. */
export interface FeedTerm {
  id: string;
  label: string;
  slug: string;
  description: string | null;
}

/** The category with this slug; one in `siteLanguage` comes first. */
export async function findFeedCategory(
  db: DbOrTx,
  siteId: string,
  slug: string,
  siteLanguage: string,
): Promise<FeedTerm | undefined> {
  const { rows } = await sql<FeedTerm>`
    select id, label, slug, description from categories where site_id = ${siteId} and slug = ${slug}
    order by (language = ${siteLanguage}) desc, language limit 1`.execute(db);
  return rows[0];
}

/** The tag with this slug; one in `siteLanguage` comes first. */
export async function findFeedTag(
  db: DbOrTx,
  siteId: string,
  slug: string,
  siteLanguage: string,
): Promise<FeedTerm | undefined> {
  const { rows } = await sql<FeedTerm>`
    select id, label, slug, null as description from tags where site_id = ${siteId} and slug = ${slug}
    order by (language = ${siteLanguage}) desc, created_at, id limit 1`.execute(db);
  return rows[0];
}
