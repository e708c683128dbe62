import type { MailPayload } from "../../db/tables/outbox-payloads.ts";
import type { Recipient } from "../compose-mail.ts";
import { type MailContext, mail } from "./sign-in-templates.ts";

/** Notifies staff of a submission. @param lines Labels and values of the submission. */
export function formSubmittedMail(
  context: MailContext,
  to: Recipient,
  { title, lines }: { title: string; lines: string[] },
): MailPayload {
  const values = { title, answers: lines.join("\n") };
  return mail(context, to, { kind: "formSubmitted", values }, (text, site) => ({
    subject: text("mail.formSubmitted.subject", { title, ...site }),
    heading: text("mail.formSubmitted.heading", { title }),
    paragraphs: [text("mail.formSubmitted.body", { title, ...site }), ...lines],
    footer: text("mail.formSubmitted.footer", { title, ...site }),
  }));
}

/**
 * Replies to a submission in the name of the site.
 *
 * @param replyTo Where the recipient's answer goes.
 */
export function formReplyMail(
  context: MailContext,
  to: Recipient,
  { title, message, replyTo }: { title: string; message: string; replyTo: string },
): MailPayload {
  const values = { title, message };
  const payload = mail(context, to, { kind: "formReply", values }, (text, site) => ({
    subject: text("mail.formReply.subject", { title, ...site }),
    heading: text("mail.formReply.heading", { title }),
    paragraphs: message.split(/\n+/),
    footer: text("mail.formReply.footer", { title, ...site }),
  }));
  return { ...payload, replyTo };
}

/** Confirms a submission to its sender, whose address is not verified. */
export function formConfirmationMail(context: MailContext, to: Recipient, title: string): MailPayload {
  return mail(context, to, { kind: "formConfirmation", values: { title } }, (text, site) => ({
    subject: text("mail.formConfirmation.subject", { title, ...site }),
    heading: text("mail.formConfirmation.heading"),
    paragraphs: [text("mail.formConfirmation.body", { title, ...site })],
    footer: text("mail.frame.footer", site),
  }));
}
