import { sql } from "kysely";
import type { Db, DbOrTx } from "../../../platform/db/database.ts";

interface FileKey {
  siteId: string;
  id: string;
}

/** Size of every chunk of an upload except the last. */
export const chunkBytes = 256 * 1024;

/** Stores a chunk while the token is that of the job's current upload. @returns Whether it was stored. */
export async function insertUploadedChunk(
  db: DbOrTx,
  { siteId, id }: FileKey,
  token: string,
  number: number,
  bytes: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into data_transfer_chunks (site_id, transfer_id, number, bytes)
    select t.site_id, t.id, ${number}, ${bytes} from data_transfers t
    where t.site_id = ${siteId} and t.id = ${id} and t.upload_token = ${token} and t.status = 'NEW' and t.bytes is null
    for share`.execute(db);
  return Number(numAffectedRows ?? 0n) === 1;
}

export async function insertChunk(tx: DbOrTx, { siteId, id }: FileKey, number: number, bytes: Buffer): Promise<void> {
  await tx.insertInto("data_transfer_chunks").values({ site_id: siteId, transfer_id: id, number, bytes }).execute();
}

export async function deleteChunks(db: DbOrTx, { siteId, id }: FileKey): Promise<void> {
  await db.deleteFrom("data_transfer_chunks").where("site_id", "=", siteId).where("transfer_id", "=", id).execute();
}

/** Reads the chunks of a file. @param from Number of the first one. */
export async function* readChunks(db: Db, { siteId, id }: FileKey, from = 0): AsyncGenerator<Buffer> {
  for (let number = from; ; number++) {
    const row = await db
      .selectFrom("data_transfer_chunks")
      .select("bytes")
      .where("site_id", "=", siteId)
      .where("transfer_id", "=", id)
      .where("number", "=", number)
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}

/** Reads an uploaded file from a byte offset. */
export async function* readFrom(db: Db, key: FileKey, offset: number): AsyncGenerator<Buffer> {
  let skip = offset % chunkBytes;
  for await (const chunk of readChunks(db, key, Math.floor(offset / chunkBytes))) {
    yield skip > 0 ? chunk.subarray(skip) : chunk;
    skip = 0;
  }
}
