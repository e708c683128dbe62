import type { MailPayload } from "../../jobs/outbox-store.ts";
import { type MailContext, mail } from "./sign-in-templates.ts";

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
