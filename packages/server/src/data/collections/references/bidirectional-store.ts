import { sql } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { CollectionRow } from "../collection.ts";

export interface FieldAddress {
  collectionId: string;
  key: string;
}

/** Serializes changes of a site's definitions: one change may write several collections. */
export async function lockDefinitions(tx: DbOrTx, siteId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`data definitions ${siteId}`}, 0))`.execute(tx);
}

/** Locks the named collections and those with multi-reference fields to this one. */
export async function lockRelatedCollections(
  tx: DbOrTx,
  siteId: string,
  id: string,
  named: readonly string[],
): Promise<CollectionRow[]> {
  const refers = JSON.stringify([{ typeMetadata: { multiReference: { referencedCollectionId: id } } }]);
  return tx
    .selectFrom("data_collections")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .where("id", "<>", id)
    .where(sql<boolean>`(id = any(${named}::text[]) or definition -> 'fields' @> ${refers}::jsonb)`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Moves the references of the mirror to the holder, and deletes those of missing items. */
export async function mergeReferences(
  tx: DbOrTx,
  siteId: string,
  holder: FieldAddress,
  mirror: FieldAddress,
): Promise<void> {
  const isIn = (collectionId: string, id: string) => sql`exists (select from data_items i
    where i.site_id = r.site_id and i.collection_id = ${collectionId} and i.id = ${sql.ref(id)})`;
  const rowsOf = ({ collectionId, key }: FieldAddress) =>
    sql`r.site_id = ${siteId} and r.collection_id = ${collectionId} and r.field = ${key}`;
  await sql`
    insert into data_references (site_id, collection_id, field, item_id, referenced_id, added_at, place)
    select r.site_id, ${holder.collectionId}, ${holder.key}, r.referenced_id, r.item_id, r.added_at, r.place
    from data_references r where ${rowsOf(mirror)} and ${isIn(holder.collectionId, "r.referenced_id")}
    on conflict do nothing`.execute(tx);
  await sql`delete from data_references r where ${rowsOf(mirror)}`.execute(tx);
  await sql`
    delete from data_references r where ${rowsOf(holder)} and not ${isIn(mirror.collectionId, "r.referenced_id")}`.execute(
    tx,
  );
  await sql`
    update data_references r set referenced_collection_id = ${mirror.collectionId}
    where ${rowsOf(holder)} and r.referenced_collection_id is distinct from ${mirror.collectionId}`.execute(tx);
}

/** Makes the references of a field unidirectional. */
export async function separateReferences(
  tx: DbOrTx,
  siteId: string,
  { collectionId, key }: FieldAddress,
): Promise<void> {
  await sql`
    update data_references set referenced_collection_id = null
    where site_id = ${siteId} and collection_id = ${collectionId} and field = ${key}`.execute(tx);
}
