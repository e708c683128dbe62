import { normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import { sql, type Transaction } from "kysely";
import { type DbOrTx, disableStatementTimeout } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { ChangedPost } from "../../blog-events.ts";
import { categoryPath } from "../categories-store.ts";
import { tagPath } from "../tags-store.ts";

type Tx = Transaction<Tables>;

/** Selects the tables and columns of a write. */
export type TaxonomyKind = "categories" | "tags";

const kindColumns = {
  categories: {
    links: "post_categories",
    column: "category_id",
    edited: "category_ids",
    path: categoryPath,
    lock: 1,
    origin: sql`origin`,
  },
  tags: {
    links: "post_tags",
    column: "tag_id",
    edited: "tag_ids",
    path: tagPath,
    lock: 2,
    origin: sql.lit("DELETE_TAG"),
  },
} as const;

/** Arbitrary; must differ from other advisory lock keys of the database. */
const writeLockKey = 7_236_043;

/** Serializes writes on all nodes until the transaction ends: labels are compared before they are written. */
export async function lockWrites(tx: Tx, kind: TaxonomyKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(${writeLockKey}, ${sql.lit(kindColumns[kind].lock)})`.execute(tx);
}

/** New values of a category or tag, by column. */
export interface TaxonomyChange {
  label?: string;
  slug?: string;
  description?: string | null;
  display_position?: number;
  translation_id?: string | null;
  cover_image?: WireImage | null;
  seo_data?: { tags: unknown[]; settings?: unknown };
}

/** A category or tag before a change. */
export interface LockedTerm {
  id: string;
  label: string;
  slug: string;
  language: string;
}

/** Locks a category or tag until the transaction ends. `id` must be a valid id. */
export async function lockTerm(
  tx: Tx,
  siteId: string,
  kind: TaxonomyKind,
  id: string,
): Promise<LockedTerm | undefined> {
  return (
    tx
      .selectFrom(kind)
      .select(["id", "label", "slug", "language"])
      .where("site_id", "=", siteId)
      .where("id", "=", id)
      // Not FOR UPDATE: writers of posts, which check references after locking their post, need not wait.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

/** Id of another category or tag with this label in this language, ignoring case. */
export async function findTermByLabel(
  db: DbOrTx,
  siteId: string,
  kind: TaxonomyKind,
  { label, language, exceptId }: { label: string; language: string; exceptId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom(kind)
    .select("id")
    .where("site_id", "=", siteId)
    .where("language", "=", language)
    .where(sql<boolean>`lower(label) = lower(${label})`)
    .where("id", "!=", exceptId)
    .executeTakeFirst();
  return row?.id;
}

/** Adds a category; default position: last. Violates `categories_slug` if the slug is taken. */
export async function insertCategory(
  tx: Tx,
  siteId: string,
  category: TaxonomyChange & { id: string; label: string; slug: string; language: string },
  at: Date,
): Promise<void> {
  const last = sql<number>`(select coalesce(max(display_position), -1) + 1 from categories where site_id = ${siteId})`;
  await tx
    .insertInto("categories")
    .values({
      display_position: last,
      ...columnsOf(category),
      id: category.id,
      label: category.label,
      slug: category.slug,
      language: category.language,
      site_id: siteId,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** Violates `tags_slug` if the slug is taken. */
export async function insertTag(
  tx: Tx,
  siteId: string,
  tag: Pick<TaxonomyChange, "description" | "cover_image"> & {
    id: string;
    label: string;
    slug: string;
    language: string;
  },
  at: Date,
): Promise<void> {
  const { description = null, cover_image: cover } = tag;
  await tx
    .insertInto("tags")
    .values({
      id: tag.id,
      label: tag.label,
      slug: tag.slug,
      language: tag.language,
      description,
      cover_image: cover ? JSON.stringify(cover) : null,
      site_id: siteId,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** Violates `categories_slug` or `tags_slug` if the slug is taken. */
export async function updateTermRow(
  tx: Tx,
  siteId: string,
  kind: TaxonomyKind,
  { id, ...change }: TaxonomyChange & { id: string },
  at: Date,
): Promise<void> {
  await tx
    .updateTable(kind)
    .set({ ...columnsOf(change), updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/**
 * Removes a category or tag from all posts and their unpublished changes, or replaces it by `replacement`. Increments
 * the posts' revisions.
 *
 * @returns The affected posts; `isPublic` unless only unpublished changes had it.
 */
export async function replaceTermOnPosts(
  tx: Tx,
  siteId: string,
  kind: TaxonomyKind,
  id: string,
  replacement: string | null,
): Promise<ChangedPost[]> {
  await disableStatementTimeout(tx);
  const { links, column, edited, origin } = kindColumns[kind];
  const [table, ref] = [sql.table(links), sql.ref(column)];
  const inEdits = sql`(
    p.edits is not null and p.edits ? ${sql.lit(edited)}
    and exists (select from jsonb_array_elements_text(p.edits -> ${sql.lit(edited)}) one where lower(one) = ${id}))`;
  // Always in the same order, which avoids deadlocks.
  const { rows } = await sql<ChangedPost>`
    select p.id, exists (select from ${table} where site_id = ${siteId} and post_id = p.id and ${ref} = ${id}) as "isPublic"
    from posts p
    where p.site_id = ${siteId} and (
      p.id in (select post_id from ${table} where site_id = ${siteId} and ${ref} = ${id})
      or p.id in (select p.id from posts p where p.site_id = ${siteId} and ${inEdits}))
    order by p.id for update`.execute(tx);
  await sql`
    update posts p set revision = p.revision + 1, origin = ${replacement === null ? origin : sql`origin`}
    where p.site_id = ${siteId} and (
      p.id in (select post_id from ${table} where site_id = ${siteId} and ${ref} = ${id})
      or p.id in (select p.id from posts p where p.site_id = ${siteId} and ${inEdits}))`.execute(tx);
  await sql`
    update posts p set edits = jsonb_set(p.edits, array[${sql.lit(edited)}], (
      select coalesce(jsonb_agg(kept.id order by kept.place), '[]')
      from (
        select case when lower(one) = ${id} then ${replacement}::text else one end as id, min(place) as place
        from jsonb_array_elements_text(p.edits -> ${sql.lit(edited)}) with ordinality as e (one, place) group by 1
      ) kept
      where kept.id is not null))
    where p.site_id = ${siteId} and ${inEdits}`.execute(tx);
  if (replacement !== null)
    await sql`
      insert into ${table} (site_id, post_id, ${ref}, position)
      select site_id, post_id, ${replacement}, position from ${table} where site_id = ${siteId} and ${ref} = ${id}
      on conflict do nothing`.execute(tx);
  await sql`delete from ${table} where site_id = ${siteId} and ${ref} = ${id}`.execute(tx);
  return rows;
}

export async function deleteTermRow(tx: Tx, siteId: string, kind: TaxonomyKind, id: string): Promise<void> {
  await tx.deleteFrom(kind).where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Redirects the page of a former slug to a category or tag. */
export async function insertLegacySlug(
  tx: Tx,
  siteId: string,
  kind: TaxonomyKind,
  { slug, id }: { slug: string; id: string },
  at: Date,
): Promise<void> {
  const { column, path: prefix } = kindColumns[kind];
  const path = normalizeLegacyPath(prefix + slug);
  if (path === undefined) return;
  await sql`
    insert into redirect_paths (site_id, path, ${sql.ref(column)}, created_at)
    values (${siteId}, ${path}, ${id}, ${at})
    on conflict (site_id, path) do update
      set post_id = excluded.post_id, category_id = excluded.category_id, tag_id = excluded.tag_id, created_at = excluded.created_at`.execute(
    tx,
  );
}

/** Redirects the former pages of `from` to `to`. */
export async function reassignLegacySlugs(
  tx: Tx,
  siteId: string,
  kind: TaxonomyKind,
  from: string,
  to: string,
): Promise<void> {
  const column = sql.ref(kindColumns[kind].column);
  await sql`update redirect_paths set ${column} = ${to} where site_id = ${siteId} and ${column} = ${from}`.execute(tx);
}

function columnsOf({ cover_image, seo_data, ...plain }: TaxonomyChange) {
  return {
    ...plain,
    ...(cover_image !== undefined && { cover_image: cover_image && JSON.stringify(cover_image) }),
    ...(seo_data !== undefined && { seo_data: JSON.stringify(seo_data) }),
  };
}
