import type { MailPayload } from "../../db/tables/outbox-payloads.ts";
import type { Recipient } from "../compose-mail.ts";
import { type MailContext, mail } from "./sign-in-templates.ts";

/** Notifies a member of an approved post. @param url Page of the post. @param on Publication date, if scheduled. */
export function postApprovedMail(
  context: MailContext,
  to: Recipient,
  { title, url, on }: { title: string; url: string; on: Date | undefined },
): MailPayload {
  const dateIn = (language: string) =>
    on?.toLocaleString(language, { dateStyle: "long", timeStyle: "short", timeZone: context.site.timeZone }) ?? "";
  const options = { kind: "postApproved", values: { title, link: url } } as const;
  return mail(context, to, { ...options, valuesIn: ({ language }) => ({ date: dateIn(language) }) }, (text, site) => {
    const body = on
      ? text("mail.postApproved.scheduled", { title, date: dateIn(text.language), ...site })
      : text("mail.postApproved.body", { title, ...site });
    return {
      subject: text("mail.postApproved.subject", site),
      heading: text("mail.postApproved.heading"),
      paragraphs: [body],
      link: on ? undefined : { url, label: text("mail.postApproved.link") },
      footer: text("mail.frame.footerMember", site),
    };
  });
}

/** Notifies a member of a rejected post. @param reason The editor's reason; may be empty. */
export function postRejectedMail(
  context: MailContext,
  to: Recipient,
  { title, reason }: { title: string; reason: string },
): MailPayload {
  return mail(context, to, { kind: "postRejected", values: { title, reason } }, (text, site) => ({
    subject: text("mail.postRejected.subject", site),
    heading: text("mail.postRejected.heading"),
    paragraphs: [
      text("mail.postRejected.body", { title, ...site }),
      ...(reason ? [text("mail.postRejected.reason", { reason })] : []),
    ],
    footer: text("mail.frame.footerMember", site),
  }));
}

/** Notifies the site owner of dead-lettered webhook deliveries. */
export function webhookParkedMail(
  context: MailContext,
  email: string,
  values: { host: string; webhook: string },
): MailPayload {
  return mail(context, { email, profile: {} }, { kind: "webhookParked", values }, (text, site) => ({
    subject: text("mail.webhookParked.subject", { ...values, ...site }),
    heading: text("mail.webhookParked.heading"),
    paragraphs: [
      text("mail.webhookParked.body", { ...values, ...site }),
      text("mail.webhookParked.replay"),
      `npx porchlight webhook replay ${values.webhook}`,
    ],
    footer: text("mail.webhookParked.footer", { ...values, ...site }),
  }));
}
