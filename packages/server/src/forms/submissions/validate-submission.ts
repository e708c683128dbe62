import { submissionValidationRule } from "@porchlight/contract/forms/form-values";
import type { ValidateSubmissionResponse } from "@porchlight/contract/forms/submission";
import type { validateSubmissionRequest } from "@porchlight/contract/forms/submission-schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { type FormRow, findForm } from "../definitions/forms-store.ts";
import { type FileScope, findUploadedFiles } from "../files/form-files-store.ts";
import { submitterOf } from "../submitter.ts";
import { submittedFileIds } from "../validation/check-files.ts";
import { closedErrors, descriptionOf } from "../validation/submission-errors.ts";
import { type ValidatedValues, validateValues } from "../validation/validate-values.ts";

/**
 * Validates values as `createSubmission` does, without storing them.
 *
 * @throws {Refusal} `FORM_NOT_FOUND`.
 */
export async function validateFormSubmission(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof validateSubmissionRequest>,
): Promise<ValidateSubmissionResponse> {
  const { submission, fieldsToValidate } = body;
  const form = await findForm(context.db, context.site.id, submission.formId);
  if (!form) throw new Refusal("FORM_NOT_FOUND");
  const at = context.now();
  const { errors } = await validateSubmission(
    context,
    form,
    submission.submissions,
    { now: at, submitter: submitterOf(caller) },
    { targets: fieldsToValidate },
  );
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
  scope: Omit<FileScope, "formId">,
  options: { targets?: readonly string[] | undefined } = {},
): Promise<ValidatedValues> {
  const { formFields = [], formRules = [], steps = [] } = form.definition;
  const ids = submittedFileIds(formFields, values);
  const found = await findUploadedFiles(context.db, context.site.id, { ...scope, formId: form.id }, ids);
  const files = new Map(
    found.map(({ id, display_name, media_type, mime_type }) => [
      id,
      { displayName: display_name, mediaType: media_type, mimeType: mime_type },
    ]),
  );
  return validateValues({ formFields, formRules, steps }, values, { now: scope.now.toISOString(), files }, options);
}
