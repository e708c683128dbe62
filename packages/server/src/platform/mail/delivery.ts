import type { Logger } from "pino";
import type { DbOrTx } from "../db/database.ts";
import type { OutboxEntries } from "../jobs/outbox-store.ts";
import { siteLogo } from "../settings/logo.ts";
import type { Settings } from "../settings/settings-store.ts";
import { withLogo } from "./compose-mail.ts";
import { applyCustomTemplate } from "./custom-templates.ts";
import { insertIntoDevInbox } from "./dev-inbox-store.ts";
import { findMailTemplate } from "./mail-templates-store.ts";
import { withSmtp } from "./smtp-session.ts";

interface DeliveryContext {
  db: DbOrTx;
  config: { smtpUrl?: string | undefined; mailFrom: string; publicUrl: string; production: boolean };
  settings: Settings;
  log: Logger;
  now(): Date;
}

/**
 * Delivers an email of the outbox with the owner's template and logo, by SMTP or to the development inbox. Drops
 * expired emails.
 *
 * @returns A function that rejects if the delivery failed, so that the worker retries it.
 */
export function createDelivery(context: DeliveryContext): (entry: OutboxEntries["mail"]) => Promise<void> {
  const send = createSender(context);
  return async (entry) => {
    const { siteId, id, payload } = entry;
    const { template, language = "en", expiresAt } = payload;
    if (expiresAt !== undefined && Date.parse(expiresAt) <= context.now().getTime()) {
      context.log.warn({ event: "mail-too-late", id, mail: template?.kind }, "an email expired before delivery");
      return;
    }
    const custom = template && (await findMailTemplate(context.db, siteId, template.kind, language));
    const customized = custom ? applyCustomTemplate(payload, custom) : payload;
    const logo = siteLogo(await context.settings.read());
    await send({ ...entry, payload: withLogo(customized, logo, context.config.publicUrl) });
  };
}

function createSender(context: DeliveryContext): (entry: OutboxEntries["mail"]) => Promise<void> {
  const { smtpUrl, mailFrom, publicUrl, production } = context.config;
  if (!smtpUrl) {
    return async (entry) => {
      if (production) {
        context.log.error({ event: "mail-not-configured", id: entry.id }, "emails are waiting: set SMTP_URL");
        throw new Error("SMTP_URL is not set");
      }
      await insertIntoDevInbox(
        context.db,
        entry.siteId,
        entry.id,
        { channel: "mail", ...entry.payload },
        context.now(),
      );
    };
  }

  const { hostname } = new URL(publicUrl);
  return async ({ id, payload }) => {
    const mail = {
      // The same for every attempt, so that email clients show duplicates once.
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
    };
    await withSmtp(smtpUrl, (transport) => transport.sendMail(mail));
  };
}
