import type { BulkResponse } from "@porchlight/contract/forms/form";
import type { SubmissionStatus } from "@porchlight/contract/forms/form-values";
import type { extendedFieldsRequest } from "@porchlight/contract/forms/schema";
import type { SubmissionExtendedFieldsResponse, SubmissionResponse } from "@porchlight/contract/forms/submission";
import type {
  bulkMarkSubmissionsAsSeenRequest,
  bulkUpdateSubmissionTagsByFilterRequest,
  bulkUpdateSubmissionTagsRequest,
  submissionByIdRequest,
  updateSubmissionRequest,
} from "@porchlight/contract/forms/submission-schema";
import type { Transaction } from "kysely";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { requireSubmissionManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { runBulk, toTagChange } from "../bulk-results.ts";
import { type FormRow, findForm } from "../definitions/forms-store.ts";
import { readFileLinks, storedLinks } from "../files/file-links.ts";
import { assignFiles } from "../files/form-files-store.ts";
import { submittedFileIds } from "../validation/check-files.ts";
import { invalidSubmission } from "../validation/submission-errors.ts";
import { fieldsByTarget } from "../validation/validate-values.ts";
import { recordSubmissionEvent } from "./submission-events.ts";
import {
  enqueueSubmissionMails,
  retainEmails,
  type SubmissionMails,
  submissionMails,
  submittedEmails,
} from "./submission-mails.ts";
import { submissionQueryFields } from "./submission-query-fields-sql.ts";
import { searchTextOf, serializeSubmission } from "./submission-serializer.ts";
import {
  findSubmission,
  lockSubmission,
  markAsSeen,
  type SubmissionRow,
  type SubmissionUpdate,
  submissionConditions,
  updateSubmissionRow,
  updateSubmissionTags,
} from "./submissions-store.ts";
import { validateSubmission } from "./validate-submission.ts";

type Tx = Transaction<Tables>;
type Values = Record<string, unknown>;

/** The statuses that may follow a status. Source: spec §4. */
const nextStatuses: Readonly<Record<SubmissionStatus, readonly SubmissionStatus[]>> = {
  PENDING: ["CONFIRMED"],
  CONFIRMED: [],
  PAYMENT_WAITING: ["CONFIRMED", "PAYMENT_CANCELED"],
  PAYMENT_CANCELED: [],
};

/** @throws {Refusal} `SUBMISSION_STATUS_CONFLICT` unless `to` is the status or may follow it. */
export function requireTransition(status: SubmissionStatus, to: SubmissionStatus): void {
  if (status !== to && !nextStatuses[status].includes(to)) throw new Refusal("SUBMISSION_STATUS_CONFLICT", { status });
}

/**
 * Updates the given properties of a submission. Given values replace stored ones; `null` removes one.
 *
 * @throws {InvalidArguments} for invalid values, or another form.
 * @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND`, `SUBMISSION_STATUS_CONFLICT`; `SUBMISSION_CHANGED` with the
 *   stored `revision`.
 */
export async function updateSubmission(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateSubmissionRequest>,
): Promise<SubmissionResponse> {
  requireSubmissionManager(caller);
  const { revision, formId, submissions, status, seen, extendedFields, tags } = body.submission;
  const { db, site } = context;
  const current = await findSubmission(db, site.id, params.submissionId);
  if (!current) throw new Refusal("SUBMISSION_NOT_FOUND");
  if (formId !== undefined && formId.toLowerCase() !== current.form_id)
    throw new InvalidArguments([violation("submission.formId", "cannot be changed", "FIELD_NOT_ALLOWED")]);
  const changed = submissions && (await mergeValues(context, current, submissions));
  const mails = status === "CONFIRMED" ? await mailsOfPayment(context, current, changed?.values) : undefined;
  return changeSubmission(context, params.submissionId, async (tx, row) => {
    if (row.revision !== revision || row.revision !== current.revision)
      throw new Refusal("SUBMISSION_CHANGED", { revision: row.revision });
    if (status !== undefined) requireTransition(row.status, status);
    if (changed) await assignChangedFiles(tx, site.id, row, changed);
    if (mails && row.status === "PAYMENT_WAITING") await enqueueSubmissionMails(tx, context, mails);
    return {
      ...(changed && {
        field_values: JSON.stringify(changed.values),
        search_text: searchTextOf(changed.values),
        ...retainEmails(row),
      }),
      ...(status !== undefined && { status }),
      ...(seen !== undefined && { seen }),
      ...(extendedFields?.namespaces && { extended_fields: JSON.stringify(extendedFields.namespaces) }),
      ...(tags?.tags && { tags: [...new Set(tags.tags.tagIds)].sort() }),
    };
  });
}

interface MergedValues {
  values: Values;
  form: FormRow;
}

/** Validates the changed values together with the stored ones. Values of removed fields stay. */
async function mergeValues(context: ServerContext, row: SubmissionRow, changes: Values): Promise<MergedValues> {
  const form = await findForm(context.db, context.site.id, row.form_id);
  if (!form) throw new Refusal("FORM_NOT_FOUND");
  const targets = fieldsByTarget(form.definition.formFields ?? []);
  const stored = Object.entries(row.field_values);
  const removed = stored.filter(([target]) => !targets.has(target) && !Object.hasOwn(changes, target));
  const input = Object.fromEntries(
    [...stored.filter(([target]) => targets.has(target)), ...Object.entries(changes)].filter(
      ([, value]) => value !== null,
    ),
  );
  for (const [target, value] of Object.entries(changes)) if (value === null) delete input[target];
  const scope = { now: context.now(), submissionId: row.id };
  const { errors, values } = await validateSubmission(context, form, input, scope);
  if (errors.length > 0) throw invalidSubmission(errors);
  return { values: { ...Object.fromEntries(removed), ...values }, form };
}

async function assignChangedFiles(
  tx: Tx,
  siteId: string,
  row: SubmissionRow,
  { values, form }: MergedValues,
): Promise<void> {
  const ids = submittedFileIds(form.definition.formFields ?? [], values);
  if (await assignFiles(tx, siteId, { formId: form.id, submissionId: row.id, ids })) return;
  throw invalidSubmission([
    { errorPath: "", errorType: "NOT_ALLOWED_VALUE_ERROR", params: { reason: "a file is in use" } },
  ]);
}

/** The emails of a submission that waits for its payment; they are sent once it is confirmed. */
async function mailsOfPayment(
  context: ServerContext,
  row: SubmissionRow,
  values: Values = row.field_values,
): Promise<SubmissionMails | undefined> {
  const { id, form_id: formId, status, language } = row;
  if (status !== "PAYMENT_WAITING") return undefined;
  const form = await findForm(context.db, context.site.id, formId);
  const linksOf = await readFileLinks(context.db, context, [id], storedLinks);
  return form && submissionMails(context, form, { values, emails: submittedEmails(row), links: linksOf(id), language });
}

/** Idempotent. @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND`, `SUBMISSION_STATUS_CONFLICT`. */
export async function confirmSubmission(
  context: ServerContext,
  { caller }: Requester,
  { params }: Pick<z.output<typeof submissionByIdRequest>, "params">,
): Promise<SubmissionResponse> {
  requireSubmissionManager(caller);
  const current = await findSubmission(context.db, context.site.id, params.submissionId);
  const mails = current && (await mailsOfPayment(context, current));
  return changeSubmission(context, params.submissionId, async (tx, row) => {
    requireTransition(row.status, "CONFIRMED");
    if (mails && row.status === "PAYMENT_WAITING") await enqueueSubmissionMails(tx, context, mails);
    return row.status === "CONFIRMED" ? undefined : { status: "CONFIRMED" };
  });
}

/**
 * Sets the data of a namespace of extended fields; `null` removes it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND`.
 */
export async function updateSubmissionExtendedFields(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: z.output<typeof extendedFieldsRequest>,
): Promise<SubmissionExtendedFieldsResponse> {
  requireSubmissionManager(caller);
  const response = await changeSubmission(context, params.id, async (_tx, row) => {
    const { [body.namespace]: _, ...others } = row.extended_fields;
    const namespaces = body.namespaceData ? { ...others, [body.namespace]: body.namespaceData } : others;
    return { extended_fields: JSON.stringify(namespaces) };
  });
  return { ...response, namespace: body.namespace, namespaceData: body.namespaceData };
}

/** Without ids: all submissions of the form. @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkMarkSubmissionsAsSeen(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkMarkSubmissionsAsSeenRequest>,
): Promise<Record<never, never>> {
  requireSubmissionManager(caller);
  await markAsSeen(context.db, context.site.id, body.formId, body.ids);
  return {};
}

/** @throws {Refusal} `NOT_ALLOWED`. */
export async function bulkUpdateSubmissionTags(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkUpdateSubmissionTagsRequest>,
): Promise<BulkResponse<never>> {
  requireSubmissionManager(caller);
  const { db, site } = context;
  const condition = submissionConditions.ids(body.submissionIds);
  const changed = new Set(await updateSubmissionTags(db, site.id, condition, toTagChange(body), context.now()));
  return runBulk(body.submissionIds, async (id) => {
    if (!changed.has(id.toLowerCase())) throw new Refusal("SUBMISSION_NOT_FOUND");
    return { id };
  });
}

/** Returns after the update. @throws {Refusal} `NOT_ALLOWED`. @throws {InvalidArguments} for an invalid filter. */
export async function bulkUpdateSubmissionTagsByFilter(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof bulkUpdateSubmissionTagsByFilterRequest>,
): Promise<{ jobId: string }> {
  requireSubmissionManager(caller);
  const { condition } = compileFilter(body.filter, submissionQueryFields(body.filter, []), "filter");
  await updateSubmissionTags(context.db, context.site.id, condition, toTagChange(body), context.now());
  return { jobId: newId(context.now().getTime()) };
}

/**
 * Locks a submission, applies `update` to it, and records the event.
 *
 * @param update Returns the change; `undefined` for none.
 * @throws {Refusal} `SUBMISSION_NOT_FOUND`.
 */
async function changeSubmission(
  context: ServerContext,
  id: string,
  update: (tx: Tx, row: SubmissionRow) => Promise<SubmissionUpdate | undefined>,
): Promise<SubmissionResponse> {
  const row = await context.db.transaction().execute((tx) => applyChange(tx, context, id, update));
  context.wakeOutbox();
  context.wakeWebhooks();
  const linksOf = await readFileLinks(context.db, context, [row.id]);
  return { submission: serializeSubmission(row, { isPrivate: true, links: linksOf(row.id) }) };
}

async function applyChange(
  tx: Tx,
  context: TxContext,
  id: string,
  update: (tx: Tx, row: SubmissionRow) => Promise<SubmissionUpdate | undefined>,
): Promise<SubmissionRow> {
  const row = await lockSubmission(tx, context.site.id, id);
  if (!row) throw new Refusal("SUBMISSION_NOT_FOUND");
  const change = await update(tx, row);
  if (!change) return row;
  const updated = await updateSubmissionRow(tx, context.site.id, row.id, change, context.now());
  await recordSubmissionEvent(tx, context, "updated", updated);
  return updated;
}
