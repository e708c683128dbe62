import type { DataIndex, DataIndexStatus, IndexField } from "@porchlight/contract/data/indexes/data-index";
import { type Selectable, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueJob } from "../../platform/jobs/jobs-store.ts";

export type IndexRow = Selectable<Tables["data_indexes"]>;

/** Queues the build and removal of all pending indexes. */
export const enqueueIndexBuild = (db: DbOrTx, siteId: string): Promise<void> =>
  enqueueJob(db, siteId, "index-build", siteId);

export async function findIndexes(db: DbOrTx, siteId: string, collectionId: string): Promise<IndexRow[]> {
  return db
    .selectFrom("data_indexes")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("collection_id", "=", collectionId)
    .orderBy("name")
    .execute();
}

/** Stores an index and queues its build. Requires a transaction. */
export async function insertIndex(
  tx: DbOrTx,
  index: Pick<IndexRow, "site_id" | "collection_id" | "name" | "kind" | "relation"> & { fields: readonly IndexField[] },
  at: Date,
): Promise<IndexRow> {
  await enqueueIndexBuild(tx, index.site_id);
  return tx
    .insertInto("data_indexes")
    .values({ ...index, fields: JSON.stringify(index.fields), status: "BUILDING", created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function changeIndex(
  db: DbOrTx,
  { site_id: siteId, collection_id: collectionId, name, relation }: IndexRow,
  status: DataIndexStatus,
  at: Date,
  failure?: DataIndex["failure"],
): Promise<IndexRow | undefined> {
  return (
    db
      .updateTable("data_indexes")
      .set({ status, failure: failure ? JSON.stringify(failure) : null, updated_at: at })
      .where("site_id", "=", siteId)
      .where("collection_id", "=", collectionId)
      .where("name", "=", name)
      .where("relation", "=", relation)
      // A worker that still builds a dropped index must not restore it.
      .where("status", "<>", "DROPPING")
      .returningAll()
      .executeTakeFirst()
  );
}

export async function deleteIndex(db: DbOrTx, { site_id: siteId, relation }: IndexRow): Promise<void> {
  await db.deleteFrom("data_indexes").where("site_id", "=", siteId).where("relation", "=", relation).execute();
}

/** Indexes to build or drop, oldest first. */
export async function findOpenIndexes(db: DbOrTx, siteId: string): Promise<IndexRow[]> {
  return db
    .selectFrom("data_indexes")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("status", "in", ["BUILDING", "DROPPING"])
    .orderBy("created_at")
    .execute();
}

/** Data indexes in PostgreSQL without a row, of any site, and unique indexes of removed sites. */
export async function findOrphanIndexes(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_index x join pg_class c on c.oid = x.indexrelid
    where x.indrelid = 'data_items'::regclass and (
      starts_with(c.relname::text, 'data_index_')
        and not exists (select from data_indexes d where d.relation = c.relname::text)
      or starts_with(c.relname::text, 'data_unique_')
        and substring(pg_get_expr(x.indpred, x.indrelid) from 'site_id = ''([-0-9a-f]{36})''')::uuid
          not in (select id from sites))`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether the index exists in PostgreSQL and is valid. */
export async function findIndexState(db: DbOrTx, relation: string): Promise<"none" | "invalid" | "valid"> {
  const { rows } = await sql<{ valid: boolean }>`
    select x.indisvalid as valid from pg_index x join pg_class c on c.oid = x.indexrelid
    where x.indrelid = 'data_items'::regclass and c.relname = ${relation}`.execute(db);
  if (!rows[0]) return "none";
  return rows[0].valid ? "valid" : "invalid";
}
