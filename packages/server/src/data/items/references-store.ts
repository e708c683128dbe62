import { sql } from "kysely";
import type { DbOrTx } from "../../db/database.ts";
import type { ItemKey } from "./items-store.ts";

/** Ids that a field of each of these items refers to, so many of each at most, in the order in which they were added. */
export async function findReferencesOf(
  db: DbOrTx,
  { siteId, collectionId }: ItemKey,
  field: string,
  itemIds: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; ids: string[] }>`
    select n.id, array(
      select r.referenced_id from data_references r
      where r.site_id = ${siteId} and r.collection_id = ${collectionId} and r.field = ${field} and r.item_id = n.id
      order by r.added_at, r.place, r.referenced_id limit ${limit}
    ) as ids from unnest(${itemIds}::text[]) as n (id)`.execute(db);
  return new Map(rows.map(({ id, ids }) => [id, ids]));
}
