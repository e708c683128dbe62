import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import type { Language } from "../../platform/i18n/texts.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import type { MailKind } from "../../platform/mail/mail-kinds.ts";
import {
  deleteMailTemplate,
  lockMailTemplate,
  type MailTemplate,
  updateMailTemplate,
} from "../../platform/mail/mail-templates-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { validateMailTemplate } from "./validate-mail-template.ts";

/**
 * Customizes parts of an email template. If only the text or only the HTML is set, the other one is generated from it.
 * Queued emails use the new template.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {MailTemplateError} if the template is invalid.
 */
export async function setMailTemplate(
  context: ServerContext,
  caller: Caller,
  { kind, language }: { kind: MailKind; language: Language },
  parts: Partial<MailTemplate>,
): Promise<void> {
  requireOwner(caller);
  const siteId = context.site.id;
  const input = normalizeParts(parts);
  await context.db.transaction().execute(async (tx) => {
    const previous = await lockMailTemplate(tx, siteId, kind, language, context.now());
    // A text and HTML of different versions would contradict each other, so each replaces the other.
    const parts = input.text !== undefined && input.html === undefined ? { html: null } : {};
    const template = { ...previous, ...(input.html !== undefined && { text: null }), ...parts, ...input };
    validateMailTemplate(kind, template);
    await updateMailTemplate(tx, siteId, kind, language, template);
    await recordAuditEvent(tx, context, "setting-changed", {
      by: caller,
      details: { name: `mail ${kind} ${language}` },
    });
  });
}

function normalizeParts(parts: Partial<MailTemplate>): Partial<MailTemplate> {
  const entries = Object.entries(parts).map(([part, text]) => [
    part,
    typeof text === "string"
      ? text
          .replace(/^\ufeff/, "")
          .replace(/\r\n?/g, "\n")
          .trim()
      : text,
  ]);
  return Object.fromEntries(entries);
}

/** Restores the built-in template. @returns Whether it was customized. @throws {Refusal} `NOT_ALLOWED`. */
export async function resetMailTemplate(
  context: ServerContext,
  caller: Caller,
  { kind, language }: { kind: MailKind; language: Language },
): Promise<boolean> {
  requireOwner(caller);
  return context.db.transaction().execute(async (tx) => {
    const wasCustom = await deleteMailTemplate(tx, context.site.id, kind, language);
    if (wasCustom)
      await recordAuditEvent(tx, context, "setting-changed", {
        by: caller,
        details: { name: `mail ${kind} ${language}` },
      });
    return wasCustom;
  });
}
