import type { Caller } from "../../platform/context/caller.ts";
import { newId } from "../../platform/db/ids.ts";
import type { MailPayload } from "../../platform/db/tables/outbox-payloads.ts";
import type { Language } from "../../platform/i18n/texts.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import { withLogo } from "../../platform/mail/compose-mail.ts";
import { applyCustomTemplate } from "../../platform/mail/custom-templates.ts";
import { insertIntoDevInbox } from "../../platform/mail/dev-inbox-store.ts";
import type { MailKind } from "../../platform/mail/mail-kinds.ts";
import { findMailTemplate } from "../../platform/mail/mail-templates-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { siteLogo } from "../../platform/settings/logo.ts";
import { sampleMail } from "./sample-mails.ts";

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
  const address = `preview-${kind.toLowerCase()}@example.com`;
  const mail = sampleMail(
    context,
    kind,
    { email: address, profile: { language, firstName: "Ada" } },
    {
      code: "123456",
      link: `${config.publicUrl}/hosted/forgot#preview`,
      former: "former@example.com",
      title: "…",
      reason: "…",
      answers: ["…"],
      next: "next@example.com",
    },
  );
  const custom = await findMailTemplate(db, site.id, kind, language);
  const logo = siteLogo(await context.settings.read());
  const { subject, text, html } = withLogo(custom ? applyCustomTemplate(mail, custom) : mail, logo, config.publicUrl);
  const preview = { subject, text, html };
  if (config.production) return preview;
  const id = newId(context.now().getTime());
  await insertIntoDevInbox(db, site.id, id, { channel: "mail", to: address, ...preview }, context.now());
  return { ...preview, inboxUrl: `${config.publicUrl}/dev/mail?id=${id}` };
}
