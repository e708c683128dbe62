import type { MediaUploadUrlResponse } from "@porchlight/contract/forms/submission";
import type { getMediaUploadUrlRequest } from "@porchlight/contract/forms/submission-schema";
import type * as z from "zod";
import { serializeUploadUrl, uploadUrlTtlMs } from "../../media/files/upload-url.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isBackupInProgress } from "../../platform/db/backup-lock.ts";
import { newId } from "../../platform/db/ids.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findForm } from "../definitions/forms-store.ts";
import { submitterOf } from "../submitter.ts";
import { closedErrors, invalidSubmission } from "../validation/submission-errors.ts";
import { deleteUnusedFileRow, findUnusedFiles } from "./form-files-store.ts";

/**
 * Returns a signed URL that accepts one file for a submission of the form. The form's definition is checked when the
 * file is submitted; a file that is not submitted is removed after a day.
 *
 * @throws {Refusal} `FORM_NOT_FOUND`. @throws {InvalidArguments} if the form is closed or has no field for files.
 */
export async function getMediaUploadUrl(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof getMediaUploadUrlRequest>,
): Promise<MediaUploadUrlResponse> {
  const form = await findForm(context.db, context.site.id, body.formId);
  if (!form) throw new Refusal("FORM_NOT_FOUND");
  const at = context.now();
  const closed = closedErrors(form, at);
  if (closed.length > 0) throw invalidSubmission(closed);
  const takesFiles = (form.definition.formFields ?? []).some(
    ({ inputOptions }) => inputOptions?.inputType === "WIX_FILE",
  );
  if (!takesFiles)
    throw invalidSubmission([{ errorPath: "", errorType: "NOT_ALLOWED_VALUE_ERROR", params: { reason: "no files" } }]);
  const upload = {
    uploadId: newId(at.getTime()),
    displayName: body.filename,
    altText: "",
    expiresAt: at.getTime() + uploadUrlTtlMs,
    formId: form.id,
    uploader: submitterOf(caller),
  };
  return { uploadUrl: serializeUploadUrl(context, upload) };
}

const batchSize = 500;

/**
 * Removes the site's files that were uploaded for a form more than a day ago and belong to no submission: they were
 * never submitted, or the submission was deleted. Several nodes may do so concurrently.
 */
export async function removeUnusedFormFiles({ db, site, media, sizes }: ServerContext): Promise<void> {
  for (let removed = batchSize; removed >= batchSize; ) {
    // The next cleanup removes them.
    if (await isBackupInProgress(db)) return;
    const ids = await findUnusedFiles(db, site.id, batchSize);
    for (const id of ids) {
      // The bytes first: a file without a row would be public.
      await media.remove(id);
      await sizes.remove(id);
      await deleteUnusedFileRow(db, site.id, id);
    }
    removed = ids.length;
  }
}
