import type { MailPartsRequest, TestMailResponse } from "@porchlight/contract/site/mail/mail-template";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import { createSender } from "../../platform/mail/delivery.ts";
import { failureOf } from "../../platform/mail/verify-smtp.ts";
import type { StaffContext } from "../../staff/staff-context.ts";
import { findStaffAccount } from "../../staff/staff-store.ts";
import { renderSample, validParts } from "./edit-mail-parts.ts";

/**
 * Sends parts of an email with sample values to the address of the caller.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `TOO_MANY_REQUESTS`; `MAIL_NOT_SENT` with a `reason` if the mail server does not
 *   accept it. @throws {InvalidArguments} for `parts.<part>`.
 */
export async function sendTestMail(
  context: StaffContext,
  { caller }: Requester,
  { params, body }: MailPartsRequest,
): Promise<TestMailResponse> {
  requireOwner(caller);
  if (caller.kind !== "staff") throw new Refusal("NOT_ALLOWED");
  const { db, site, staffSite, log } = context;
  const account = await findStaffAccount(db, staffSite.site.id, caller.staffId);
  if (!account) throw new Refusal("NOT_ALLOWED");
  const parts = validParts(params.kind, body.parts);
  await context.limits.count("testMailsPerStaff", caller.staffId);
  const mail = await renderSample(context, params, parts, account.email);
  const payload = { ...mail, subject: `[Test] ${mail.subject}` };
  try {
    await createSender(context)({ siteId: site.id, id: newId(context.now().getTime()), payload });
  } catch (error) {
    log.warn({ event: "test-mail-failed", mail: params.kind, err: error }, "a test email was not accepted");
    throw new Refusal("MAIL_NOT_SENT", { reason: context.config.smtpUrl ? failureOf(error) : "notConfigured" });
  }
  return { to: account.email };
}
