import { createHash, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { ConsentRecord, FormSubmission, SubmissionResponse } from "@porchlight/contract/forms/submission";
import type { createSubmissionRequest } from "@porchlight/contract/forms/submission-schema";
import type { Insertable, Transaction } from "kysely";
import type * as z from "zod";
import { requireFormCaptcha } from "../../auth/captcha/require-captcha.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { isSubmissionReader } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { labelOf } from "../definitions/field-options.ts";
import { type FormRow, findForm, lockForm, retainForm } from "../definitions/forms-store.ts";
import { linksTo, readFileLinks, storedLinks } from "../files/file-links.ts";
import { assignFiles, findUploadedFiles } from "../files/form-files-store.ts";
import { type Submitter, submitterOf } from "../submitter.ts";
import { submittedFileIds } from "../validation/check-files.ts";
import { closedError, closedErrors, invalidSubmission } from "../validation/submission-errors.ts";
import { fieldsByTarget } from "../validation/validate-values.ts";
import { recordSubmissionEvent } from "./submission-events.ts";
import { enqueueSubmissionMails, submissionMails } from "./submission-mails.ts";
import { searchTextOf, serializeSubmission } from "./submission-serializer.ts";
import {
  countAgainstLimits,
  findRepeatedSubmission,
  insertSubmission,
  lockIdempotencyHash,
  retainMember,
  type SubmissionRow,
} from "./submissions-store.ts";
import { validateSubmission } from "./validate-submission.ts";

const minuteMs = 60_000;
/** How long a repeated submission is recognized, without and with an idempotency key of the client. */
const [repeatedMs, repeatedKeyMs] = [10 * minuteMs, 24 * 60 * minuteMs];

/** Longer than the verification of a captcha takes: 7 seconds. */
const [repeatedAttempts, repeatedDelayMs] = [70, 100];

type Request = z.output<typeof createSubmissionRequest>;
type NewSubmission = Insertable<Tables["form_submissions"]>;

/**
 * Stores a submission, once for repeated requests. A submission with a payment waits for it.
 *
 * @throws {InvalidArguments} with the rule `SUBMISSION_VALIDATION`: invalid values, or the form is closed.
 * @throws {Refusal} `FORM_NOT_FOUND`, `INVALID_CAPTCHA`.
 */
export async function createSubmission(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { body }: Request,
): Promise<SubmissionResponse> {
  const { db, site } = context;
  const { submission, captchaToken, additionalMetadata } = body;
  const form = await findForm(db, site.id, submission.formId);
  if (!form) throw new Refusal("FORM_NOT_FOUND");
  const isPrivate = isSubmissionReader(caller);
  const responseOf = async (row: SubmissionRow) => {
    const linksOf = await readFileLinks(db, context, [row.id]);
    return { submission: serializeSubmission(row, { isPrivate, links: linksOf(row.id) }) };
  };
  const at = context.now();
  const submitter = submitterOf(caller);
  const hash = idempotencyHash(submitter, submission, additionalMetadata);
  const since = new Date(at.getTime() - (additionalMetadata?.idempotencyKey ? repeatedKeyMs : repeatedMs));
  // Before the checks: a retry of a stored submission succeeds though its captcha is used and the form is closed.
  const repeated = await findRepeatedSubmission(db, site.id, hash, since);
  if (repeated) return responseOf(repeated);
  const closed = closedErrors(form, at);
  if (closed.length > 0) throw invalidSubmission(closed);
  const level = form.definition.spamFilterProtectionLevel ?? "BASIC";
  if (additionalMetadata?.honeypot && level !== "NONE")
    return { submission: discardedSubmission(form, submitter, submission, at) };
  const scope = { submitter, now: at };
  const { errors, values, amount } = await validateSubmission(context, form, submission.submissions, scope);
  if (errors.length > 0) throw invalidSubmission(errors);
  if (level === "ADVANCED") {
    const captcha = await requireFormCaptcha(context, caller, { token: captchaToken, usedFor: hash });
    if (captcha === "repeated") {
      return responseOf(await waitForRepeatedSubmission(context, hash, since));
    }
  }
  const waitsForPayment = Number(amount) > 0;
  const row: NewSubmission = {
    ...submitterColumns(submitter),
    site_id: site.id,
    id: newId(at.getTime()),
    form_id: form.id,
    namespace: form.namespace,
    status: waitsForPayment ? "PAYMENT_WAITING" : submission.status === "PENDING" ? "PENDING" : "CONFIRMED",
    field_values: JSON.stringify(values),
    search_text: searchTextOf(values),
    consents: JSON.stringify(consentsOf(form, values, at)),
    extended_fields: JSON.stringify(isPrivate ? (submission.extendedFields?.namespaces ?? {}) : {}),
    idempotency_hash: hash,
    checkout_id: waitsForPayment ? newId(at.getTime()) : null,
    amount: waitsForPayment ? amount : null,
    language: additionalMetadata?.language ?? null,
    currency: waitsForPayment ? (await context.settings.read()).formCurrency : null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  const fileIds = submittedFileIds(form.definition.formFields ?? [], values);
  const files = await findUploadedFiles(db, site.id, { ...scope, formId: form.id }, fileIds);
  const links = linksTo(context, files, storedLinks);
  const mails = await submissionMails(context, form, { values, links, language: additionalMetadata?.language });
  const stored = await db.transaction().execute(async (tx) => {
    await lockIdempotencyHash(tx, hash);
    const other = await findRepeatedSubmission(tx, site.id, hash, since);
    if (other) return other;
    if (row.member_id && !(await retainMember(tx, site.id, row.member_id))) throw new Refusal("UNAUTHENTICATED");
    await requireFreePlace(tx, form, row);
    const inserted = await insertSubmission(tx, row);
    if (!(await assignFiles(tx, site.id, { formId: form.id, submissionId: inserted.id, ids: fileIds })))
      throw invalidSubmission([
        { errorPath: "", errorType: "NOT_ALLOWED_VALUE_ERROR", params: { reason: "a file is in use" } },
      ]);
    if (!waitsForPayment)
      await enqueueSubmissionMails(
        tx,
        context,
        mails,
        caller.kind === "member" || caller.kind === "visitor" ? ip : undefined,
      );
    await recordSubmissionEvent(tx, context, "created", inserted);
    return inserted;
  });
  context.wakeOutbox();
  context.wakeWebhooks();
  return responseOf(stored);
}

/**
 * Waits for a concurrent request for the same submission, whose captcha is being verified.
 *
 * @throws {Refusal} `INVALID_CAPTCHA` if that request stores nothing.
 */
async function waitForRepeatedSubmission(
  { db, site }: ServerContext,
  hash: Buffer,
  since: Date,
): Promise<SubmissionRow> {
  for (let attempt = 0; attempt < repeatedAttempts; attempt++) {
    const stored = await findRepeatedSubmission(db, site.id, hash, since);
    if (stored) return stored;
    await setTimeout(repeatedDelayMs);
  }
  throw new Refusal("INVALID_CAPTCHA", {});
}

/** Checks the limits of the form within the transaction that uses one up. */
async function requireFreePlace(
  tx: Transaction<Tables>,
  { site_id: siteId, id, definition }: FormRow,
  row: NewSubmission,
): Promise<void> {
  // Limited forms take one submission at a time, so that the count is exact.
  const current = isLimited(definition) ? await lockForm(tx, siteId, id) : await retainForm(tx, siteId, id);
  if (!current) throw new Refusal("FORM_NOT_FOUND");
  if (!isLimited(current.definition)) return;
  const { maxAllowedSubmissions, submissionLimitPerUser } = current.definition.limitationRule ?? {};
  const { total, own } = await countAgainstLimits(tx, siteId, id, row.submitter_id ?? null);
  if (maxAllowedSubmissions != null && total >= maxAllowedSubmissions) throw invalidSubmission([closedError("LIMIT")]);
  if (submissionLimitPerUser != null && row.submitter_id != null && own >= submissionLimitPerUser)
    throw invalidSubmission([closedError("LIMIT_PER_USER")]);
}

const isLimited = ({ limitationRule }: FormRow["definition"]): boolean =>
  limitationRule?.maxAllowedSubmissions != null || limitationRule?.submissionLimitPerUser != null;

const submitterColumns = ({ kind, id }: Submitter) => ({
  submitter_kind: kind,
  submitter_id: id,
  member_id: kind === "member" ? id : null,
});

/** Equal for repeated requests of one submitter; the order of the values does not matter. */
function idempotencyHash(
  { kind, id }: Submitter,
  { formId, submissions, status }: Request["body"]["submission"],
  metadata: Request["body"]["additionalMetadata"],
): Buffer {
  const values = Object.entries(submissions).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  // Programs submit for different people, who may send the same values.
  const isPerson = kind === "member" || kind === "visitor";
  const key = metadata?.idempotencyKey ?? (isPerson ? null : randomUUID());
  return createHash("sha256")
    .update(JSON.stringify([kind, id, formId, key, status, values]))
    .digest();
}

/** The checkboxes that the submitter checked, with the text next to them. */
function consentsOf(form: FormRow, values: Record<string, unknown>, at: Date): ConsentRecord[] {
  return [...fieldsByTarget(form.definition.formFields ?? []).values()]
    .filter(({ inputType, target }) => inputType === "BOOLEAN" && values[target] === true)
    .map((field) => ({
      target: field.target,
      label: labelOf(field),
      formRevision: form.revision,
      date: at.toISOString(),
    }));
}

/** What the sender of spam gets: a submission that is not stored. */
function discardedSubmission(
  form: FormRow,
  submitter: Submitter,
  { submissions }: Request["body"]["submission"],
  at: Date,
): FormSubmission {
  const row: SubmissionRow = {
    ...submitterColumns(submitter),
    site_id: form.site_id,
    id: newId(at.getTime()),
    form_id: form.id,
    namespace: form.namespace,
    status: "CONFIRMED",
    field_values: submissions,
    submitted_emails: null,
    search_text: "",
    consents: [],
    extended_fields: {},
    tags: [],
    seen: false,
    revision: "1",
    idempotency_hash: null,
    checkout_id: null,
    amount: null,
    currency: null,
    language: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  return serializeSubmission(row, { isPrivate: false, links: new Map() });
}
