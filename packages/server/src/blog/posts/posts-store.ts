import { type PostFieldset, type PostSort, postFieldsets } from "@porchlight/contract/blog/posts/post-status";
import { type RawBuilder, sql } from "kysely";
import { type Placed, readTogether } from "../../platform/db/batch-loader.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import {
  findKeysetPage,
  type KeysetPage,
  type KeysetPageQuery,
  type SortKey,
  type Told,
} from "../../platform/db/pagination/keyset-page.ts";
import { type Bind, statement } from "../../platform/db/prepared-statement.ts";
import { type AddressBases, metricsJson, type ReaderKind, type ToldPost, tellPost } from "./post-serializer.ts";
import { postTotal } from "./post-stats-store.ts";

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

/** What is told of a post beside what every answer tells. */
export interface PostFields {
  fieldsets: readonly PostFieldset[];
  bases: AddressBases;
  /** A visitor unless given. */
  reader?: ReaderKind | undefined;
}

/** What decides the words of a statement that tells of posts. */
type Telling = Pick<PostFields, "fieldsets" | "reader">;

/** What every statement that tells of posts is given. */
type TellingValues = Visibility & AddressBases;

export interface PostPageQuery
  extends Omit<KeysetPageQuery, "table" | "alias" | "wanted" | "steady" | "total">,
    PostFields {
  /** Condition on `posts p`; all posts without it. */
  wanted: RawBuilder<boolean> | undefined;
  /** Where `wanted` asks for one language and nothing else. */
  language?: string | undefined;
}

const published = { column: sql`p.first_published_at`, type: sql`timestamptz` };
const id = { column: sql`p.id`, type: sql`uuid` };
/** Code points decide, so that every PostgreSQL has the same order; 200 characters are a whole title and fit into a cursor. */
const title = { column: sql`"left"(p.title, 200) collate "C"`, type: sql`text` };
const pinned = { column: sql`p.pinned`, type: sql`boolean` };
const views = { column: sql`p.view_count`, type: sql`integer` };
const likes = { column: sql`p.like_count`, type: sql`integer` };

const inOrder = (descending: boolean, ...keys: Omit<SortKey, "descending">[]): SortKey[] =>
  keys.map((key) => ({ ...key, descending }));

/** All keys of a sort run in one direction, so that an index serves it. */
export const postOrders: Record<PostSort, SortKey[]> = {
  FEED: inOrder(true, pinned, published, id),
  PUBLISHED_DATE_ASC: inOrder(false, published, id),
  PUBLISHED_DATE_DESC: inOrder(true, published, id),
  VIEW_COUNT: inOrder(true, views, published, id),
  LIKE_COUNT: inOrder(true, likes, published, id),
  TITLE_ASC: inOrder(false, title, id),
  TITLE_DESC: inOrder(true, title, id),
};

/** One page of the posts that visitors may see, as JSON. */
export async function findPostPage(
  db: DbOrTx,
  visibility: Visibility,
  { wanted, language, fieldsets, bases, reader, ...page }: PostPageQuery,
): Promise<KeysetPage> {
  const visible = isVisible(visibility);
  return findKeysetPage(
    db,
    {
      ...page,
      table: sql`posts p`,
      alias: sql`p`,
      wanted: wanted ? sql<boolean>`${visible} and ${wanted}` : visible,
      steady: wanted === undefined,
      total: wanted === undefined || language !== undefined ? postTotal(visibility, language) : undefined,
    },
    (ids) => tellPosts(db, { ...visibility, ...bases, ids }, shapeOf({ fieldsets, reader })),
  );
}

const tellPosts = statement((bind: Bind<TellingValues & { ids: string[] }>, telling: Telling) => {
  const { json, join } = tellBound(bind, telling);
  return sql<Told>`
    select string_agg(${json}, ',' order by wanted.place) as json, count(*)::integer as count
    from unnest(${bind("ids")}::uuid[]) with ordinality as wanted (id, place) join posts p on p.id = wanted.id ${join}
    where ${isVisible({ siteId: bind("siteId"), at: bind("at") })}`;
});

function tellBound(bind: Bind<TellingValues>, { fieldsets, reader }: Telling): ToldPost {
  return tellPost(fieldsets, { pages: bind("pages"), media: bind("media") }, reader);
}

export interface PostRow {
  id: string;
  json: string;
}

/** One post that visitors may see, as JSON. `id` has to be an id. */
export async function findPost(
  db: DbOrTx,
  visibility: Visibility,
  id: string,
  { bases, ...telling }: PostFields,
): Promise<PostRow | undefined> {
  return readPost(db, { ...visibility, ...bases, telling: shapeOf(telling) }, id);
}

/** What reads of one post need to have in common to be made together. */
type ToldAlike = TellingValues & { telling: Telling };

const readPost = readTogether(async (db, { telling, ...values }: ToldAlike, ids: readonly (string | null)[]) =>
  selectPosts(db, { ...values, ids }, telling),
);

const selectPosts = statement((bind: Bind<TellingValues & { ids: readonly (string | null)[] }>, telling: Telling) => {
  const { json, join } = tellBound(bind, telling);
  return sql<PostRow & Placed>`
    select wanted.place::integer, p.id, ${json} as json
    from unnest(${bind("ids")}::uuid[]) with ordinality as wanted (id, place) join posts p on p.id = wanted.id ${join}
    where ${isVisible({ siteId: bind("siteId"), at: bind("at") })}`;
});

/** The post with exactly this slug, as JSON; where several languages have it, the one in `preferredLanguage` comes first. */
export async function findPostBySlug(
  db: DbOrTx,
  visibility: Visibility,
  slug: string,
  { language, preferredLanguage }: { language: string | undefined; preferredLanguage: string },
  { bases, ...fields }: PostFields,
): Promise<PostRow | undefined> {
  const values = { ...visibility, ...bases };
  const telling = shapeOf(fields);
  // A language has one at most, so that nothing is sorted: to sort a single row costs more than to find it.
  const found = await readPostBySlug(db, { ...values, telling }, { slug, language: language ?? preferredLanguage });
  if (found || language !== undefined) return found;
  const [other] = await selectPostInAnyLanguage(db, { ...values, slug }, telling);
  return other;
}

interface SlugKey {
  slug: string;
  language: string;
}

const readPostBySlug = readTogether(
  async (db, { telling, ...values }: ToldAlike, keys: readonly (SlugKey | null)[]) => {
    const slugs = keys.map((key) => key?.slug ?? null);
    const languages = keys.map((key) => key?.language ?? null);
    return selectPostsBySlug(db, { ...values, slugs, languages }, telling);
  },
);

const selectPostsBySlug = statement(
  (bind: Bind<TellingValues & { slugs: (string | null)[]; languages: (string | null)[] }>, telling: Telling) => {
    const { json, join } = tellBound(bind, telling);
    return sql<PostRow & Placed>`
      select wanted.place::integer, p.id, ${json} as json
      from unnest(${bind("slugs")}::text[], ${bind("languages")}::text[]) with ordinality as wanted (slug, language, place)
        join posts p on p.slug = wanted.slug and p.language = wanted.language ${join}
      where ${isVisible({ siteId: bind("siteId"), at: bind("at") })}`;
  },
);

const selectPostInAnyLanguage = statement((bind: Bind<TellingValues & { slug: string }>, telling: Telling) => {
  const { json, join } = tellBound(bind, telling);
  return sql<PostRow>`
      select p.id, ${json} as json from posts p ${join}
      where ${isVisible({ siteId: bind("siteId"), at: bind("at") })} and p.slug = ${bind("slug")}
      order by p.first_published_at, p.id
      limit 1`;
});

const shapeOf = ({ fieldsets, reader }: Telling): Telling => ({
  fieldsets: inOneOrder(fieldsets),
  reader: reader ?? "visitor",
});

/** The same sets in another order make no other statement. */
export function inOneOrder(fieldsets: readonly PostFieldset[]): PostFieldset[] {
  return postFieldsets.filter((fieldset) => fieldsets.includes(fieldset));
}

/** JSON of the counters of one post that visitors may see. */
export async function findPostMetrics(db: DbOrTx, visibility: Visibility, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select (${metricsJson})::text as json
    from posts p where ${isVisible(visibility)} and p.id = ${id}`.execute(db);
  return rows[0]?.json;
}

/** Condition on `posts p`. Every reading query of visitors has it. */
export function isVisible({ siteId, at }: Visibility): RawBuilder<boolean> {
  return sql<boolean>`p.site_id = ${siteId} and p.status = 'PUBLISHED' and p.first_published_at <= ${at}`;
}

/** Condition on `posts p`; `undefined` when every post is wanted. */
export function isWanted(filter: PostFilter): RawBuilder<boolean> | undefined {
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
