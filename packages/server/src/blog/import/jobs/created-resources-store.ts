import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { CreatedResource } from "../store/store-batch.ts";

export async function findCreatedResources(db: DbOrTx, siteId: string, importId: string): Promise<CreatedResource[]> {
  const rows = await db
    .selectFrom("import_made")
    .select(["kind", "entity_id", "mark"])
    .where("site_id", "=", siteId)
    .where("import_id", "=", importId)
    .execute();
  return rows.map(({ kind, entity_id, mark }) => ({ kind, id: entity_id, mark }));
}

/** Locks a created post until the transaction ends. */
export async function lockCreatedPost(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
): Promise<{ title: string; revision: string } | undefined> {
  return tx
    .selectFrom("posts")
    .select(["title", "revision"])
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteTerm(
  tx: Transaction<Tables>,
  siteId: string,
  table: "categories" | "tags",
  id: string,
): Promise<void> {
  await tx.deleteFrom(table).where("site_id", "=", siteId).where("id", "=", id).execute();
}

/**
 * The created categories or tags that still exist: whether they changed, and whether a post or an unpublished change
 * uses them.
 */
export async function findCreatedTerms(
  tx: Transaction<Tables>,
  siteId: string,
  table: "categories" | "tags",
  created: readonly CreatedResource[],
): Promise<{ id: string; label: string; unchanged: boolean; used: boolean }[]> {
  const [links, column, edited] =
    table === "categories"
      ? [sql.table("post_categories"), sql.ref("category_id"), "category_ids"]
      : [sql.table("post_tags"), sql.ref("tag_id"), "tag_ids"];
  const { rows } = await sql<{ id: string; label: string; unchanged: boolean; used: boolean }>`
    with made as (
      select * from unnest(${created.map(({ id }) => id)}::uuid[], ${created.map(({ mark }) => mark)}::timestamptz[]) as m (id, mark))
    select n.id, n.label, n.updated_at = made.mark as unchanged,
      exists (select from ${links} l where l.site_id = n.site_id and l.${column} = n.id)
        or exists (
          select from posts p where p.site_id = n.site_id and p.edits is not null and p.edits -> ${edited} ? n.id::text) as used
    from ${sql.table(table)} n join made on made.id = n.id where n.site_id = ${siteId}
    order by n.id for update of n`.execute(tx);
  return rows;
}
