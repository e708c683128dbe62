import type { Transaction } from "kysely";
import { parseEmailAddress } from "../../members/email-address.ts";
import type { MailPayload } from "../../platform/db/tables/outbox-payloads.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { getOwnerEmail, staffRecipient } from "../../platform/mail/owner-email.ts";
import { formConfirmationMail, formSubmittedMail } from "../../platform/mail/templates/form-templates.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import type { FormRow } from "../definitions/forms-store.ts";
import { type FileLinks, withFileLinks } from "../files/file-links.ts";
import { fieldsByTarget } from "../validation/validate-values.ts";
import { formatSubmission } from "./submission-serializer.ts";
import type { SubmissionRow } from "./submissions-store.ts";

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

interface MailContent {
  values: Readonly<Record<string, unknown>>;
  /** The values of the submitter, if someone may have changed them. */
  emails?: Readonly<Record<string, unknown>>;
  links: FileLinks;
  language?: string | null | undefined;
}

/** Composes the emails of a submission; nothing is sent yet. */
export async function submissionMails(
  context: ServerContext,
  form: FormRow,
  { values, emails = values, links, language }: MailContent,
): Promise<SubmissionMails> {
  const { notifications = {}, formFields = [] } = form.definition;
  const owners = notifications.ownerEmails ?? [await getOwnerEmail(context)];
  const recipients = await Promise.all(owners.map((email) => staffRecipient(context, email)));
  const title = form.name ?? form.id;
  const fields = fieldsByTarget(formFields);
  const lines = formatSubmission(formFields, withFileLinks(values, links))
    .slice(0, maxValues)
    .map(({ key, label, value }) => {
      const maxLength = fields.get(key)?.inputType === "WIX_FILE" ? maxFilesLength : maxValueLength;
      return `${label}: ${value.slice(0, maxLength).toWellFormed()}`;
    });
  const address = parseEmailAddress(String(emails[notifications.confirmationTarget ?? ""] ?? ""));
  return {
    toOwner: recipients.map((to) => formSubmittedMail(context, to, { title, lines })),
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

/**
 * The values that emails may be sent to, by target: those of the submitter, even if someone has changed them since.
 * Otherwise anyone allowed to change submissions could send email from the site to any address.
 */
export const submittedEmails = ({
  submitted_emails: emails,
  field_values: values,
}: SubmissionRow): SubmissionRow["field_values"] => emails ?? values;

/** The column of a submission whose values change; only the first change sets it. */
export function retainEmails(row: SubmissionRow): { submitted_emails?: string } {
  if (row.submitted_emails) return {};
  const emails = Object.entries(row.field_values).filter(
    ([, value]) => typeof value === "string" && parseEmailAddress(value),
  );
  return { submitted_emails: JSON.stringify(Object.fromEntries(emails)) };
}
