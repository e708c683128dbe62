import type { Caller } from "../../platform/context/caller.ts";
import { newId } from "../../platform/db/ids.ts";
import type { MailPayload } from "../../platform/db/tables/outbox-payloads.ts";
import type { Language } from "../../platform/i18n/texts.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import { renderMail } from "../../platform/mail/delivery.ts";
import { insertIntoDevInbox } from "../../platform/mail/dev-inbox-store.ts";
import type { MailKind } from "../../platform/mail/mail-kinds.ts";
import { findMailTemplate } from "../../platform/mail/mail-templates-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { sampleMail, sampleRecipient, sampleValues } from "./sample-mails.ts";

/** An email with sample values. */
export interface MailPreview extends Pick<MailPayload, "subject" | "text" | "html"> {
  /** URL in the development inbox; absent in production. */
  inboxUrl?: string;
}

/**
 * Renders an email with sample values and adds it to the development inbox. Nothing is sent. @throws {Refusal}
 * `NOT_ALLOWED`.
 */
export async function previewMailTemplate(
  context: ServerContext,
  caller: Caller,
  { kind, language }: { kind: MailKind; language: Language },
): Promise<MailPreview> {
  requireOwner(caller);
  const { db, site, config } = context;
  const custom = await findMailTemplate(db, site.id, kind, language);
  const address = `preview-${kind.toLowerCase()}@example.com`;
  const mail = sampleMail(context, kind, sampleRecipient(address, language), {
    ...sampleValues(context, language),
    page: undefined,
  });
  const { subject, text, html } = await renderMail(context, mail, custom);
  const preview = { subject, text, html };
  if (config.production) return preview;
  const id = newId(context.now().getTime());
  await insertIntoDevInbox(db, site.id, id, { channel: "mail", to: address, ...preview }, context.now());
  return { ...preview, inboxUrl: `${config.publicUrl}/dev/mail?id=${id}` };
}
