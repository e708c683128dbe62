import type { PaymentCallbackRequest } from "@porchlight/contract/forms/submission";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findForm } from "../definitions/forms-store.ts";
import { readFileLinks, storedLinks } from "../files/file-links.ts";
import { recordSubmissionEvent } from "./submission-events.ts";
import { enqueueSubmissionMails, submissionMails, submittedEmails } from "./submission-mails.ts";
import {
  findSubmissionOfCheckout,
  lockSubmission,
  type SubmissionRow,
  updateSubmissionRow,
} from "./submissions-store.ts";
import { requireTransition } from "./update-submission.ts";

/** The outcome of a payment. */
export type PaymentOutcome = PaymentCallbackRequest["body"]["status"];

/** The submission of a checkout. @throws {Refusal} `CHECKOUT_NOT_FOUND`. */
export async function getCheckout({ db, site }: ServerContext, checkoutId: string): Promise<SubmissionRow> {
  const found = await findSubmissionOfCheckout(db, site.id, checkoutId);
  if (!found) throw new Refusal("CHECKOUT_NOT_FOUND");
  return found;
}

/**
 * Confirms or cancels the submission of a checkout. Idempotent.
 *
 * @throws {Refusal} `CHECKOUT_NOT_FOUND`; `SUBMISSION_STATUS_CONFLICT` if the payment had the opposite outcome.
 */
export async function completePayment(
  context: ServerContext,
  checkoutId: string,
  outcome: PaymentOutcome,
): Promise<void> {
  const { db, site } = context;
  const found = await getCheckout(context, checkoutId);
  const form = await findForm(db, site.id, found.form_id);
  const linksOf = await readFileLinks(db, context, [found.id], storedLinks);
  const content = {
    values: found.field_values,
    emails: submittedEmails(found),
    links: linksOf(found.id),
    language: found.language,
  };
  const mails = form && (await submissionMails(context, form, content));
  const status = outcome === "PAID" ? "CONFIRMED" : "PAYMENT_CANCELED";
  await db.transaction().execute(async (tx) => {
    const row = await lockSubmission(tx, site.id, found.id, { trashed: found.deleted_at !== null });
    if (!row) throw new Refusal("CHECKOUT_NOT_FOUND");
    requireTransition(row.status, status);
    if (row.status === status) return;
    const updated = await updateSubmissionRow(tx, site.id, row.id, { status }, context.now());
    if (status === "CONFIRMED" && mails) await enqueueSubmissionMails(tx, context, mails);
    await recordSubmissionEvent(tx, context, "updated", updated);
  });
  context.wakeOutbox();
  context.wakeWebhooks();
}
