import type { MediaType } from "@porchlight/contract/media/media-file";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { Submitter } from "../submitter.ts";

/** A file that was uploaded for a form. */
export interface FormFileRow {
  id: string;
  display_name: string;
  media_type: MediaType;
  mime_type: string;
}

/** An upload can be submitted this long; the cleanup removes it later. Milliseconds. */
const uploadTtlMs = 24 * 3_600_000;

/** Whose uploads a submission may contain. */
export interface FileScope {
  formId: string;
  /** Of a new submission; for editors, `undefined`: every upload. */
  submitter?: Submitter | undefined;
  /** Of a stored submission: its own files in addition. */
  submissionId?: string | undefined;
  now: Date;
}

/**
 * Files that were uploaded for a form and may be submitted: they belong to no other submission, and were not uploaded
 * by someone else. A visitor may sign in after uploading, so members may submit the uploads of visitors.
 */
export async function findUploadedFiles(
  db: DbOrTx,
  siteId: string,
  { formId, submitter, submissionId, now }: FileScope,
  ids: readonly string[],
): Promise<FormFileRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("media_files")
    .select(["id", "display_name", "media_type", "mime_type"])
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .where("id", "in", [...ids])
    .where((where) =>
      where.or([
        where("submission_id", "=", submissionId ?? null),
        where.and([
          where("submission_id", "is", null),
          where("created_at", ">", new Date(now.getTime() - uploadTtlMs)),
          isUploadOf(submitter),
        ]),
      ]),
    )
    .execute();
}

/** Programs upload for others, and files from before uploaders were recorded have none. */
function isUploadOf(submitter: Submitter | undefined): RawBuilder<boolean> {
  if (!submitter || submitter.kind === "key" || submitter.kind === "owner") return sql<boolean>`true`;
  const isOwn = sql<boolean>`uploader_kind = ${submitter.kind} and uploader_id = ${submitter.id}::uuid`;
  const others = submitter.kind === "member" ? ["visitor", "key", "owner"] : ["key", "owner"];
  return sql<boolean>`(uploader_kind is null or uploader_kind = any(${others}::text[]) or ${isOwn})`;
}

/**
 * Assigns uploaded files to a submission and releases its other files. Returns whether all were available.
 *
 * @param ids Ids that {@link findUploadedFiles} has found.
 */
export async function assignFiles(
  tx: Transaction<Tables>,
  siteId: string,
  { formId, submissionId, ids }: { formId: string; submissionId: string; ids: readonly string[] },
): Promise<boolean> {
  // Two fields may have the same file.
  const distinct = [...new Set(ids)];
  let released = tx
    .updateTable("media_files")
    .set({ submission_id: null })
    .where("site_id", "=", siteId)
    .where("submission_id", "=", submissionId);
  if (distinct.length > 0) released = released.where("id", "not in", distinct);
  await released.execute();
  if (distinct.length === 0) return true;
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

/** The files of submissions. */
export async function findFilesOfSubmissions(
  db: DbOrTx,
  siteId: string,
  submissionIds: readonly string[],
): Promise<(FormFileRow & { submission_id: string })[]> {
  if (submissionIds.length === 0) return [];
  return db
    .selectFrom("media_files")
    .select(["id", "display_name", "media_type", "mime_type", "submission_id"])
    .where("site_id", "=", siteId)
    .where("submission_id", "in", [...submissionIds])
    .$narrowType<{ submission_id: string }>()
    .execute();
}

/** Turns the files of a submission into files of the site, which stay when it is deleted. */
export async function preserveFiles(tx: Transaction<Tables>, siteId: string, submissionId: string): Promise<void> {
  await tx
    .updateTable("media_files")
    .set({ form_id: null, submission_id: null, uploader_kind: null, uploader_id: null })
    .where("site_id", "=", siteId)
    .where("submission_id", "=", submissionId)
    .execute();
}

/**
 * Files without a submission that are too old to be submitted, by an hour: a submission that has checked its files may
 * not be stored yet.
 */
export async function findUnusedFiles(db: DbOrTx, siteId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from media_files
    where site_id = ${siteId} and form_id is not null and submission_id is null and created_at < now() - interval '25 hours'
    order by created_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes the row of a file that {@link findUnusedFiles} has found. */
export async function deleteUnusedFileRow(db: DbOrTx, siteId: string, id: string): Promise<void> {
  await db
    .deleteFrom("media_files")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("form_id", "is not", null)
    .where("submission_id", "is", null)
    .execute();
}
