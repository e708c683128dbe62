import type { MailPayload } from "../../jobs/outbox-store.ts";
import type { Recipient } from "../compose-mail.ts";
import { type MailContext, mail } from "./sign-in-templates.ts";

/** Tells a member that their post was approved. @param url Of its page. @param on When it will be there, if not yet. */
export function postApprovedMail(
  context: MailContext,
  to: Recipient,
  { title, url, on }: { title: string; url: string; on: Date | undefined },
): MailPayload {
  const dateIn = (language: string) =>
    on?.toLocaleString(language, { dateStyle: "long", timeStyle: "short", timeZone: context.site.timeZone }) ?? "";
  const facts = { kind: "postApproved", values: { title, link: url } } as const;
  return mail(context, to, { ...facts, valuesIn: ({ language }) => ({ date: dateIn(language) }) }, (text, site) => {
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

/** Tells a member that their post was rejected. @param reason As the editor wrote it; may be empty. */
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

/** Tells the site's owner that events were given up on. */
export function webhookParkedMail(
  context: MailContext,
  email: string,
  places: { host: string; webhook: string },
): MailPayload {
  return mail(context, { email, profile: {} }, { kind: "webhookParked", values: places }, (text, site) => ({
    subject: text("mail.webhookParked.subject", { ...places, ...site }),
    heading: text("mail.webhookParked.heading"),
    paragraphs: [
      text("mail.webhookParked.body", { ...places, ...site }),
      text("mail.webhookParked.replay"),
      `npx porchlight webhook replay ${places.webhook}`,
    ],
    footer: text("mail.webhookParked.footer", { ...places, ...site }),
  }));
}
