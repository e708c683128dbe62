import type { FormattedSubmissionResponse, SubmissionResponse } from "@porchlight/contract/forms/submission";
import type { submissionByIdRequest } from "@porchlight/contract/forms/submission-schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isSubmissionReader, requireSubmissionReader } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findForm } from "../definitions/forms-store.ts";
import { readFileLinks, withFileLinks } from "../files/file-links.ts";
import { isSubmitter } from "../submitter.ts";
import { formatSubmission, serializeSubmission } from "./submission-serializer.ts";
import { findSubmission, type SubmissionRow } from "./submissions-store.ts";

type ById = Pick<z.output<typeof submissionByIdRequest>, "params">;

/** @throws {Refusal} `SUBMISSION_NOT_FOUND`, also for submissions of others. */
export async function getSubmission(
  context: ServerContext,
  { caller }: Requester,
  { params }: ById,
): Promise<SubmissionResponse> {
  const row = await findVisible(context, caller, params.submissionId);
  const linksOf = await readFileLinks(context.db, context, [row.id]);
  return { submission: serializeSubmission(row, { isPrivate: isSubmissionReader(caller), links: linksOf(row.id) }) };
}

/** @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND` if it is not in the trash bin. */
export async function getDeletedSubmission(
  context: ServerContext,
  { caller }: Requester,
  { params }: ById,
): Promise<SubmissionResponse> {
  requireSubmissionReader(caller);
  const row = await findSubmission(context.db, context.site.id, params.submissionId, { trashed: true });
  if (!row) throw new Refusal("SUBMISSION_NOT_FOUND");
  const linksOf = await readFileLinks(context.db, context, [row.id]);
  return { submission: serializeSubmission(row, { isPrivate: true, links: linksOf(row.id) }) };
}

/** Labels and values as text. @throws {Refusal} `SUBMISSION_NOT_FOUND`, also for submissions of others. */
export async function getFormattedSubmission(
  context: ServerContext,
  { caller }: Requester,
  { params }: ById,
): Promise<FormattedSubmissionResponse> {
  const row = await findVisible(context, caller, params.submissionId);
  const form = await findForm(context.db, context.site.id, row.form_id);
  const { formFields = [], deletedFormFields = [] } = form?.definition ?? {};
  const fields = [...formFields, ...deletedFormFields];
  const linksOf = await readFileLinks(context.db, context, [row.id]);
  const values = withFileLinks(row.field_values, linksOf(row.id));
  return { submissionId: row.id, submissions: formatSubmission(fields, values) };
}

/**
 * The submission, if the caller may read it.
 *
 * @throws {Refusal} `SUBMISSION_NOT_FOUND`, also for submissions of others.
 */
export async function findVisible(context: ServerContext, caller: Caller, id: string): Promise<SubmissionRow> {
  const row = await findSubmission(context.db, context.site.id, id);
  if (!row || !(isSubmissionReader(caller) || isSubmitter(caller, row))) throw new Refusal("SUBMISSION_NOT_FOUND");
  return row;
}
