import { sql } from "kysely";
import type { Db, DbOrTx } from "../../../platform/db/database.ts";

interface FileKey {
  siteId: string;
  id: string;
}

/** Bytes of every piece of an upload but the last, so that the number of a byte tells its piece. */
export const pieceBytes = 256 * 1024;

/** Keeps one piece, as long as this upload is the one that counts. */
export async function insertUploadedPiece(
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

export async function insertPiece(tx: DbOrTx, { siteId, id }: FileKey, number: number, bytes: Buffer): Promise<void> {
  await tx.insertInto("data_transfer_chunks").values({ site_id: siteId, transfer_id: id, number, bytes }).execute();
}

export async function deletePieces(db: DbOrTx, { siteId, id }: FileKey): Promise<void> {
  await db.deleteFrom("data_transfer_chunks").where("site_id", "=", siteId).where("transfer_id", "=", id).execute();
}

/** The file from a piece on, piece by piece. */
export async function* readPieces(db: Db, { siteId, id }: FileKey, from = 0): AsyncGenerator<Buffer> {
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

/** An uploaded file from a byte on. */
export async function* readFrom(db: Db, key: FileKey, offset: number): AsyncGenerator<Buffer> {
  let skip = offset % pieceBytes;
  for await (const piece of readPieces(db, key, Math.floor(offset / pieceBytes))) {
    yield skip > 0 ? piece.subarray(skip) : piece;
    skip = 0;
  }
}
