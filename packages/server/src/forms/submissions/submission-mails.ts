import type { Transaction } from "kysely";
import { parseEmailAddress } from "../../members/email-address.ts";
import type { MailPayload } from "../../platform/db/tables/outbox-payloads.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { getOwnerEmail } from "../../platform/mail/owner-email.ts";
import { formConfirmationMail, formSubmittedMail } from "../../platform/mail/templates/form-templates.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import type { FormRow } from "../definitions/forms-store.ts";
import { type FileLinks, withFileLinks } from "../files/file-links.ts";
import { fieldsByTarget } from "../validation/validate-values.ts";
import { formatSubmission } from "./submission-serializer.ts";

/** Values of an email to the owner. */
const maxValues = 100;
const maxValueLength = 1_000;
/** Links to many files: a truncated link would be useless. */
const maxFilesLength = 20_000;

/** The emails that a submission causes. */
export interface SubmissionMails {
  toOwner: MailPayload[];
  confirmation: { mail: MailPayload; key: string } | undefined;
}

/** Composes the emails of a submission; nothing is sent yet. */
export async function submissionMails(
  context: ServerContext,
  form: FormRow,
  {
    values,
    links,
    language,
  }: { values: Readonly<Record<string, unknown>>; links: FileLinks; language?: string | null | undefined },
): Promise<SubmissionMails> {
  const { notifications = {}, formFields = [] } = form.definition;
  const owners = notifications.ownerEmails ?? [await getOwnerEmail(context)];
  const title = form.name ?? form.id;
  const fields = fieldsByTarget(formFields);
  const lines = formatSubmission(formFields, withFileLinks(values, links))
    .slice(0, maxValues)
    .map(({ key, label, value }) => {
      const maxLength = fields.get(key)?.inputType === "WIX_FILE" ? maxFilesLength : maxValueLength;
      return `${label}: ${value.slice(0, maxLength).toWellFormed()}`;
    });
  const address = parseEmailAddress(String(values[notifications.confirmationTarget ?? ""] ?? ""));
  return {
    toOwner: owners.map((email) => formSubmittedMail(context, email, { title, lines })),
    // Without the values: the address is not verified, and the form must not send text of others to it.
    confirmation: address && {
      mail: formConfirmationMail(context, { email: address.address, profile: language ? { language } : {} }, title),
      key: address.key,
    },
  };
}

/**
 * Queues the emails of a submission in the transaction that confirms it. Confirmations are limited, because the address
 * is not verified.
 *
 * @param ip Of the submitter; `undefined` if a program or a payment provider causes the emails.
 */
export async function enqueueSubmissionMails(
  tx: Transaction<Tables>,
  context: TxContext,
  { toOwner, confirmation }: SubmissionMails,
  ip?: string,
): Promise<void> {
  const { site } = context;
  const at = context.now();
  for (const mail of toOwner) await enqueueOutboxEntry(tx, site.id, "mail", mail, at);
  if (!confirmation) return;
  if (ip !== undefined && !(await context.limits.tryCount("formConfirmationsPerIp", ip, tx))) return;
  if (await context.limits.tryCount("formConfirmationsPerMailbox", confirmation.key, tx))
    await enqueueOutboxEntry(tx, site.id, "mail", confirmation.mail, at);
}
