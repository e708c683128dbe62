import type { Selectable } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";

export type HookRow = Selectable<Tables["data_hooks"]>;

/** In the order of their calls. */
export async function findHooks(db: DbOrTx, siteId: string, collectionId?: string): Promise<HookRow[]> {
  let query = db.selectFrom("data_hooks").selectAll().where("site_id", "=", siteId);
  if (collectionId !== undefined) query = query.where("collection_id", "=", collectionId);
  return query.orderBy("created_at").orderBy("id").execute();
}

export async function insertHook(db: DbOrTx, row: HookRow): Promise<void> {
  await db.insertInto("data_hooks").values(row).execute();
}

/** @returns The id of the hook's collection, or `undefined` if there is no such hook. */
export async function deleteHook(db: DbOrTx, siteId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom("data_hooks")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returning("collection_id")
    .executeTakeFirst();
  return row?.collection_id;
}
