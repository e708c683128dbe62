import type { FocalPoint, MediaType } from "@porchlight/contract/media/media-file";
import type { Insertable, Selectable, Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";

export type MediaFileRow = Selectable<Tables["media_files"]>;

/** Returns `undefined` if the upload URL was already used. */
export async function insertFile(
  tx: Transaction<Tables>,
  file: Insertable<Tables["media_files"]>,
): Promise<MediaFileRow | undefined> {
  return tx
    .insertInto("media_files")
    .values(file)
    .onConflict((conflict) => conflict.columns(["site_id", "upload_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** One of the site's own files. */
export async function findFile(db: DbOrTx, siteId: string, id: string): Promise<MediaFileRow | undefined> {
  return db
    .selectFrom("media_files")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("form_id", "is", null)
    .executeTakeFirst();
}

/** For a file that was uploaded for a form: whether it belongs to a submission. `undefined` for a public file. */
export async function findPrivateFile(
  db: DbOrTx,
  siteId: string,
  id: string,
): Promise<{ isSubmitted: boolean } | undefined> {
  const row = await db
    .selectFrom("media_files")
    .select("submission_id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("form_id", "is not", null)
    .executeTakeFirst();
  return row && { isSubmitted: row.submission_id !== null };
}

/** The file that was uploaded with an upload URL. */
export async function findFileIdByUpload(db: DbOrTx, siteId: string, uploadId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("media_files")
    .select("id")
    .where("site_id", "=", siteId)
    .where("upload_id", "=", uploadId)
    .executeTakeFirst();
  return row?.id;
}

/** The site's own files, newest first; only files before `before`. */
export async function findFiles(
  db: DbOrTx,
  siteId: string,
  { mediaType, before, limit }: { mediaType?: MediaType | undefined; before?: string | undefined; limit: number },
): Promise<MediaFileRow[]> {
  let query = db.selectFrom("media_files").selectAll().where("site_id", "=", siteId).where("form_id", "is", null);
  if (mediaType) query = query.where("media_type", "=", mediaType);
  if (before) query = query.where("upload_id", "<", before);
  return query.orderBy("upload_id", "desc").limit(limit).execute();
}

export interface FileChange {
  displayName?: string | undefined;
  altText?: string | undefined;
  focalPoint?: FocalPoint | null | undefined;
}

export async function updateFileRow(
  db: DbOrTx,
  siteId: string,
  id: string,
  { displayName, altText, focalPoint }: FileChange,
  at: Date,
): Promise<MediaFileRow | undefined> {
  return db
    .updateTable("media_files")
    .set({
      updated_at: at,
      ...(displayName !== undefined && { display_name: displayName }),
      ...(altText !== undefined && { alt_text: altText }),
      ...(focalPoint !== undefined && { focal_x: focalPoint?.x ?? null, focal_y: focalPoint?.y ?? null }),
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("form_id", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes one of the site's own files. Returns whether it existed. */
export async function deleteFileRow(tx: Transaction<Tables>, siteId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("media_files")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("form_id", "is", null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
