import type { WireImage } from "@porchlight/contract/blog/posts/post";
import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import {
  findKeysetPage,
  type JsonRows,
  type KeysetPage,
  type SortKey,
} from "../../platform/db/pagination/keyset-page.ts";
import {
  countField,
  dateField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../../platform/db/pagination/query-fields.ts";
import { type Bind, preparedStatement } from "../../platform/db/prepared-statement.ts";
import { isoDate, type UrlBases, type Visibility, withMediaBase } from "../posts/post-json-sql.ts";
import { isVisible } from "../posts/posts-store.ts";

/** Path of a tag page, followed by the slug. */
export const tagPath = "/blog/tag/";

/** What the JSON of a tag contains. */
export interface TagFields {
  withUrl: boolean;
  bases: UrlBases;
}

export interface TagLanguages {
  /** Only tags in this language. */
  language: string | undefined;
  /** Tags in this language come first. */
  preferredLanguage: string;
}

/** JSON of one tag. `id` must be a valid id. */
export async function findTag(
  db: DbOrTx,
  visibility: Visibility,
  id: string,
  fields: TagFields,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select ${tagJson(visibility, fields)} as json
    from tags t where t.site_id = ${visibility.siteId} and t.id = ${id}`.execute(db);
  return rows[0]?.json;
}

/** JSON of the tag with this slug. */
export function findTagBySlug(
  db: DbOrTx,
  visibility: Visibility,
  slug: string,
  languages: TagLanguages,
  fields: TagFields,
): Promise<string | undefined> {
  return findFirstTag(db, visibility, sql`t.slug = ${slug}`, sql`t.slug`, languages, fields);
}

/** JSON of the tag with this label, ignoring case; an exact match comes first. */
export function findTagByLabel(
  db: DbOrTx,
  visibility: Visibility,
  label: string,
  languages: TagLanguages,
  fields: TagFields,
): Promise<string | undefined> {
  const hasLabel = sql`lower(t.label) = lower(${label})`;
  return findFirstTag(db, visibility, hasLabel, sql`(t.label = ${label}) desc`, languages, fields);
}

async function findFirstTag(
  db: DbOrTx,
  visibility: Visibility,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { language, preferredLanguage }: TagLanguages,
  fields: TagFields,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select ${tagJson(visibility, fields)} as json
    from tags t
    where t.site_id = ${visibility.siteId} and ${condition}
      ${language === undefined ? sql`` : sql`and t.language = ${language}`}
    order by (t.language = ${preferredLanguage}) desc, ${order}, t.created_at, t.id
    limit 1`.execute(db);
  return rows[0]?.json;
}

/** One page of tags, as JSON. @param filter Condition on `tags t`. */
export async function findTagPage(
  db: DbOrTx,
  visibility: Visibility,
  {
    filter,
    withUrl,
    bases,
    ...page
  }: TagFields & {
    filter: RawBuilder<boolean>;
    keys: readonly SortKey[];
    limit: number;
    offset: number;
  },
): Promise<KeysetPage> {
  return findKeysetPage(
    db,
    {
      ...page,
      countTotal: true,
      table: sql`tags t`,
      alias: sql`t`,
      condition: sql<boolean>`t.site_id = ${visibility.siteId} and ${filter}`,
      stablePlan: false,
    },
    (ids) => selectTagsById(db, { ...visibility, ...bases, ids }, withUrl),
  );
}

const selectTagsById = preparedStatement((bind: Bind<Visibility & UrlBases & { ids: string[] }>, withUrl: boolean) => {
  const bases = { pages: bind("pages"), media: bind("media") };
  const json = tagJson({ siteId: bind("siteId"), at: bind("at") }, { withUrl, bases });
  return sql<JsonRows>`
      select string_agg(${json}, ',' order by wanted.place) as json, count(*)::integer as count
      from unnest(${bind("ids")}::uuid[]) with ordinality as wanted (id, place) join tags t on t.id = wanted.id
      where t.site_id = ${bind("siteId")}`;
});

/** Expression over `tags t`: its number of visible posts. */
function tagPostCount(visibility: Visibility): RawBuilder<number> {
  return sql<number>`(
    select count(*)::integer
    from post_tags pt join posts p on p.site_id = pt.site_id and p.id = pt.post_id
    where pt.site_id = t.site_id and pt.tag_id = t.id and ${isVisible(visibility)})`;
}

/** Expression over `tags t`: the tag as JSON text. */
function tagJson(visibility: Visibility, { withUrl, bases }: TagFields): RawBuilder<string> {
  const url = sql`, 'url', json_build_object('base', ${bases.pages}::text, 'path', ${tagPath}::text || t.slug)`;
  return sql<string>`(
    select '{'
      || case when t.cover_image is null then ''
        else '"coverImage":' || ${withMediaBase(sql`t.cover_image`, bases.media, " ")} || ',' end
      || case when t.description is null then '' else '"description":' || to_json(t.description) || ',' end
      || "right"(json_build_object(
        'id', t.id,
        'label', t.label,
        'slug', t.slug,
        'createdDate', ${isoDate(sql`t.created_at`)},
        'updatedDate', ${isoDate(sql`t.updated_at`)},
        'publicationCount', used.posts,
        'postCount', used.posts,
        'publishedPostCount', used.posts,
        'language', t.language
        ${withUrl ? url : sql``})::text, -1)
    from (select ${tagPostCount(visibility)} as posts) used)`;
}

/** A tag to be created unless there is one with its label. */
export interface NewTag {
  label: string;
  slug: string;
  language: string;
  description?: string | undefined;
  coverImage?: WireImage | undefined;
}

/** Finds the tag with this label, ignoring case, or creates it. `slug` gets a number if it is taken. */
export async function ensureTag(
  db: DbOrTx,
  siteId: string,
  { label, slug, language, description, coverImage }: NewTag,
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
    const created = await db
      .insertInto("tags")
      .values({
        site_id: siteId,
        id: newId(),
        slug: number === 1 ? slug : `${slug}-${number}`,
        label,
        language,
        description: description ?? null,
        cover_image: coverImage ? JSON.stringify(coverImage) : null,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.constraint("tags_slug").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (created) return { id: created.id, isNew: true };
  }
}

/** Fields that a query may use, over `tags t`. Source: entities.md, BlogTag. */
export function tagQueryFields(visibility: Visibility): QueryFields {
  const postCount = countField(tagPostCount(visibility));
  return new Map<string, QueryField>([
    ["id", uuidField(sql`t.id`)],
    ["label", textField(sql`t.label`)],
    ["slug", textField(sql`t.slug`)],
    ["language", textField(sql`t.language`)],
    ["postCount", postCount],
    ["publicationCount", postCount],
    ["publishedPostCount", postCount],
    ["createdDate", dateField(sql`date_trunc('milliseconds', t.created_at)`)],
    ["updatedDate", dateField(sql`date_trunc('milliseconds', t.updated_at)`)],
  ]);
}
