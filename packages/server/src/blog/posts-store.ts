import type { PostFieldset, PostSort } from "@porchlight/contract/blog/post-status";
import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { postJson } from "./post-json.ts";

/** Which posts a list holds. Lists of ids and hashtags match posts that have any of them. */
export interface PostFilter {
  featured?: boolean | undefined;
  hashtags?: string[] | undefined;
  /** Only ids: whoever asks for another gets nothing. */
  categoryIds?: string[] | undefined;
  tagIds?: string[] | undefined;
  memberId?: string | undefined;
  language?: string | undefined;
}

/** Who looks, and when: posts dated later are not there yet. */
export interface Visibility {
  siteId: string;
  at: Date;
}

export interface PostPageQuery {
  filter: PostFilter;
  sort: PostSort;
  limit: number;
  offset: number;
  /** Values of the sort's keys in the last post before this page, as {@link PostPage.last} gave them. */
  after?: string[] | undefined;
  fieldsets: readonly PostFieldset[];
  /** Address that post addresses begin with, without a slash at the end. */
  baseUrl: string;
}

export interface PostPage {
  /** JSON of the posts, with commas between. */
  json: string;
  count: number;
  /** Posts of the whole list. */
  total: number;
  /** Where the next page begins; absent at the end. */
  last?: string[];
}

interface SortKey {
  column: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
}

const published: SortKey = { column: sql`p.first_published_at`, type: sql`timestamptz` };
const id: SortKey = { column: sql`p.id`, type: sql`uuid` };
/** Code points decide, so that every PostgreSQL has the same order; 200 characters are a whole title and fit into a cursor. */
const title: SortKey = { column: sql`"left"(p.title, 200) collate "C"`, type: sql`text` };
const pinned: SortKey = { column: sql`p.pinned`, type: sql`boolean` };
const views: SortKey = { column: sql`p.view_count`, type: sql`integer` };
const likes: SortKey = { column: sql`p.like_count`, type: sql`integer` };

/** All keys of a sort run in one direction, so that a page begins with one comparison of rows. */
const sorts: Record<PostSort, { keys: SortKey[]; descending: boolean }> = {
  FEED: { keys: [pinned, published, id], descending: true },
  PUBLISHED_DATE_ASC: { keys: [published, id], descending: false },
  PUBLISHED_DATE_DESC: { keys: [published, id], descending: true },
  VIEW_COUNT: { keys: [views, published, id], descending: true },
  LIKE_COUNT: { keys: [likes, published, id], descending: true },
  TITLE_ASC: { keys: [title, id], descending: false },
  TITLE_DESC: { keys: [title, id], descending: true },
};

/** One page of the posts that visitors may see, as JSON, and the size of the whole list: one query. */
export async function findPostPage(db: DbOrTx, visibility: Visibility, query: PostPageQuery): Promise<PostPage> {
  const { keys, descending } = sorts[query.sort];
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql.join(keys.map(({ column }) => sql`${column} ${direction}`));
  const wanted = sql`${isVisible(visibility)}${isWanted(query.filter)}`;
  const after = query.after ? sql` and ${isAfter(keys, descending, query.after)}` : sql``;
  const { rows } = await sql<{ total: number; fetched: number; json: string | null; last: string[] | null }>`
    select
      (select count(*)::integer from posts p where ${wanted}) as total,
      count(*)::integer as fetched,
      string_agg(page.json, ',' order by page.n) filter (where page.n <= ${query.limit}) as json,
      max(page.keys) filter (where page.n = ${query.limit}) as last
    from (
      select
        row_number() over (order by ${order}) as n,
        ${postJson(query.fieldsets, query.baseUrl)} as json,
        array[${sql.join(keys.map(({ column }) => sql`(${column})::text`))}] as keys
      from (
        select * from posts p where ${wanted}${after} order by ${order} limit ${query.limit + 1} offset ${query.offset}
      ) p
    ) page`.execute(db);
  const { total, fetched, json, last } = rows[0]!;
  return {
    json: json ?? "",
    count: Math.min(fetched, query.limit),
    total,
    ...(fetched > query.limit && last ? { last } : {}),
  };
}

/** JSON of one post that visitors may see. `id` has to be an id. */
export async function findPost(
  db: DbOrTx,
  visibility: Visibility,
  id: string,
  fieldsets: readonly PostFieldset[],
  baseUrl: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select ${postJson(fieldsets, baseUrl)} as json from posts p where ${isVisible(visibility)} and p.id = ${id}`.execute(
    db,
  );
  return rows[0]?.json;
}

/** JSON of the post with exactly this slug; where several languages have it, the one in `preferredLanguage` comes first. */
export async function findPostBySlug(
  db: DbOrTx,
  visibility: Visibility,
  slug: string,
  { language, preferredLanguage }: { language: string | undefined; preferredLanguage: string },
  fieldsets: readonly PostFieldset[],
  baseUrl: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select ${postJson(fieldsets, baseUrl)} as json
    from posts p
    where ${isVisible(visibility)} and p.slug = ${slug}${isWanted({ language })}
    order by (p.language = ${preferredLanguage}) desc, p.first_published_at, p.id
    limit 1`.execute(db);
  return rows[0]?.json;
}

/** How many posts visitors may see. */
export async function countPosts(db: DbOrTx, visibility: Visibility, filter: PostFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from posts p where ${isVisible(visibility)}${isWanted(filter)}`.execute(db);
  return rows[0]!.total;
}

/** JSON of the counters of one post that visitors may see. */
export async function findPostMetrics(db: DbOrTx, visibility: Visibility, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select json_build_object('comments', p.comment_count, 'likes', p.like_count, 'views', p.view_count)::text as json
    from posts p where ${isVisible(visibility)} and p.id = ${id}`.execute(db);
  return rows[0]?.json;
}

/** Condition on `posts p`. Every reading query of visitors has it. */
export function isVisible({ siteId, at }: Visibility): RawBuilder<boolean> {
  return sql<boolean>`p.site_id = ${siteId} and p.status = 'PUBLISHED' and p.first_published_at <= ${at}`;
}

function isWanted({ featured, hashtags, categoryIds, tagIds, memberId, language }: PostFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  if (featured !== undefined) conditions.push(featured ? sql`p.featured` : sql`not p.featured`);
  if (language !== undefined) conditions.push(sql`p.language = ${language}`);
  if (memberId !== undefined) conditions.push(sql`p.member_id = ${memberId}`);
  if (hashtags) conditions.push(sql`p.hashtags && ${hashtags}::text[]`);
  if (categoryIds) {
    conditions.push(sql`exists (
      select from post_categories c where c.site_id = p.site_id and c.post_id = p.id and c.category_id = any(${categoryIds}::uuid[]))`);
  }
  if (tagIds) {
    conditions.push(sql`exists (
      select from post_tags t where t.site_id = p.site_id and t.post_id = p.id and t.tag_id = any(${tagIds}::uuid[]))`);
  }
  return conditions.length === 0 ? sql`` : sql` and ${sql.join(conditions, sql` and `)}`;
}

function isAfter(keys: SortKey[], descending: boolean, after: string[]): RawBuilder<unknown> {
  const columns = sql.join(keys.map(({ column }) => column));
  const values = sql.join(keys.map(({ type }, index) => sql`${after[index]}::${type}`));
  return descending ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`;
}
