import { type PostFieldset, type PostSort, postFieldsets } from "@porchlight/contract/blog/posts/post-status";
import { type RawBuilder, sql } from "kysely";
import { createBatchLoader, type Indexed } from "../../platform/db/batch-loader.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import {
  findKeysetPage,
  type JsonRows,
  type KeysetPage,
  type KeysetPageQuery,
  type SortKey,
} from "../../platform/db/pagination/keyset-page.ts";
import { type Bind, preparedStatement } from "../../platform/db/prepared-statement.ts";
import {
  metricsJson,
  type PostJsonSql,
  type ReaderKind,
  serializePost,
  type UrlBases,
  type Visibility,
} from "./post-json-sql.ts";
import { totalPosts } from "./post-stats-store.ts";

/** Filter of a list. Lists of ids and hashtags match posts that have any of them. */
export interface PostFilter {
  featured?: boolean | undefined;
  hashtags?: string[] | undefined;
  /** Must be valid ids. */
  categoryIds?: string[] | undefined;
  tagIds?: string[] | undefined;
  memberId?: string | undefined;
  language?: string | undefined;
}

/** Which properties of a post to return, and for whom. */
export interface PostFields {
  fieldsets: readonly PostFieldset[];
  bases: UrlBases;
  /** Default: `"visitor"`. */
  reader?: ReaderKind | undefined;
}

/** The parameters that change the SQL of a prepared statement, in contrast to bound values. */
type PostSelection = Pick<PostFields, "fieldsets" | "reader">;

/** Values bound to each statement that selects posts. */
type SelectionValues = Visibility & UrlBases;

export interface PostPageQuery
  extends Omit<KeysetPageQuery, "table" | "alias" | "condition" | "stablePlan" | "total">,
    PostFields {
  /** Condition on `posts p`; all posts without it. */
  condition: RawBuilder<boolean> | undefined;
  /** Set if `condition` filters by one language and nothing else. */
  language?: string | undefined;
}

const published = { column: sql`p.first_published_at`, type: sql`timestamptz` };
const id = { column: sql`p.id`, type: sql`uuid` };
/** Collation "C" sorts identically on every PostgreSQL; 200 characters are a full title and fit into a cursor. */
const title = { column: sql`"left"(p.title, 200) collate "C"`, type: sql`text` };
const pinned = { column: sql`p.pinned`, type: sql`boolean` };
const views = { column: sql`p.view_count`, type: sql`integer` };
const likes = { column: sql`p.like_count`, type: sql`integer` };

const sortKeys = (descending: boolean, ...keys: Omit<SortKey, "descending">[]): SortKey[] =>
  keys.map((key) => ({ ...key, descending }));

/** All keys of an order have the same direction, so that one index serves it. */
export const postOrders: Record<PostSort, SortKey[]> = {
  FEED: sortKeys(true, pinned, published, id),
  PUBLISHED_DATE_ASC: sortKeys(false, published, id),
  PUBLISHED_DATE_DESC: sortKeys(true, published, id),
  VIEW_COUNT: sortKeys(true, views, published, id),
  LIKE_COUNT: sortKeys(true, likes, published, id),
  TITLE_ASC: sortKeys(false, title, id),
  TITLE_DESC: sortKeys(true, title, id),
};

/** One page of visible posts, as JSON. */
export async function findPostPage(
  db: DbOrTx,
  visibility: Visibility,
  { condition, language, fieldsets, bases, reader, ...page }: PostPageQuery,
): Promise<KeysetPage> {
  const visible = isVisible(visibility);
  return findKeysetPage(
    db,
    {
      ...page,
      table: sql`posts p`,
      alias: sql`p`,
      condition: condition ? sql<boolean>`${visible} and ${condition}` : visible,
      stablePlan: condition === undefined,
      total: condition === undefined || language !== undefined ? totalPosts(visibility, language) : undefined,
    },
    (ids) => selectPostsById(db, { ...visibility, ...bases, ids }, normalizeSelection({ fieldsets, reader })),
  );
}

const selectPostsById = preparedStatement(
  (bind: Bind<SelectionValues & { ids: string[] }>, selection: PostSelection) => {
    const { json, join } = selectedPost(bind, selection);
    return sql<JsonRows>`
    select string_agg(${json}, ',' order by requested.place) as json, count(*)::integer as count
    from unnest(${bind("ids")}::uuid[]) with ordinality as requested (id, place) join posts p on p.id = requested.id ${join}
    where ${isVisible({ siteId: bind("siteId"), at: bind("at") })}`;
  },
);

function selectedPost(bind: Bind<SelectionValues>, { fieldsets, reader }: PostSelection): PostJsonSql {
  return serializePost(fieldsets, { pages: bind("pages"), media: bind("media") }, reader);
}

export interface PostRow {
  id: string;
  json: string;
}

/** A visible post, as JSON. `id` must be a valid id. */
export async function findPost(
  db: DbOrTx,
  visibility: Visibility,
  id: string,
  { bases, ...selection }: PostFields,
): Promise<PostRow | undefined> {
  return loadPost(db, { ...visibility, ...bases, selection: normalizeSelection(selection) }, id);
}

/** Concurrent reads of single posts with equal keys run as one statement. */
type BatchKey = SelectionValues & { selection: PostSelection };

const loadPost = createBatchLoader(async (db, { selection, ...values }: BatchKey, ids: readonly (string | null)[]) =>
  selectPostBatch(db, { ...values, ids }, selection),
);

const selectPostBatch = preparedStatement(
  (bind: Bind<SelectionValues & { ids: readonly (string | null)[] }>, selection: PostSelection) => {
    const { json, join } = selectedPost(bind, selection);
    return sql<PostRow & Indexed>`
    select requested.place::integer as index, p.id, ${json} as json
    from unnest(${bind("ids")}::uuid[]) with ordinality as requested (id, place) join posts p on p.id = requested.id ${join}
    where ${isVisible({ siteId: bind("siteId"), at: bind("at") })}`;
  },
);

/** The visible post with this slug, as JSON; a post in `preferredLanguage` comes first. */
export async function findPostBySlug(
  db: DbOrTx,
  visibility: Visibility,
  slug: string,
  { language, preferredLanguage }: { language: string | undefined; preferredLanguage: string },
  { bases, ...fields }: PostFields,
): Promise<PostRow | undefined> {
  const values = { ...visibility, ...bases };
  const selection = normalizeSelection(fields);
  // A slug is unique within a language. Sorting a single row would cost more than finding it.
  const found = await loadPostBySlug(db, { ...values, selection }, { slug, language: language ?? preferredLanguage });
  if (found || language !== undefined) return found;
  const [other] = await selectPostInAnyLanguage(db, { ...values, slug }, selection);
  return other;
}

interface SlugKey {
  slug: string;
  language: string;
}

const loadPostBySlug = createBatchLoader(
  async (db, { selection, ...values }: BatchKey, keys: readonly (SlugKey | null)[]) => {
    const slugs = keys.map((key) => key?.slug ?? null);
    const languages = keys.map((key) => key?.language ?? null);
    return selectPostBatchBySlug(db, { ...values, slugs, languages }, selection);
  },
);

const selectPostBatchBySlug = preparedStatement(
  (
    bind: Bind<SelectionValues & { slugs: (string | null)[]; languages: (string | null)[] }>,
    selection: PostSelection,
  ) => {
    const { json, join } = selectedPost(bind, selection);
    return sql<PostRow & Indexed>`
      select requested.place::integer as index, p.id, ${json} as json
      from unnest(${bind("slugs")}::text[], ${bind("languages")}::text[]) with ordinality as requested (slug, language, place)
        join posts p on p.slug = requested.slug and p.language = requested.language ${join}
      where ${isVisible({ siteId: bind("siteId"), at: bind("at") })}`;
  },
);

const selectPostInAnyLanguage = preparedStatement(
  (bind: Bind<SelectionValues & { slug: string }>, selection: PostSelection) => {
    const { json, join } = selectedPost(bind, selection);
    return sql<PostRow>`
      select p.id, ${json} as json from posts p ${join}
      where ${isVisible({ siteId: bind("siteId"), at: bind("at") })} and p.slug = ${bind("slug")}
      order by p.first_published_at, p.id
      limit 1`;
  },
);

const normalizeSelection = ({ fieldsets, reader }: PostSelection): PostSelection => ({
  fieldsets: sortFieldsets(fieldsets),
  reader: reader ?? "visitor",
});

/** The same fieldsets in another order use the same prepared statement. */
export function sortFieldsets(fieldsets: readonly PostFieldset[]): PostFieldset[] {
  return postFieldsets.filter((fieldset) => fieldsets.includes(fieldset));
}

/** JSON of the counters of a visible post. */
export async function findPostMetrics(db: DbOrTx, visibility: Visibility, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select (${metricsJson})::text as json
    from posts p where ${isVisible(visibility)} and p.id = ${id}`.execute(db);
  return rows[0]?.json;
}

/** Condition on `posts p` of every read by visitors and members. */
export function isVisible({ siteId, at }: Visibility): RawBuilder<boolean> {
  return sql<boolean>`p.site_id = ${siteId} and p.status = 'PUBLISHED' and p.first_published_at <= ${at}`;
}

/** Condition on `posts p`; `undefined` for an empty filter. */
export function matchesFilter(filter: PostFilter): RawBuilder<boolean> | undefined {
  const { featured, hashtags, categoryIds, tagIds, memberId, language } = filter;
  const conditions: RawBuilder<boolean>[] = [];
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
  return conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The title of a public post. */
export async function findPublicPostTitle(
  db: DbOrTx,
  { siteId, at }: Visibility,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("posts")
    .select("title")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "=", "PUBLISHED")
    .where("first_published_at", "<=", at)
    .executeTakeFirst();
  return row?.title;
}

/**
 * Expression over `posts p`: the language that the post's URL must name because another post is shown at its slug, or
 * null. Without a language, the post in the site's language comes first, then the oldest.
 */
export function urlLanguage({ siteId, at }: Visibility, siteLanguage: string): RawBuilder<string | null> {
  return sql<string | null>`case when p.language <> ${siteLanguage} and exists (
    select from posts first where first.site_id = ${siteId} and first.slug = p.slug and first.id <> p.id
      and first.status = 'PUBLISHED' and first.first_published_at <= ${at}
      and (first.language = ${siteLanguage} or (first.first_published_at, first.id) < (p.first_published_at, p.id))
    ) then p.language end`;
}
