import type { BulkResponse } from "@porchlight/contract/forms/form";
import type { SubmissionResponse } from "@porchlight/contract/forms/submission";
import type {
  bulkDeleteSubmissionsRequest,
  bulkRemoveSubmissionsFromTrashRequest,
  deleteSubmissionRequest,
  submissionByIdRequest,
} from "@porchlight/contract/forms/submission-schema";
import type { Transaction } from "kysely";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireEditor, requireSubmissionManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { runBulk } from "../bulk-results.ts";
import { findForm } from "../definitions/forms-store.ts";
import { readFileLinks } from "../files/file-links.ts";
import { preserveFiles } from "../files/form-files-store.ts";
import { recordSubmissionEvent } from "./submission-events.ts";
import { serializeSubmission } from "./submission-serializer.ts";
import { deleteSubmissionRow, findSubmissionIds, lockSubmission, updateSubmissionRow } from "./submissions-store.ts";

/** Submissions that one call without ids deletes; the response lists each. */
const maxBulkDeletions = 1_000;

interface DeleteOptions {
  permanent: boolean;
  /** Uploaded files become files of the site. Default: the cleanup removes them. */
  preserve: boolean;
  formId?: string;
}

/** Support may use the trash bin only. @throws {Refusal} `NOT_ALLOWED`. */
const requireDeleter = (caller: Caller, permanent = false) =>
  permanent ? requireEditor(caller) : requireSubmissionManager(caller);

/**
 * Moves a submission to the trash bin, or removes it, also from the trash bin.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND`.
 */
export async function deleteSubmission(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: z.output<typeof deleteSubmissionRequest>,
): Promise<Record<never, never>> {
  requireDeleter(caller, query.permanent);
  const options = { permanent: query.permanent ?? false, preserve: query.preserveFiles ?? false };
  await context.db.transaction().execute((tx) => discardSubmission(tx, context, params.submissionId, options));
  context.wakeWebhooks();
  return {};
}

/**
 * Deletes submissions of a form independently of each other. Without ids: all of them, at most 1000 per call.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`.
 */
export async function bulkDeleteSubmissions(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkDeleteSubmissionsRequest>,
): Promise<BulkResponse<never>> {
  requireDeleter(caller, body.permanent);
  const { db, site } = context;
  const { formId, permanent = false, preserveFiles: preserve = false } = body;
  if (!(await findForm(db, site.id, formId))) throw new Refusal("FORM_NOT_FOUND");
  const ids =
    body.submissionIds ?? (await findSubmissionIds(db, site.id, formId, { trashed: false, limit: maxBulkDeletions }));
  const options = { permanent, preserve, formId: formId.toLowerCase() };
  const response = await runBulk<string, never>(ids, async (id) => {
    await db.transaction().execute((tx) => discardSubmission(tx, context, id, options));
    return { id };
  });
  context.wakeWebhooks();
  return response;
}

async function discardSubmission(
  tx: Transaction<Tables>,
  context: TxContext,
  id: string,
  { permanent, preserve, formId }: DeleteOptions,
): Promise<void> {
  const siteId = context.site.id;
  const row = await lockSubmission(tx, siteId, id);
  const trashed = row || !permanent ? undefined : await lockSubmission(tx, siteId, id, { trashed: true });
  const found = row ?? trashed;
  if (!found || (formId !== undefined && found.form_id !== formId)) throw new Refusal("SUBMISSION_NOT_FOUND");
  if (permanent) {
    if (preserve) await preserveFiles(tx, siteId, found.id);
    await deleteSubmissionRow(tx, siteId, found.id);
  } else await updateSubmissionRow(tx, siteId, found.id, { deleted_at: context.now() }, context.now());
  // The event of a submission in the trash bin was recorded before.
  if (row) await recordSubmissionEvent(tx, context, "deleted", row);
}

/** @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND` if it is not in the trash bin. */
export async function restoreSubmission(
  context: ServerContext,
  { caller }: Requester,
  { params }: Pick<z.output<typeof submissionByIdRequest>, "params">,
): Promise<SubmissionResponse> {
  requireSubmissionManager(caller);
  const row = await context.db.transaction().execute(async (tx) => {
    const trashed = await lockSubmission(tx, context.site.id, params.submissionId, { trashed: true });
    if (!trashed) throw new Refusal("SUBMISSION_NOT_FOUND");
    const restored = await updateSubmissionRow(tx, context.site.id, trashed.id, { deleted_at: null }, context.now());
    await recordSubmissionEvent(tx, context, "created", restored);
    return restored;
  });
  context.wakeWebhooks();
  const linksOf = await readFileLinks(context.db, context, [row.id]);
  return { submission: serializeSubmission(row, { isPrivate: true, links: linksOf(row.id) }) };
}

/** @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND` if it is not in the trash bin. */
export async function removeSubmissionFromTrash(
  context: ServerContext,
  { caller }: Requester,
  { params }: Pick<z.output<typeof submissionByIdRequest>, "params">,
): Promise<Record<never, never>> {
  requireEditor(caller);
  await context.db.transaction().execute((tx) => removeTrashed(tx, context, params.submissionId));
  return {};
}

/**
 * Removes submissions in the trash bin independently of each other. Without ids: all of the form, at most 1000 per
 * call.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function bulkRemoveSubmissionsFromTrash(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkRemoveSubmissionsFromTrashRequest>,
): Promise<BulkResponse<never>> {
  requireEditor(caller);
  const { db, site } = context;
  const options = { trashed: true, limit: maxBulkDeletions };
  const ids = body.submissionIds ?? (await findSubmissionIds(db, site.id, body.formId, options));
  return runBulk(ids, async (id) => {
    await db.transaction().execute((tx) => removeTrashed(tx, context, id, body.formId.toLowerCase()));
    return { id };
  });
}

async function removeTrashed(tx: Transaction<Tables>, { site }: TxContext, id: string, formId?: string): Promise<void> {
  const row = await lockSubmission(tx, site.id, id, { trashed: true });
  if (!row || (formId !== undefined && row.form_id !== formId)) throw new Refusal("SUBMISSION_NOT_FOUND");
  await deleteSubmissionRow(tx, site.id, row.id);
}
