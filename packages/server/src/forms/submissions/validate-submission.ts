import { submissionValidationRule } from "@porchlight/contract/forms/form-values";
import type { ValidateSubmissionResponse } from "@porchlight/contract/forms/submission";
import type { validateSubmissionRequest } from "@porchlight/contract/forms/submission-schema";
import { mediaPath } from "@porchlight/contract/media/media-file";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toFileName } from "../../platform/storage/file-kinds.ts";
import { type FormRow, findForm } from "../definitions/forms-store.ts";
import { fileIdsOf, type UploadedFile } from "../validation/check-files.ts";
import { closedErrors, descriptionOf } from "../validation/submission-errors.ts";
import { fieldsByTarget, type ValidatedValues, validateValues } from "../validation/validate-values.ts";
import { type FormFileRow, findUploadedFiles } from "./submission-files-store.ts";

/**
 * Validates values as `createSubmission` does, without storing them.
 *
 * @throws {Refusal} `FORM_NOT_FOUND`.
 */
export async function validateFormSubmission(
  context: ServerContext,
  _request: Requester,
  { body }: z.output<typeof validateSubmissionRequest>,
): Promise<ValidateSubmissionResponse> {
  const { submission, fieldsToValidate } = body;
  const form = await findForm(context.db, context.site.id, submission.formId);
  if (!form) throw new Refusal("FORM_NOT_FOUND");
  const at = context.now();
  const options = { targets: fieldsToValidate };
  const { errors } = await validateSubmission(context, form, submission.submissions, at, options);
  const all = [...closedErrors(form, at), ...errors];
  if (all.length === 0) return { valid: true };
  const violationErrors = all.slice(0, 100).map((error) => ({
    name: error.errorPath.slice(0, 50),
    description: descriptionOf(error).slice(0, 512),
    ruleName: submissionValidationRule,
    submissionValidationErrors: { errors: [error] },
  }));
  return { valid: false, violationErrors };
}

/** Validates values by a form, with the files that were uploaded for it. */
export async function validateSubmission(
  context: ServerContext,
  form: FormRow,
  values: Readonly<Record<string, unknown>>,
  at: Date,
  options: { targets?: readonly string[] | undefined; submissionId?: string } = {},
): Promise<ValidatedValues> {
  const { formFields = [], formRules = [], steps = [] } = form.definition;
  const ids = [...fieldsByTarget(formFields)].flatMap(([target, { inputType }]) =>
    inputType === "WIX_FILE" && Object.hasOwn(values, target) ? fileIdsOf(values[target]) : [],
  );
  const found = await findUploadedFiles(context.db, context.site.id, form.id, ids, options.submissionId);
  const files = new Map(found.map((row) => [row.id, toUploadedFile(context, row)]));
  return validateValues({ formFields, formRules, steps }, values, { now: at.toISOString(), files }, options);
}

const toUploadedFile = ({ config }: ServerContext, row: FormFileRow): UploadedFile => ({
  displayName: row.display_name,
  url: `${config.publicUrl}${mediaPath}${row.id}${row.media_type === "IMAGE" ? "" : `/${encodeURIComponent(toFileName(row.display_name))}`}`,
  mediaType: row.media_type,
  mimeType: row.mime_type,
});
