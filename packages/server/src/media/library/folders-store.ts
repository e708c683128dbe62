import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";

/** A folder, and the number of files in it. */
export interface FolderRow {
  id: string;
  parent_id: string | null;
  name: string;
  file_count: number;
}

/** All folders by name. */
export async function findFolders(db: DbOrTx, siteId: string): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select d.id, d.parent_id, d.name, count(f.id)::integer as file_count
    from media_folders d
    left join media_files f
      on f.site_id = d.site_id and f.folder_id = d.id and f.trashed_at is null and f.form_id is null
    where d.site_id = ${siteId}
    group by d.site_id, d.id
    order by lower(d.name), d.id`.execute(db);
  return rows;
}

/** Whether there is the folder. In a transaction, it exists until that ends. */
export async function folderExists(db: DbOrTx, siteId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("media_folders")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Until the transaction ends, other changes of folders wait. */
export async function lockFolders(tx: Transaction<Tables>, siteId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media folders ${siteId}`}, 0))`.execute(tx);
}

export async function insertFolder(
  tx: Transaction<Tables>,
  folder: { site_id: string; id: string; parent_id: string | null; name: string; created_at: Date },
): Promise<void> {
  await tx.insertInto("media_folders").values(folder).execute();
}

export async function updateFolderRow(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  change: { name?: string; parent_id?: string | null },
): Promise<void> {
  await tx.updateTable("media_folders").set(change).where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Deletes a folder without folders in it; its files move to `parentId`. */
export async function deleteFolderRow(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  parentId: string | null,
): Promise<void> {
  await tx
    .updateTable("media_files")
    .set({ folder_id: parentId })
    .where("site_id", "=", siteId)
    .where("folder_id", "=", id)
    .execute();
  await tx.deleteFrom("media_folders").where("site_id", "=", siteId).where("id", "=", id).execute();
}
