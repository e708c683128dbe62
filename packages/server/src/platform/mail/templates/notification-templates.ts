import type { MailPayload } from "../../db/tables/outbox-payloads.ts";
import type { Texts } from "../../i18n/texts.ts";
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

/** Notifies the site owner of a member who waits for approval. @param url Page of the console. */
export function memberWaitingMail(
  context: MailContext,
  to: Recipient,
  { email, url }: { email: string; url: string },
): MailPayload {
  return mail(context, to, { kind: "memberWaiting", values: { email, link: url } }, (text, site) => ({
    subject: text("mail.memberWaiting.subject", site),
    heading: text("mail.memberWaiting.heading"),
    paragraphs: [text("mail.memberWaiting.body", { email, ...site }), text("mail.memberWaiting.others")],
    link: { url, label: text("mail.memberWaiting.link") },
    footer: text("mail.memberWaiting.footer", site),
  }));
}

/** A comment in an email. */
export interface CommentNotice {
  /** Of the post. */
  title: string;
  /** Null if the author has no name. */
  name: string | null;
  text: string;
  isPending: boolean;
  /** The comment on the site, or the page where it is approved. */
  url: string;
  /** Stops emails about comments. */
  stopUrl: string;
}

/** Notifies the author of a post, or the owner, of a comment. */
export function commentPostedMail(context: MailContext, to: Recipient, notice: CommentNotice): MailPayload {
  return commentMail(context, to, notice, "commentPosted", notice.isPending ? "waiting" : "body");
}

/** Notifies a member of a reply to a comment. */
export function commentReplyMail(context: MailContext, to: Recipient, notice: CommentNotice): MailPayload {
  return commentMail(context, to, notice, "commentReply", "body");
}

function commentMail(
  context: MailContext,
  to: Recipient,
  { title, name, text: comment, isPending, url, stopUrl }: CommentNotice,
  kind: "commentPosted" | "commentReply",
  body: "body" | "waiting",
): MailPayload {
  const key =
    kind === "commentPosted" && body === "waiting" ? "mail.commentPosted.waiting" : (`mail.${kind}.body` as const);
  const options = {
    kind,
    values: { title, comment, link: url },
    valuesIn: (text: Texts) => ({ author: name ?? text("mail.commentPosted.nobody") }),
  };
  const composed = mail(context, to, options, (text, site) => {
    const values = { title, author: name ?? text("mail.commentPosted.nobody"), ...site };
    return {
      subject: text(`mail.${kind}.subject`, values),
      heading: text(`mail.${kind}.heading`, values),
      paragraphs: [text(key, values), ...comment.split(/\n+/).filter((line) => line.trim() !== "")],
      link: { url, label: text(isPending ? "mail.commentPosted.review" : "mail.commentPosted.link") },
      otherLink: { url: stopUrl, label: text("mail.commentPosted.stop") },
      footer: text(`mail.${kind}.footer`, site),
    };
  });
  return { ...composed, unsubscribeUrl: stopUrl };
}

/** Sends the link that confirms a subscription to the newsletter. @param url Page that confirms it. */
export function newsletterConfirmationMail(
  context: MailContext,
  to: Recipient,
  { url, ttlMinutes }: { url: string; ttlMinutes: number },
): MailPayload {
  const options = { kind: "newsletterConfirmation", values: { link: url }, ttlMinutes } as const;
  return mail(context, to, options, (text, site) => ({
    subject: text("mail.newsletterConfirmation.subject", site),
    heading: text("mail.newsletterConfirmation.heading"),
    paragraphs: [text("mail.newsletterConfirmation.body", site)],
    link: { url, label: text("mail.newsletterConfirmation.link") },
    closing: text("mail.newsletterConfirmation.lifetime"),
    footer: text("mail.frame.footer", site),
  }));
}

/** Notifies the site owner of dead-lettered webhook deliveries. */
export function webhookParkedMail(
  context: MailContext,
  to: Recipient,
  values: { host: string; webhook: string },
): MailPayload {
  return mail(context, to, { kind: "webhookParked", values }, (text, site) => ({
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
