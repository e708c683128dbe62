import type { MediaType } from "@porchlight/contract/media/media-file";
import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";

/** A file that was uploaded for a form. */
export interface FormFileRow {
  id: string;
  display_name: string;
  media_type: MediaType;
  mime_type: string;
}

/**
 * Files that were uploaded for a form and belong to no submission.
 *
 * @param submissionId Includes the files of this submission.
 */
export async function findUploadedFiles(
  db: DbOrTx,
  siteId: string,
  formId: string,
  ids: readonly string[],
  submissionId: string | null = null,
): Promise<FormFileRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("media_files")
    .select(["id", "display_name", "media_type", "mime_type"])
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .where("id", "in", [...ids])
    .where((where) => where.or([where("submission_id", "is", null), where("submission_id", "=", submissionId)]))
    .execute();
}

/** Assigns uploaded files to a submission. Returns whether all of them were available. */
export async function assignFiles(
  tx: Transaction<Tables>,
  siteId: string,
  { formId, submissionId, ids }: { formId: string; submissionId: string; ids: readonly string[] },
): Promise<boolean> {
  if (ids.length === 0) return true;
  // Two fields may have the same file.
  const distinct = [...new Set(ids)];
  const { numUpdatedRows } = await tx
    .updateTable("media_files")
    .set({ submission_id: submissionId })
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .where("id", "in", distinct)
    .where((where) => where.or([where("submission_id", "is", null), where("submission_id", "=", submissionId)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === BigInt(distinct.length);
}

/** Turns the files of a submission into files of the site, which stay when it is deleted. */
export async function preserveFiles(tx: Transaction<Tables>, siteId: string, submissionId: string): Promise<void> {
  await tx
    .updateTable("media_files")
    .set({ form_id: null, submission_id: null })
    .where("site_id", "=", siteId)
    .where("submission_id", "=", submissionId)
    .execute();
}

/** Deletes rows of files without a submission that are older than a day. Returns their sites and ids. */
export async function deleteUnusedFileRows(
  tx: Transaction<Tables>,
  limit: number,
): Promise<{ site_id: string; id: string }[]> {
  const { rows } = await sql<{ site_id: string; id: string }>`
    delete from media_files where (site_id, id) in (
      select site_id, id from media_files
      where form_id is not null and submission_id is null and created_at < now() - interval '1 day'
      order by created_at limit ${limit} for update skip locked
    ) returning site_id, id`.execute(tx);
  return rows;
}
