import type { SitePageStatus } from "@porchlight/contract/site/pages/site-page";
import { type Selectable, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { saveUndoState } from "../../platform/db/undo-states-store.ts";
import { withMediaBase } from "../posts/post-json-sql.ts";

type StoredPage = Selectable<Tables["site_pages"]>;

/** A page with the state of its published version. `published_*` are null for drafts. */
export interface PageRow
  extends Omit<
    StoredPage,
    "site_id" | "rich_content" | "source_key" | "source_blog" | "source_hash" | "source_revision"
  > {
  published_slug: string | null;
  published_revision: string | null;
  first_published_at: Date | null;
  published_at: Date | null;
}

/** The columns that a writer changes. */
export type PageValues = Pick<StoredPage, "title" | "slug" | "seo_slug" | "seo_data"> & {
  rich_content?: StoredPage["rich_content"] | undefined;
};

/** A published page. `content` is JSON text. */
export interface PublishedPageRow {
  id: string;
  title: string;
  slug: string;
  seo_data: StoredPage["seo_data"];
  first_published_at: Date;
  published_at: Date;
  content: string;
}

const pagesOf = (db: DbOrTx, siteId: string) =>
  db
    .selectFrom("site_pages as p")
    .leftJoin("published_pages as v", (join) =>
      join.onRef("v.site_id", "=", "p.site_id").onRef("v.page_id", "=", "p.id"),
    )
    .select([
      "p.id",
      "p.title",
      "p.slug",
      "p.seo_slug",
      "p.seo_data",
      "p.revision",
      "p.idempotency_key",
      "p.created_at",
      "p.updated_at",
      "p.deleted_at",
      "v.slug as published_slug",
      "v.revision as published_revision",
      "v.first_published_at",
      "v.published_at",
    ])
    .where("p.site_id", "=", siteId);

/** Pages by title. */
export async function findPages(
  db: DbOrTx,
  siteId: string,
  { status, search }: { status?: SitePageStatus | undefined; search?: string | undefined },
): Promise<PageRow[]> {
  let query = pagesOf(db, siteId).where("p.deleted_at", status === "DELETED" ? "is not" : "is", null);
  if (status === "DRAFT") query = query.where("v.page_id", "is", null);
  if (status === "PUBLISHED") query = query.where("v.page_id", "is not", null);
  if (search)
    query = query.where(
      sql<boolean>`(strpos(lower(p.title), lower(${search})) > 0 or strpos(p.slug, lower(${search})) > 0)`,
    );
  return query.orderBy(sql`lower(p.title)`).orderBy("p.id").execute();
}

/** A page, also a deleted one. `id` must be a valid id. */
export async function findPage(db: DbOrTx, siteId: string, id: string): Promise<PageRow | undefined> {
  return pagesOf(db, siteId).where("p.id", "=", id).executeTakeFirst();
}

/** Like {@link findPage}; locks the page until the transaction ends. */
export async function lockPage(tx: Transaction<Tables>, siteId: string, id: string): Promise<PageRow | undefined> {
  await tx
    .selectFrom("site_pages")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .execute();
  return findPage(tx, siteId, id);
}

/** The content of a page as JSON text. @param base Base URL of uploaded files. */
export async function findPageContent(db: DbOrTx, siteId: string, id: string, base: string): Promise<string> {
  const row = await db
    .selectFrom("site_pages as p")
    .select(sql<string>`${withMediaBase(sql`p.rich_content`, base, "")}`.as("content"))
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.content ?? '{"nodes":[]}';
}

/** The number of pages, including deleted ones. Serializes concurrent inserts until the transaction ends. */
export async function countPages(tx: Transaction<Tables>, siteId: string): Promise<number> {
  await tx.selectFrom("sites").select("id").where("id", "=", siteId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("site_pages")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("site_id", "=", siteId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Which of these slugs another page has, as a draft or published. Deleted pages do not count. */
export async function findTakenPageSlugs(
  db: DbOrTx,
  siteId: string,
  slugs: readonly string[],
  exceptId: string | undefined,
): Promise<Set<string>> {
  const rows = await pagesOf(db, siteId)
    .where("p.deleted_at", "is", null)
    .where((eb) => eb.or([eb("p.slug", "in", slugs), eb("v.slug", "in", slugs)]))
    .$if(exceptId !== undefined, (query) => query.where("p.id", "!=", exceptId!))
    .execute();
  return new Set(
    rows.flatMap(({ slug, published_slug }) => (published_slug === null ? [slug] : [slug, published_slug])),
  );
}

export async function insertPage(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  { rich_content, seo_data, ...values }: PageValues,
  at: Date,
): Promise<void> {
  await tx
    .insertInto("site_pages")
    .values({
      ...values,
      site_id: siteId,
      id,
      seo_data: JSON.stringify(seo_data),
      rich_content: JSON.stringify(rich_content ?? { nodes: [] }),
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** Replaces the values of a page and increases its revision. */
export async function updatePage(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  { rich_content, seo_data, ...values }: PageValues,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("site_pages")
    .set({
      ...values,
      seo_data: JSON.stringify(seo_data),
      ...(rich_content && { rich_content: JSON.stringify(rich_content) }),
      revision: sql`revision + 1`,
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Copies the saved version of a page to its published version. */
export async function upsertPublishedPage(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  at: Date,
): Promise<void> {
  await sql`insert into published_pages as v
      (site_id, page_id, title, slug, seo_data, rich_content, revision, first_published_at, published_at)
    select site_id, id, title, slug, seo_data, rich_content, revision, ${at}, ${at}
    from site_pages where site_id = ${siteId} and id = ${id}
    on conflict (site_id, page_id) do update set title = excluded.title, slug = excluded.slug,
      seo_data = excluded.seo_data, rich_content = excluded.rich_content, revision = excluded.revision,
      published_at = excluded.published_at`.execute(tx);
}

export async function deletePublishedPage(tx: Transaction<Tables>, siteId: string, id: string): Promise<void> {
  await tx.deleteFrom("published_pages").where("site_id", "=", siteId).where("page_id", "=", id).execute();
}

/** Stores the published version of a page, so that {@link restorePublishedPage} can show it again. */
export async function savePublishedPage(tx: Transaction<Tables>, siteId: string, id: string, at: Date): Promise<void> {
  const state = sql`(select row_to_json(p) from published_pages p where p.site_id = ${siteId} and p.page_id = ${id})`;
  await saveUndoState(tx, siteId, id, state, at);
}

/** Shows a stored version again. Returns its slug; `undefined` if there is none. */
export async function restorePublishedPage(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    with former as (delete from undo_states where site_id = ${siteId} and entity_id = ${id} returning state)
    insert into published_pages select r.* from former, json_populate_record(null::published_pages, former.state) r
    returning slug`.execute(tx);
  return rows[0]?.slug;
}

/** Marks a page as deleted, or restores it with `null`, and hides or shows its published version. */
export async function setPageDeleted(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  deletedAt: Date | null,
): Promise<void> {
  await tx
    .updateTable("site_pages")
    .set({ deleted_at: deletedAt })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("published_pages")
    .set({ is_hidden: deletedAt !== null })
    .where("site_id", "=", siteId)
    .where("page_id", "=", id)
    .execute();
}

/** Deletes a page permanently. */
export async function deletePage(tx: Transaction<Tables>, siteId: string, id: string): Promise<void> {
  await tx.deleteFrom("site_pages").where("site_id", "=", siteId).where("id", "=", id).execute();
}

const publishedPagesOf = (db: DbOrTx, siteId: string) =>
  db.selectFrom("published_pages as p").where("p.site_id", "=", siteId).where("p.is_hidden", "=", false);

/** The published page with this slug. @param base Base URL of uploaded files. */
export async function findPublishedPage(
  db: DbOrTx,
  siteId: string,
  slug: string,
  base: string,
): Promise<PublishedPageRow | undefined> {
  return publishedPagesOf(db, siteId)
    .select([
      "p.page_id as id",
      "p.title",
      "p.slug",
      "p.seo_data",
      "p.first_published_at",
      "p.published_at",
      sql<string>`${withMediaBase(sql`p.rich_content`, base, "")}`.as("content"),
    ])
    .where("p.slug", "=", slug)
    .executeTakeFirst();
}

/** Published pages by title, without content. `isIndexed` is false for those hidden from search engines. */
export async function findPublishedPages(
  db: DbOrTx,
  siteId: string,
): Promise<{ id: string; title: string; slug: string; changed: Date; isIndexed: boolean }[]> {
  return publishedPagesOf(db, siteId)
    .select([
      "p.page_id as id",
      "p.title",
      "p.slug",
      "p.published_at as changed",
      sql<boolean>`not p.seo_data @? '$.tags[*].props ? (@.name == "robots" && @.content like_regex "noindex")'`.as(
        "isIndexed",
      ),
    ])
    .orderBy(sql`lower(p.title)`)
    .orderBy("p.page_id")
    .execute();
}
