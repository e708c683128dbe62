import type { Logger } from "pino";
import type { DbOrTx } from "../db/database.ts";
import type { MailPayload } from "../db/tables/outbox-payloads.ts";
import type { MailResult, OutboxEntries } from "../jobs/outbox-store.ts";
import { siteLogo } from "../settings/logo.ts";
import { withTheme } from "../settings/page-theme.ts";
import type { Settings } from "../settings/settings-store.ts";
import { withLogo, withMailFooter } from "./compose-mail.ts";
import { applyCustomTemplate } from "./custom-templates.ts";
import { insertIntoDevInbox } from "./dev-inbox-store.ts";
import { findMailTemplate, type MailTemplate } from "./mail-templates-store.ts";
import { sendBySmtp } from "./smtp-session.ts";

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
 * @returns A function that returns whether the email was sent or had expired, and rejects if the delivery failed, so
 * that the worker retries it.
 */
export function createDelivery(context: DeliveryContext): (entry: OutboxEntries["mail"]) => Promise<MailResult> {
  const send = createSender(context);
  return async (entry) => {
    const { siteId, id, payload } = entry;
    const { template, language = "en", expiresAt } = payload;
    if (expiresAt !== undefined && Date.parse(expiresAt) <= context.now().getTime()) {
      context.log.warn({ event: "mail-too-late", id, mail: template?.kind }, "an email expired before delivery");
      return "expired";
    }
    const custom = template && (await findMailTemplate(context.db, siteId, template.kind, language));
    await send({ ...entry, payload: await renderMail(context, payload, custom) });
    return "sent";
  };
}

/** An email as it is sent: with the owner's template, footer, logo, and theme. */
export async function renderMail(
  { settings, config }: Pick<DeliveryContext, "settings" | "config">,
  payload: MailPayload,
  template: MailTemplate | undefined,
): Promise<MailPayload> {
  const values = await settings.read();
  const rendered = withMailFooter(template ? applyCustomTemplate(payload, template) : payload, values.mailFooter);
  const mail = withLogo(rendered, siteLogo(values), config.publicUrl);
  return { ...mail, html: withTheme(mail.html, values) };
}

/** Sends rendered emails by SMTP, or to the development inbox. Rejects if an email was not accepted. */
export function createSender(
  context: Omit<DeliveryContext, "settings">,
): (entry: Pick<OutboxEntries["mail"], "siteId" | "id" | "payload">) => Promise<void> {
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
      ...(payload.replyTo !== undefined && { replyTo: { name: "", address: payload.replyTo } }),
      subject: payload.subject,
      text: payload.text,
      html: payload.html,
      headers: {
        ...(payload.replyTo === undefined && { "Auto-Submitted": "auto-generated" }),
        ...(payload.unsubscribeUrl !== undefined && {
          "List-Unsubscribe": `<${payload.unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
        ...(payload.listId !== undefined && { "List-Id": `<${payload.listId}>` }),
        ...(payload.language && { "Content-Language": payload.language }),
      },
    };
    await sendBySmtp(smtpUrl, mail);
  };
}
