import { createTransport } from "nodemailer";
import type { Deps } from "../deps.ts";
import type { OutboxEntries } from "../events/outbox.ts";
import { insertIntoDevInbox } from "./dev-inbox-store.ts";
import { smtpOptions } from "./smtp-options.ts";

/**
 * Sends one mail of the outbox: it leaves by SMTP, or lands in the development inbox where there is no SMTP server.
 * Throws when it could not be done; the worker tries again.
 */
export function createDelivery(deps: Deps): (entry: OutboxEntries["mail"]) => Promise<void> {
  const { smtpUrl, mailFrom, publicUrl, production } = deps.config;
  if (!smtpUrl) {
    return async (entry) => {
      if (production) {
        deps.log.error({ event: "mail-not-configured", id: entry.id }, "mail waits: set SMTP_URL");
        throw new Error("SMTP_URL is not set");
      }
      await insertIntoDevInbox(deps.db, entry.siteId, entry.id, entry.payload, deps.now());
    };
  }

  const transport = createTransport(smtpOptions(smtpUrl));
  const { hostname } = new URL(publicUrl);
  return async ({ id, payload }) => {
    await transport.sendMail({
      // The same for every try, so that a mail program shows a mail once that was sent twice.
      messageId: `<${id}@${hostname}>`,
      from: mailFrom,
      to: { name: "", address: payload.to },
      subject: payload.subject,
      text: payload.text,
      html: payload.html,
      headers: {
        "Auto-Submitted": "auto-generated",
        ...(payload.language && { "Content-Language": payload.language }),
      },
    });
  };
}
