import type { ImportJob } from "@porchlight/contract/blog/imports/import-job";
import { sql } from "kysely";
import type { Db, DbOrTx } from "../../../platform/db/database.ts";
import { type ImportLease, toJob } from "./imports-store.ts";

/** Acquires the right to write the file of an import that waits for it. Replaces an interrupted upload. */
export async function claimImportFile(
  db: Db,
  siteId: string,
  { id, token }: ImportLease,
  at: Date,
): Promise<ImportJob | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("imports")
      .set({ lock_token: token, updated_at: at })
      .where("site_id", "=", siteId)
      .where("id", "=", id)
      .where("status", "=", "READY_TO_IMPORT")
      .where("bytes", "is", null)
      .where(sql<boolean>`source @> '{"upload": true}'`)
      .returningAll()
      .executeTakeFirst();
    if (row) await deleteImportFile(tx, siteId, id);
    return row && toJob(row);
  });
}

/** @returns Whether the upload still has the right to write. */
export async function insertImportChunk(
  db: DbOrTx,
  siteId: string,
  { id, token }: ImportLease,
  number: number,
  bytes: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into import_chunks (site_id, import_id, number, bytes)
    select site_id, id, ${number}, ${bytes} from imports
    where site_id = ${siteId} and id = ${id} and lock_token = ${token} and bytes is null
    for share`.execute(db);
  return numAffectedRows === 1n;
}

/** Makes an import with its file available to servers. */
export async function finishImportFile(
  db: DbOrTx,
  siteId: string,
  { id, token }: ImportLease,
  bytes: number,
  at: Date,
): Promise<ImportJob | undefined> {
  const row = await db
    .updateTable("imports")
    .set({ bytes, lock_token: null, updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("lock_token", "=", token)
    .returningAll()
    .executeTakeFirst();
  return row && toJob(row);
}

/** The file of an import, in chunks. */
export async function* readImportFile(db: DbOrTx, siteId: string, id: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const row = await db
      .selectFrom("import_chunks")
      .select("bytes")
      .where("site_id", "=", siteId)
      .where("import_id", "=", id)
      .where("number", "=", number)
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}

/** Deletes the file of an import, if it has one. */
export async function deleteImportFile(db: DbOrTx, siteId: string, id: string): Promise<void> {
  await db.deleteFrom("import_chunks").where("site_id", "=", siteId).where("import_id", "=", id).execute();
}
