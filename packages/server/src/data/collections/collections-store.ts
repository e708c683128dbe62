import { type Insertable, sql, type Updateable } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { preparedStatement } from "../../platform/db/prepared-statement.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { CollectionRow } from "./collection.ts";

const readCollection = preparedStatement<{ siteId: string; id: string }, CollectionRow>(
  (bind) => sql<CollectionRow>`
    select site_id, id, display_name, display_field, definition, read_level, insert_level, update_level, remove_level,
      special_permissions, strict, revision, created_at, updated_at, deleted_at, (
        select coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'fields', x.fields)), '[]') from data_indexes x
        where x.site_id = c.site_id and x.collection_id = c.id and x.status = 'ACTIVE'
      ) as indexes
    from data_collections c where site_id = ${bind("siteId")} and id = ${bind("id")} and deleted_at is null`,
);

/** `Collection.version` as SQL, of the row with the alias `c`. */
export const collectionVersion = sql<string>`(date_part('epoch', c.created_at) * 1000)::bigint || '.' || c.revision`;

export async function findCollection(db: DbOrTx, siteId: string, id: string): Promise<CollectionRow | undefined> {
  return (await readCollection(db, { siteId, id }))[0];
}

/** Missing collections are omitted. */
export async function findCollectionsById(
  db: DbOrTx,
  siteId: string,
  ids: readonly string[],
): Promise<CollectionRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("data_collections")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
}

export async function lockCollection(db: DbOrTx, siteId: string, id: string): Promise<CollectionRow | undefined> {
  return db
    .selectFrom("data_collections")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertCollection(
  db: DbOrTx,
  values: Insertable<Tables["data_collections"]>,
): Promise<CollectionRow | undefined> {
  return db
    .insertInto("data_collections")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Writes the changed values and increments the revision. */
export async function changeCollection(
  db: DbOrTx,
  { site_id: siteId, id }: CollectionRow,
  values: Updateable<Tables["data_collections"]>,
): Promise<CollectionRow> {
  return db
    .updateTable("data_collections")
    .set({ ...values, revision: sql`revision + 1` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findDefinitions(db: DbOrTx, siteId: string): Promise<Pick<CollectionRow, "id" | "definition">[]> {
  const { rows } = await sql<Pick<CollectionRow, "id" | "definition">>`
    select id, definition from data_collections where site_id = ${siteId} and deleted_at is null`.execute(db);
  return rows;
}

const orders = {
  id: "id",
  displayName: "display_name",
  createdDate: "created_at",
  updatedDate: "updated_at",
} as const;
export type CollectionOrder = keyof typeof orders;

export async function findCollections(
  db: DbOrTx,
  siteId: string,
  page: { order: CollectionOrder; descending: boolean; limit: number; offset: number },
): Promise<{ rows: CollectionRow[]; total: number }> {
  const all = db.selectFrom("data_collections").where("site_id", "=", siteId).where("deleted_at", "is", null);
  const direction = page.descending ? sql`desc nulls last` : sql`asc nulls first`;
  const rows = await all
    .selectAll()
    .orderBy(sql`${sql.ref(orders[page.order])} ${direction}`)
    .orderBy("id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await all.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export async function findVersion(db: DbOrTx, siteId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select ${collectionVersion} as version from data_collections c where c.site_id = ${siteId} and c.id = ${id}`.execute(
    db,
  );
  return rows[0]?.version;
}

/** The ID of the collection with this special permission. */
export async function findCollectionWithSpecial(db: DbOrTx, siteId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from data_collections
    where site_id = ${siteId} and deleted_at is null and special_permissions @> ${JSON.stringify([{ id }])}::jsonb`.execute(
    db,
  );
  return rows[0]?.id;
}
