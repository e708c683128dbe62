import type { InputField } from "@porchlight/contract/forms/form-fields";
import type {
  ListSubmissionRepliesResponse,
  ReplyToSubmissionResponse,
  SubmissionReply,
} from "@porchlight/contract/forms/submission";
import type { replyToSubmissionRequest, submissionByIdRequest } from "@porchlight/contract/forms/submission-schema";
import type * as z from "zod";
import { type EmailAddress, parseEmailAddress } from "../../members/email-address.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import { requireSubmissionManager, requireSubmissionReader } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { getOwnerEmail } from "../../platform/mail/owner-email.ts";
import { formReplyMail } from "../../platform/mail/templates/form-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { type FormRow, findForm } from "../definitions/forms-store.ts";
import { findStaffName } from "../staff-names-store.ts";
import { submittedEmails } from "./submission-mails.ts";
import {
  findSubmission,
  findSubmissionReplies,
  insertSubmissionReply,
  type SubmissionReplyRow,
  type SubmissionRow,
} from "./submissions-store.ts";

type ById = Pick<z.output<typeof submissionByIdRequest>, "params">;

/**
 * The replies to a submission and the address of the next one.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND`.
 */
export async function listSubmissionReplies(
  context: ServerContext,
  { caller }: Requester,
  { params }: ById,
): Promise<ListSubmissionRepliesResponse> {
  requireSubmissionReader(caller);
  const { submission, form } = await findSubmissionWithForm(context, params.submissionId);
  const to = replyAddress(form, submittedEmails(submission))?.address;
  const isChanged = replyAddress(form, submission.field_values)?.address !== to;
  const rows = await findSubmissionReplies(context.db, context.site.id, submission.id);
  return {
    replies: rows.map(serializeReply),
    ...(to !== undefined && { to }),
    ...(isChanged && { addressChanged: true }),
  };
}

/**
 * Sends an email to the address that the submitter gave and stores it with the submission. Answers go to the owner's
 * address.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND`, `TOO_MANY_REQUESTS`; `SUBMISSION_WITHOUT_EMAIL`.
 */
export async function replyToSubmission(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: z.output<typeof replyToSubmissionRequest>,
): Promise<ReplyToSubmissionResponse> {
  requireSubmissionManager(caller);
  const { submission, form } = await findSubmissionWithForm(context, params.submissionId);
  const address = replyAddress(form, submittedEmails(submission));
  if (!address) throw new Refusal("SUBMISSION_WITHOUT_EMAIL");
  const { db, site } = context;
  const { language } = submission;
  const mail = formReplyMail(
    context,
    { email: address.address, profile: language ? { language } : {} },
    { title: form?.name ?? site.name, message: body.message, replyTo: await getOwnerEmail(context) },
  );
  const author = await findStaffName(db, site.id, caller);
  const row = await db.transaction().execute(async (tx) => {
    await context.limits.count("formRepliesPerMailbox", address.key, tx);
    const at = context.now();
    const reply = await insertSubmissionReply(tx, {
      site_id: site.id,
      id: newId(at.getTime()),
      submission_id: submission.id,
      author,
      recipient: address.address,
      message: body.message,
      created_at: at,
    });
    await enqueueOutboxEntry(tx, site.id, "mail", mail, at);
    await recordAuditEvent(tx, context, "submission-replied", {
      by: caller,
      recipient: address.address,
      details: { submissionId: submission.id, formId: submission.form_id },
    });
    return reply;
  });
  return { reply: serializeReply(row) };
}

async function findSubmissionWithForm(
  { db, site }: ServerContext,
  id: string,
): Promise<{ submission: SubmissionRow; form: FormRow | undefined }> {
  const submission = await findSubmission(db, site.id, id);
  if (!submission) throw new Refusal("SUBMISSION_NOT_FOUND");
  return { submission, form: await findForm(db, site.id, submission.form_id) };
}

/** The address in the field that is mapped to the contact's email, or else in the first field for an email. */
function replyAddress(form: FormRow | undefined, values: Readonly<Record<string, unknown>>): EmailAddress | undefined {
  const { formFields = [], deletedFormFields = [] } = form?.definition ?? {};
  const inputs = [...formFields, ...deletedFormFields].flatMap(({ inputOptions }) => inputOptions ?? []);
  const isMapped = ({ contactMapping }: InputField) => contactMapping?.contactField === "EMAIL";
  const isEmail = ({ stringOptions }: InputField) => stringOptions?.validation?.format === "EMAIL";
  for (const { target } of [...inputs.filter(isMapped), ...inputs.filter(isEmail)]) {
    const value = values[target];
    const address = typeof value === "string" ? parseEmailAddress(value) : undefined;
    if (address) return address;
  }
  return undefined;
}

const serializeReply = ({ id, author, recipient, message, created_at }: SubmissionReplyRow): SubmissionReply => ({
  id,
  ...(author !== null && { author }),
  to: recipient,
  message,
  createdDate: created_at.toISOString(),
});
