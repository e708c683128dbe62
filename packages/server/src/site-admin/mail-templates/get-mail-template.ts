import { mailKinds } from "@porchlight/contract/site/mail/mail-template";
import type { Caller } from "../../platform/context/caller.ts";
import type { MailPayload } from "../../platform/db/tables/outbox-payloads.ts";
import { createRawTexts, type Language } from "../../platform/i18n/texts.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import { type MailKind, placeholdersOf } from "../../platform/mail/mail-kinds.ts";
import { findMailTemplate, findMailTemplates } from "../../platform/mail/mail-templates-store.ts";
import { parseMailBody } from "../../platform/mail/templates/mail-body.ts";
import { parseTemplateHtml, textOfHtml } from "../../platform/mail/templates/template-html.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { sampleMail } from "./sample-mails.ts";

/** The texts of an email in one language. */
export interface MailTemplateDetails {
  kind: MailKind;
  language: Language;
  placeholders: readonly string[];
  /** Whether any part is customized. */
  isCustom: boolean;
  subject: string;
  text: string;
  /** `null` if the HTML is generated from the text. */
  html: string | null;
}

/** An email template with its placeholders, customized or built in. @throws {Refusal} `NOT_ALLOWED`. */
export async function getMailTemplate(
  context: ServerContext,
  caller: Caller,
  { kind, language }: { kind: MailKind; language: Language },
): Promise<MailTemplateDetails> {
  requireOwner(caller);
  const custom = await findMailTemplate(context.db, context.site.id, kind, language);
  const builtIn = builtInTemplate(context, kind, language);
  const html = custom?.html ?? null;
  const tokens = html !== null ? parseTemplateHtml(html) : custom?.body ? parseMailBody(custom.body) : undefined;
  return {
    kind,
    language,
    placeholders: placeholdersOf(kind),
    isCustom: custom !== undefined,
    subject: custom?.subject ?? builtIn.subject,
    text: custom?.text ?? (tokens ? textOfHtml(tokens, (source) => source) : builtIn.text),
    html,
  };
}

function builtInTemplate(
  context: ServerContext,
  kind: MailKind,
  language: Language,
): { subject: string; text: string } {
  const { subject, text } = rawMail(context, kind, language);
  // The greeting is one placeholder, and the footer is added to every email.
  const [body = ""] = text.split("\n\n-- \n");
  const { siteUrl } = context.config;
  const linked = siteUrl === undefined ? body : body.replace(`${siteUrl}/sign-in`, "{link}");
  return { subject, text: linked.replace(/^.*\n/, "{greeting}\n") };
}

/** An email with its placeholders unfilled. @param page Page of the button of a verification email. */
export function rawMail(context: ServerContext, kind: MailKind, language: Language, page?: string): MailPayload {
  const to = { email: "{email}", profile: { language } };
  const placeholders = {
    host: "{host}",
    webhook: "{webhook}",
    code: "{code}",
    link: "{link}",
    former: "{former}",
    next: "{next}",
    title: "{title}",
    reason: "{reason}",
    answers: ["{answers}"],
    message: "{message}",
    author: "{author}",
    comment: "{comment}",
    page,
  };
  return sampleMail({ ...context, textsOf: createRawTexts }, kind, to, placeholders);
}

/** An email and its customizations. */
export interface MailTemplateSummary {
  kind: string;
  /** Placeholders that its texts may contain. */
  placeholders: readonly string[];
  /** Languages with customized texts. */
  customLanguages: string[];
}

/** All kinds of emails. @throws {Refusal} `NOT_ALLOWED`. */
export async function listMailTemplates(context: ServerContext, caller: Caller): Promise<MailTemplateSummary[]> {
  requireOwner(caller);
  const custom = await findMailTemplates(context.db, context.site.id);
  return mailKinds.map((kind) => ({
    kind,
    placeholders: placeholdersOf(kind),
    customLanguages: custom.filter((template) => template.kind === kind).map(({ language }) => language),
  }));
}
