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
  integerField,
  nullableTextField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../../platform/db/pagination/query-fields.ts";
import { type Bind, preparedStatement } from "../../platform/db/prepared-statement.ts";
import { isoDate, type UrlBases, type Visibility, withMediaBase } from "../posts/post-json-sql.ts";
import { isVisible } from "../posts/posts-store.ts";

/** Path of a category page, followed by the slug. */
export const categoryPath = "/blog/category/";

export interface CategoryFields {
  fieldsets: readonly ("URL" | "SEO")[];
  bases: UrlBases;
}

/** Condition on `categories c`. */
export function isInLanguage(language: string): RawBuilder<boolean> {
  return sql<boolean>`c.language = ${language}`;
}

/** The owner's order: by position; categories without one (-1) last. */
export const displayOrder: SortKey[] = [
  { column: sql`(c.display_position < 0)`, type: sql`boolean`, descending: false },
  { column: sql`c.display_position`, type: sql`integer`, descending: false },
  { column: sql`"left"(c.label, 200) collate "C"`, type: sql`text`, descending: false },
  { column: sql`c.id`, type: sql`uuid`, descending: false },
];

/** One page of categories, as JSON. @param filter Condition on `categories c`. */
export async function findCategoryPage(
  db: DbOrTx,
  visibility: Visibility,
  {
    filter,
    fieldsets,
    bases,
    ...page
  }: CategoryFields & {
    filter: RawBuilder<boolean> | undefined;
    keys: readonly SortKey[];
    limit: number;
    offset: number;
  },
): Promise<KeysetPage> {
  const ofSite = sql<boolean>`c.site_id = ${visibility.siteId}`;
  return findKeysetPage(
    db,
    {
      ...page,
      countTotal: true,
      table: sql`categories c`,
      alias: sql`c`,
      condition: filter ? sql<boolean>`${ofSite} and ${filter}` : ofSite,
      stablePlan: filter === undefined,
    },
    (ids) => selectCategoriesById(db, { ...visibility, ...bases, ids }, [...new Set(fieldsets)].sort()),
  );
}

const selectCategoriesById = preparedStatement(
  (bind: Bind<Visibility & UrlBases & { ids: string[] }>, fieldsets: CategoryFields["fieldsets"]) => {
    const bases = { pages: bind("pages"), media: bind("media") };
    const json = categoryJson({ siteId: bind("siteId"), at: bind("at") }, { fieldsets, bases });
    return sql<JsonRows>`
      select string_agg(${json}, ',' order by wanted.place) as json, count(*)::integer as count
      from unnest(${bind("ids")}::uuid[]) with ordinality as wanted (id, place) join categories c on c.id = wanted.id
      where c.site_id = ${bind("siteId")}`;
  },
);

/** JSON of one category. `id` must be a valid id. */
export async function findCategory(
  db: DbOrTx,
  visibility: Visibility,
  id: string,
  fields: CategoryFields,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select ${categoryJson(visibility, fields)} as json
    from categories c where c.site_id = ${visibility.siteId} and c.id = ${id}`.execute(db);
  return rows[0]?.json;
}

/** JSON of the category with this slug; one in `preferredLanguage` comes first. */
export async function findCategoryBySlug(
  db: DbOrTx,
  visibility: Visibility,
  slug: string,
  { language, preferredLanguage }: { language: string | undefined; preferredLanguage: string },
  fields: CategoryFields,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select ${categoryJson(visibility, fields)} as json
    from categories c
    where c.site_id = ${visibility.siteId} and c.slug = ${slug}
      ${language === undefined ? sql`` : sql`and ${isInLanguage(language)}`}
    order by (c.language = ${preferredLanguage}) desc, c.language
    limit 1`.execute(db);
  return rows[0]?.json;
}

/** Expression over `categories c`: its number of visible posts. */
function categoryPostCount(visibility: Visibility): RawBuilder<number> {
  return sql<number>`(
      select count(*)::integer from post_categories pc join posts p on p.site_id = pc.site_id and p.id = pc.post_id
      where pc.site_id = c.site_id and pc.category_id = c.id and ${isVisible(visibility)})`;
}

/**
 * Expression over `categories c`: the category as JSON text. `title` and `rank` are the old names of label and
 * position.
 */
function categoryJson(visibility: Visibility, { fieldsets, bases }: CategoryFields): RawBuilder<unknown> {
  const url = sql`, 'url', json_build_object('base', ${bases.pages}::text, 'path', ${categoryPath}::text || c.slug)`;
  const seo = sql`, 'seoData', c.seo_data`;
  return sql`('{'
    || case when c.cover_image is null then ''
      else '"coverImage":' || ${withMediaBase(sql`c.cover_image`, bases.media, " ")} || ',' end
    || case when c.translation_id is null then '' else '"translationId":"' || c.translation_id || '",' end
    || "right"(json_build_object(
      'id', c.id,
      'label', c.label,
      'postCount', ${categoryPostCount(visibility)},
      'description', c.description,
      'displayPosition', c.display_position,
      'title', c.label,
      'rank', c.display_position,
      'language', c.language,
      'slug', c.slug,
      'createdDate', ${isoDate(sql`c.created_at`)},
      'updatedDate', ${isoDate(sql`c.updated_at`)}
      ${fieldsets.includes("URL") ? url : sql``}${fieldsets.includes("SEO") ? seo : sql``})::text, -1))`;
}

/** Finds the category with this slug, or creates it at the end of the list. */
export async function ensureCategory(
  db: DbOrTx,
  siteId: string,
  { slug, label, language }: { slug: string; label: string; language: string },
  at: Date,
): Promise<{ id: string; isNew: boolean }> {
  const find = () =>
    db
      .selectFrom("categories")
      .select("id")
      .where("site_id", "=", siteId)
      .where("slug", "=", slug)
      .where("language", "=", language)
      .executeTakeFirst();
  const found = await find();
  if (found) return { id: found.id, isNew: false };
  const position = sql<number>`(select coalesce(max(display_position), -1) + 1 from categories where site_id = ${siteId})`;
  const created = await db
    .insertInto("categories")
    .values({
      site_id: siteId,
      id: newId(),
      slug,
      label,
      language,
      display_position: position,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.constraint("categories_slug").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created) return { id: created.id, isNew: true };
  // Created concurrently by another transaction.
  return { id: (await find())!.id, isNew: false };
}

/** Fields that a query may use, over `categories c`. Source: entities.md, Category. */
export const categoryQueryFields = (visibility: Visibility): QueryFields =>
  new Map<string, QueryField>([
    ["id", uuidField(sql`c.id`)],
    ["label", textField(sql`c.label`)],
    ["title", textField(sql`c.label`)],
    ["slug", textField(sql`c.slug`)],
    ["description", nullableTextField(sql`c.description`)],
    ["language", textField(sql`c.language`)],
    ["displayPosition", integerField(sql`c.display_position`)],
    ["rank", integerField(sql`c.display_position`)],
    ["postCount", countField(categoryPostCount(visibility))],
    ["createdDate", dateField(sql`date_trunc('milliseconds', c.created_at)`)],
    ["updatedDate", dateField(sql`date_trunc('milliseconds', c.updated_at)`)],
  ]);
