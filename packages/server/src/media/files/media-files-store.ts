import type { FileSortField, FocalPoint, MediaType } from "@porchlight/contract/media/media-file";
import { noFolder } from "@porchlight/contract/media/media-file";
import { type Insertable, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { isUnused } from "../library/usages-store.ts";

/** A file, with the name of the staff account that uploaded it. */
export type MediaFileRow = Selectable<Tables["media_files"]> & { uploader_name?: string | null };

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

/** The name of the staff account, or its email address. */
const uploaderName = sql<string | null>`(
  select coalesce(nullif(trim(concat_ws(' ', m.profile ->> 'firstName', m.profile ->> 'lastName')), ''), m.email)
  from sites s join members m on m.site_id = s.id
  where s.staff_of = f.site_id and f.uploader_kind = 'staff' and m.id = f.uploader_id
)`.as("uploader_name");

/** The site's own files. Files of submissions are none of them. */
const selectFiles = (db: DbOrTx, siteId: string) =>
  db.selectFrom("media_files as f").where("f.site_id", "=", siteId).where("f.form_id", "is", null);

/** One of the site's own files. */
export async function findFile(db: DbOrTx, siteId: string, id: string): Promise<MediaFileRow | undefined> {
  return selectFiles(db, siteId).selectAll("f").select(uploaderName).where("f.id", "=", id).executeTakeFirst();
}

/** Files by id, locked until the transaction ends. */
export async function lockFiles(
  tx: Transaction<Tables>,
  siteId: string,
  ids: readonly string[],
): Promise<MediaFileRow[]> {
  return selectFiles(tx, siteId)
    .selectAll("f")
    .select(uploaderName)
    .where("f.id", "in", [...ids])
    .orderBy("f.id")
    .forUpdate("f")
    .execute();
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

/** Which files a list contains. */
export interface FileFilter {
  mediaType?: MediaType | undefined;
  search?: string | undefined;
  folderId?: string | undefined;
  unused?: boolean | undefined;
  trashed?: boolean | undefined;
}

/** The order of a list, and where a page starts. */
export interface FilePageQuery {
  sort: FileSortField;
  isDescending: boolean;
  /** The sort value and upload id of the last file of the page before. */
  after?: readonly [value: string, uploadId: string] | undefined;
  limit: number;
}

const sortColumns: Readonly<Record<FileSortField, { column: RawBuilder<unknown>; type: RawBuilder<unknown> }>> = {
  // Newer uploads have greater ids.
  createdDate: { column: sql`f.upload_id`, type: sql`uuid` },
  displayName: { column: sql`lower(f.display_name)`, type: sql`text` },
  sizeInBytes: { column: sql`f.bytes`, type: sql`bigint` },
};

/** A page of the site's own files, each with the value that it is sorted by. */
export async function findFiles(
  db: DbOrTx,
  siteId: string,
  filter: FileFilter,
  { sort, isDescending, after, limit }: FilePageQuery,
): Promise<(MediaFileRow & { sort_value: string })[]> {
  const { column, type } = sortColumns[sort];
  const direction = isDescending ? "desc" : "asc";
  const beyond = isDescending ? sql`<` : sql`>`;
  return filtered(db, siteId, filter)
    .selectAll("f")
    .select([uploaderName, sql<string>`(${column})::text`.as("sort_value")])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${column}, f.upload_id) ${beyond} (${after![0]}::${type}, ${after![1]}::uuid)`),
    )
    .orderBy(column, direction)
    .orderBy("f.upload_id", direction)
    .limit(limit)
    .execute();
}

/** The number of files of a list. */
export async function countFiles(db: DbOrTx, siteId: string, filter: FileFilter): Promise<number> {
  const { count } = await filtered(db, siteId, filter)
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function filtered(db: DbOrTx, siteId: string, { mediaType, search, folderId, unused, trashed }: FileFilter) {
  let query = selectFiles(db, siteId).where("f.trashed_at", trashed ? "is not" : "is", null);
  if (mediaType) query = query.where("f.media_type", "=", mediaType);
  if (folderId === noFolder) query = query.where("f.folder_id", "is", null);
  else if (folderId !== undefined) query = query.where("f.folder_id", "=", folderId);
  if (unused) query = query.where(isUnused(siteId, sql`f.id`));
  const searched = search?.trim().toLowerCase();
  if (searched)
    query = query.where(
      sql<boolean>`(strpos(lower(f.display_name), ${searched}) > 0 or strpos(lower(f.alt_text), ${searched}) > 0)`,
    );
  return query;
}

/** Changed properties of a file. */
export interface FileChange {
  displayName?: string | undefined;
  altText?: string | undefined;
  focalPoint?: FocalPoint | null | undefined;
}

export async function updateFileRow(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  { displayName, altText, focalPoint }: FileChange,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("media_files")
    .set({
      updated_at: at,
      ...(displayName !== undefined && { display_name: displayName }),
      ...(altText !== undefined && { alt_text: altText }),
      ...(focalPoint !== undefined && { focal_x: focalPoint?.x ?? null, focal_y: focalPoint?.y ?? null }),
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** New contents of a file. */
export type NewContents = Pick<
  MediaFileRow,
  "id" | "upload_id" | "display_name" | "media_type" | "mime_type" | "width" | "height" | "updated_at"
> & { bytes: number };

/** Gives a file new contents and their id, and records the former id. */
export async function updateContents(
  tx: Transaction<Tables>,
  siteId: string,
  formerId: string,
  contents: NewContents,
): Promise<MediaFileRow> {
  const row = await tx
    .updateTable("media_files")
    .set({ ...contents, focal_x: null, focal_y: null })
    .where("site_id", "=", siteId)
    .where("id", "=", formerId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("media_replacements")
    .values({ site_id: siteId, former_id: formerId, file_id: contents.id, replaced_at: contents.updated_at })
    .execute();
  await tx.deleteFrom("imported_pictures").where("site_id", "=", siteId).where("media_id", "=", formerId).execute();
  return row;
}

/** The file that took the place of another. */
export async function findReplacement(db: DbOrTx, siteId: string, formerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("media_replacements")
    .select("file_id")
    .where("site_id", "=", siteId)
    .where("former_id", "=", formerId)
    .executeTakeFirst();
  return row?.file_id;
}

/** Changes the folder of files, or whether they are in the trash. */
export async function setFilePlace(
  tx: Transaction<Tables>,
  siteId: string,
  ids: readonly string[],
  place: { folder_id: string | null } | { trashed_at: Date | null },
): Promise<void> {
  await tx
    .updateTable("media_files")
    .set(place)
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .execute();
}

/** Deletes one of the site's own files. Returns whether it existed. */
export async function deleteFileRow(tx: Transaction<Tables>, siteId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("media_files")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("form_id", "is", null)
    .executeTakeFirstOrThrow();
  // Otherwise, a later import could remove the file of the same id.
  await tx.deleteFrom("imported_pictures").where("site_id", "=", siteId).where("media_id", "=", id).execute();
  return numDeletedRows > 0n;
}
