import type { MailPayload } from "../../db/tables/outbox-payloads.ts";
import type { Recipient } from "../compose-mail.ts";
import { type MailContext, mail } from "./sign-in-templates.ts";

/** Confirms the deletion of an account. */
export function accountDeletedMail(context: MailContext, to: Recipient): MailPayload {
  return mail(context, to, { kind: "accountDeleted" }, (text, site) => ({
    subject: text("mail.accountDeleted.subject", site),
    heading: text("mail.accountDeleted.heading"),
    paragraphs: [text("mail.accountDeleted.body", site), text("mail.accountDeleted.free")],
    footer: text("mail.accountDeleted.footer", site),
  }));
}

/** Sends the verification code to a new email address. */
export function newEmailMail(
  context: MailContext,
  to: Recipient,
  { code, ttlMinutes, former }: { code: string; ttlMinutes: number; former: string },
): MailPayload {
  return mail(
    context,
    to,
    { kind: "newEmail", ttlMinutes, values: { code, minutes: ttlMinutes, former } },
    (text, site) => ({
      subject: text("mail.newEmail.subject", { code, ...site }),
      heading: text("mail.newEmail.heading"),
      paragraphs: [text("mail.newEmail.body", { former, ...site })],
      code,
      closing: text("mail.verification.lifetime", { minutes: ttlMinutes }),
      footer: text("mail.frame.footer", site),
    }),
  );
}

/** Notifies the owner of an email that another member tried to change to it. */
export function emailInUseMail(context: MailContext, to: Recipient): MailPayload {
  return mail(context, to, { kind: "emailInUse" }, (text, site) => ({
    subject: text("mail.emailInUse.subject", site),
    heading: text("mail.emailInUse.heading"),
    paragraphs: [text("mail.emailInUse.body", site)],
    footer: text("mail.frame.footerMember", site),
  }));
}

/** Notifies the previous address of the change. */
export function emailChangedMail(context: MailContext, to: Recipient, { next }: { next: string }): MailPayload {
  return mail(context, to, { kind: "emailChanged", values: { next } }, (text, site) => ({
    subject: text("mail.emailChanged.subject", site),
    heading: text("mail.emailChanged.heading"),
    paragraphs: [text("mail.emailChanged.body", { next, ...site }), text("mail.emailChanged.notYou", site)],
    footer: text("mail.emailChanged.footer", site),
  }));
}
