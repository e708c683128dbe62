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
 * Sends one mail of the outbox, in the owner's words and with their logo where there are any: it leaves by SMTP, or lands in the development inbox
 * where there is no SMTP server. What came too late to be of use is dropped. Throws when it could not be done; the worker tries again.
 */
export function createDelivery(context: DeliveryContext): (entry: OutboxEntries["mail"]) => Promise<void> {
  const send = createSending(context);
  return async (entry) => {
    const { siteId, id, payload } = entry;
    const { template, language = "en", expiresAt } = payload;
    if (expiresAt !== undefined && Date.parse(expiresAt) <= context.now().getTime()) {
      context.log.warn({ event: "mail-too-late", id, mail: template?.kind }, "a mail came too late to be sent");
      return;
    }
    const own = template && (await findMailTemplate(context.db, siteId, template.kind, language));
    const worded = own ? applyCustomTemplate(payload, own) : payload;
    const logo = siteLogo(await context.settings.read());
    await send({ ...entry, payload: withLogo(worded, logo, context.config.publicUrl) });
  };
}

function createSending(context: DeliveryContext): (entry: OutboxEntries["mail"]) => Promise<void> {
  const { smtpUrl, mailFrom, publicUrl, production } = context.config;
  if (!smtpUrl) {
    return async (entry) => {
      if (production) {
        context.log.error({ event: "mail-not-configured", id: entry.id }, "mail waits: set SMTP_URL");
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
    };
    await withSmtp(smtpUrl, (transport) => transport.sendMail(mail));
  };
}
