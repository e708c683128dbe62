import type { RedirectStatus } from "@porchlight/contract/site/redirects/site-redirect";
import { type Selectable, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { postPath, type Visibility } from "../posts/post-json-sql.ts";
import { isVisible } from "../posts/posts-store.ts";
import { categoryPath } from "../taxonomy/categories-store.ts";
import { tagPath } from "../taxonomy/tags-store.ts";

/** A redirect as stored. */
export type RedirectRow = Omit<Selectable<Tables["site_redirects"]>, "site_id">;
/** The values of a redirect: a normalized source and a target for a `Location` header. */
export type RedirectValues = Pick<RedirectRow, "source" | "target" | "status">;

const columns = ["id", "source", "target", "status", "created_at"] as const;

const matching = (db: DbOrTx, siteId: string, search: string | undefined) =>
  db
    .selectFrom("site_redirects")
    .where("site_id", "=", siteId)
    .$if(search !== undefined, (query) =>
      query.where(
        sql<boolean>`(strpos(lower(source), lower(${search})) > 0 or strpos(lower(target), lower(${search})) > 0)`,
      ),
    );

/** Redirects by source. */
export async function findRedirects(
  db: DbOrTx,
  siteId: string,
  { search, limit, offset }: { search: string | undefined; limit: number; offset: number },
): Promise<RedirectRow[]> {
  return matching(db, siteId, search).select(columns).orderBy("source").limit(limit).offset(offset).execute();
}

/** All redirects of a site. */
export async function findAllRedirects(db: DbOrTx, siteId: string): Promise<RedirectRow[]> {
  return matching(db, siteId, undefined).select(columns).execute();
}

export async function countRedirects(db: DbOrTx, siteId: string, search?: string): Promise<number> {
  const { count } = await matching(db, siteId, search)
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The redirect of a normalized path. */
export async function findRedirectBySource(
  db: DbOrTx,
  siteId: string,
  source: string,
): Promise<RedirectRow | undefined> {
  return db
    .selectFrom("site_redirects")
    .select(columns)
    .where("site_id", "=", siteId)
    .where("source", "=", source)
    .executeTakeFirst();
}

/** `id` must be a valid id. */
export async function findRedirectById(db: DbOrTx, siteId: string, id: string): Promise<RedirectRow | undefined> {
  return db
    .selectFrom("site_redirects")
    .select(columns)
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Serializes changes of redirects until the transaction ends: two of them could form a loop. */
export async function lockRedirects(tx: Transaction<Tables>, siteId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('site redirects ' || ${siteId}, 0))`.execute(tx);
}

export async function insertRedirect(
  tx: Transaction<Tables>,
  siteId: string,
  values: RedirectValues,
  at: Date,
): Promise<RedirectRow> {
  return tx
    .insertInto("site_redirects")
    .values({ ...values, site_id: siteId, id: newId(at.getTime()), created_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Creates redirects, or changes those with the same sources. The sources must differ. */
export async function upsertRedirects(
  tx: Transaction<Tables>,
  siteId: string,
  redirects: readonly RedirectValues[],
  at: Date,
): Promise<void> {
  if (redirects.length === 0) return;
  await tx
    .insertInto("site_redirects")
    .values(redirects.map((values) => ({ ...values, site_id: siteId, id: newId(at.getTime()), created_at: at })))
    .onConflict((conflict) =>
      conflict
        .columns(["site_id", "source"])
        .doUpdateSet(({ ref }) => ({ target: ref("excluded.target"), status: ref("excluded.status") })),
    )
    .execute();
}

export async function updateRedirect(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  values: RedirectValues,
): Promise<RedirectRow> {
  return tx
    .updateTable("site_redirects")
    .set(values)
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteRedirect(tx: Transaction<Tables>, siteId: string, id: string): Promise<void> {
  await tx.deleteFrom("site_redirects").where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Which of these decoded paths a published page, a visible post, a category, a tag or a collection has. */
export async function findUsedPaths(
  db: DbOrTx,
  visibility: Visibility,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const below = (prefix: string) => sql`starts_with(path, ${prefix}) and slug = substr(path, ${prefix.length + 1})`;
  const { siteId } = visibility;
  const { rows } = await sql<{ path: string }>`select path from unnest(${[...paths]}::text[]) path where
    exists (select from published_pages where site_id = ${siteId} and not is_hidden and ${below("/")})
    or exists (select from posts p where p.site_id = ${siteId} and ${isVisible(visibility)} and ${below(postPath)})
    or exists (select from categories where site_id = ${siteId} and ${below(categoryPath)})
    or exists (select from tags where site_id = ${siteId} and ${below(tagPath)})
    or exists (select from data_collections where site_id = ${siteId} and deleted_at is null
      and path = '/collections/' || id)`.execute(db);
  return new Set(rows.map(({ path }) => path));
}

/** A path of the site: as the source of a redirect, and for a `Location` header. */
interface SitePath {
  source: string;
  target: string;
}

/**
 * After a page has been published at `to`: deletes the redirect of that path, which would not be followed any more, and
 * leads from the previous path, and what led there, to it.
 */
export async function moveRedirects(
  tx: Transaction<Tables>,
  siteId: string,
  { from, to, at }: { from: SitePath | undefined; to: SitePath; at: Date },
): Promise<void> {
  await tx.deleteFrom("site_redirects").where("site_id", "=", siteId).where("source", "=", to.source).execute();
  if (from === undefined || from.source === to.source) return;
  const { target } = to;
  await tx
    .updateTable("site_redirects")
    .set({ target })
    .where("site_id", "=", siteId)
    .where("target", "=", from.target)
    .execute();
  const status: RedirectStatus = 301;
  await tx
    .insertInto("site_redirects")
    .values({ site_id: siteId, id: newId(at.getTime()), source: from.source, target, status, created_at: at })
    .onConflict((conflict) => conflict.columns(["site_id", "source"]).doUpdateSet({ target, status }))
    .execute();
}
