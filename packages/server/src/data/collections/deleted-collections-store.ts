import { sql } from "kysely";
import { type Db, type DbOrTx, disableStatementTimeout } from "../../platform/db/database.ts";
import type { CollectionRow } from "./collection.ts";

/** Marks a collection as deleted and increments its revision, which invalidates caches. @returns Whether it existed. */
export async function softDeleteCollection(db: DbOrTx, siteId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("data_collections")
    .set({ deleted_at: at, revision: sql`revision + 1` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Restores a collection that was deleted after `since`. @returns Undefined if there is none. */
export async function undeleteCollection(
  db: DbOrTx,
  siteId: string,
  id: string,
  since: Date,
  at: Date,
): Promise<CollectionRow | undefined> {
  return db
    .updateTable("data_collections")
    .set({ deleted_at: null, updated_at: at, revision: sql`revision + 1` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", ">", since)
    .returningAll()
    .executeTakeFirst();
}

/** Whether a collection was deleted after `since`. */
export async function isRestorable(db: DbOrTx, siteId: string, id: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("data_collections")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", ">", since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a deleted collection due for purging. @returns Whether there is one. */
export async function expireCollection(db: DbOrTx, siteId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("data_collections")
    .set({ deleted_at: new Date(0) })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** IDs of the collections deleted by `until`. */
export async function findExpiredCollections(db: DbOrTx, siteId: string, until: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("data_collections")
    .select("id")
    .where("site_id", "=", siteId)
    .where("deleted_at", "<=", until)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes up to `limit` items of a collection deleted by `until`, never of one created again. @returns How many were
 * deleted.
 */
export async function deleteExpiredItems(
  db: DbOrTx,
  siteId: string,
  id: string,
  { until, limit }: { until: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from data_items where site_id = ${siteId} and collection_id = ${id} and id in (
      select i.id from data_items i where i.site_id = ${siteId} and i.collection_id = ${id} order by i.id limit ${limit})
    and exists (select 1 from data_collections c where c.site_id = ${siteId} and c.id = ${id} and c.deleted_at <= ${until})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Deletes the row of a collection deleted by `until`, with its remaining items. */
export async function deleteExpiredCollection(db: Db, siteId: string, id: string, until: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    await tx
      .deleteFrom("data_collections")
      .where("site_id", "=", siteId)
      .where("id", "=", id)
      .where("deleted_at", "<=", until)
      .execute();
  });
}
