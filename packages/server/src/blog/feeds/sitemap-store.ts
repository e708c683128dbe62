import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Visibility } from "../posts/post-json-sql.ts";
import { isVisible, urlLanguage } from "../posts/posts-store.ts";

/** A page of the blog with its last change. */
export interface PublicPage {
  slug: string;
  changed: Date;
}

export interface PublicPost extends PublicPage {
  language: string;
  /** See `urlLanguage`. */
  addressLanguage: string | null;
  translationId: string | null;
}

/** A page of a list. */
interface Part {
  limit: number;
  offset: number;
}

/** Only the newest posts determine when a list changed: some lists have half a million. */
const maxRecentPosts = sql.lit(50);
const changed = sql`greatest(p.first_published_at, p.last_published_at)`;

/** Posts, oldest first, so that new posts change only the last file. */
export async function findPostPages(
  db: DbOrTx,
  visibility: Visibility,
  siteLanguage: string,
  { limit, offset }: Part,
): Promise<PublicPost[]> {
  // The inner query is an index-only scan.
  const { rows } = await sql<PublicPost>`
    with page as materialized (
      select p.id from posts p where ${isVisible(visibility)}
      order by p.first_published_at, p.id limit ${limit} offset ${offset})
    select p.slug, p.language, ${changed} as changed, p.translation_id as "translationId",
      ${urlLanguage(visibility, siteLanguage)} as "addressLanguage"
    from page join posts p on p.id = page.id
    order by p.first_published_at, p.id`.execute(db);
  return rows;
}

/** All posts with one of these translation ids. */
export async function findTranslations(
  db: DbOrTx,
  visibility: Visibility,
  siteLanguage: string,
  translationIds: readonly string[],
): Promise<(Omit<PublicPost, "changed" | "translationId"> & { translationId: string })[]> {
  const { rows } = await sql<PublicPost & { translationId: string }>`
    select p.slug, p.language, p.translation_id as "translationId",
      ${urlLanguage(visibility, siteLanguage)} as "addressLanguage"
    from posts p where ${isVisible(visibility)} and p.translation_id = any(${translationIds}::uuid[])
    order by p.language, p.id`.execute(db);
  return rows;
}

/** Number of category and tag pages, including those without posts. */
export async function countTermPages(db: DbOrTx, siteId: string): Promise<{ categories: number; tags: number }> {
  const { rows } = await sql<{ categories: number; tags: number }>`
    select
      (select count(distinct slug)::integer from categories where site_id = ${siteId}) as categories,
      (select count(distinct slug)::integer from tags where site_id = ${siteId}) as tags`.execute(db);
  return rows[0]!;
}

/** Categories with posts, by slug. */
export function findCategoryPages(
  db: DbOrTx,
  visibility: Visibility,
  siteLanguage: string,
  part: Part,
): Promise<PublicPage[]> {
  const categories = sql`
    select distinct on (slug) id, slug from categories where site_id = ${visibility.siteId}
    order by slug, (language = ${siteLanguage}) desc, language`;
  const links = sql`select post_id from post_categories where site_id = ${visibility.siteId} and category_id = label.id`;
  return findTermPages(db, visibility, part, { labels: categories, links });
}

/** Tags with posts, by slug. */
export function findTagPages(
  db: DbOrTx,
  visibility: Visibility,
  siteLanguage: string,
  part: Part,
): Promise<PublicPage[]> {
  const tags = sql`
    select distinct on (slug) id, slug from tags where site_id = ${visibility.siteId}
    order by slug, (language = ${siteLanguage}) desc, created_at, id`;
  const links = sql`select post_id from post_tags where site_id = ${visibility.siteId} and tag_id = label.id`;
  return findTermPages(db, visibility, part, { labels: tags, links });
}

async function findTermPages(
  db: DbOrTx,
  visibility: Visibility,
  { limit, offset }: Part,
  { labels, links }: { labels: RawBuilder<unknown>; links: RawBuilder<unknown> },
): Promise<PublicPage[]> {
  const { rows } = await sql<PublicPage>`
    select label.slug, newest.changed
    from (${labels} limit ${limit} offset ${offset}) label
    cross join lateral (
      select max(post.changed) as changed from (
        select ${changed} as changed from (${links}) link join posts p on p.id = link.post_id
        where ${isVisible(visibility)} order by link.post_id desc limit ${maxRecentPosts}) post) newest
    where newest.changed is not null order by label.slug`.execute(db);
  return rows;
}

/** Last change of the newest posts in each time span, in the order of the spans; null without posts. */
export async function findChanges(
  db: DbOrTx,
  visibility: Visibility,
  spans: readonly { from: Date; to: Date }[],
): Promise<(Date | null)[]> {
  const { rows } = await sql<{ changed: Date | null }>`
    select newest.changed
    from unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[])
      with ordinality as span (start, "end", place)
    cross join lateral (
      select max(post.changed) as changed from (
        select ${changed} as changed from posts p
        where ${isVisible(visibility)} and p.first_published_at >= span.start and p.first_published_at < span."end"
        order by p.first_published_at desc, p.id desc limit ${maxRecentPosts}) post) newest
    order by span.place`.execute(db);
  return rows.map((row) => row.changed);
}
