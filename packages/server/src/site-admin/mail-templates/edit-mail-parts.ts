import { createHash } from "node:crypto";
import {
  type ListMailTemplatesResponse,
  type MailPart,
  type MailPartProblem,
  type MailParts,
  type MailPartsRequest,
  type MailPreviewResponse,
  type MailTemplateByNameRequest,
  type MailTemplateResponse,
  mailKinds,
} from "@porchlight/contract/site/mail/mail-template";
import type { updateMailTemplateRequest } from "@porchlight/contract/site/mail/schema";
import type * as z from "zod";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { chooseLanguage, languages, offeredLanguages } from "../../platform/i18n/texts.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import { renderMail } from "../../platform/mail/delivery.ts";
import { type MailKind, placeholdersOf } from "../../platform/mail/mail-kinds.ts";
import {
  builtInTemplate,
  deleteMailTemplate,
  findMailTemplate,
  findMailTemplates,
  lockMailTemplate,
  type MailTemplate,
  updateMailTemplate,
} from "../../platform/mail/mail-templates-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findPartProblems } from "./find-part-problems.ts";
import { rawMail } from "./get-mail-template.ts";
import { sampleMail, sampleRecipient, sampleValues } from "./sample-mails.ts";

/** All emails, the languages in which they are customized, and the sender. @throws {Refusal} `NOT_ALLOWED`. */
export async function listMails(context: ServerContext, { caller }: Requester): Promise<ListMailTemplatesResponse> {
  requireOwner(caller);
  const { db, site, config } = context;
  const custom = await findMailTemplates(db, site.id);
  const templates = mailKinds.map((kind) => ({
    kind,
    customLanguages: languages.filter((language) =>
      custom.some((template) => template.kind === kind && template.language === language),
    ),
  }));
  const delivery = config.smtpUrl ? "smtp" : config.production ? "none" : "inbox";
  return {
    templates,
    languages: offeredLanguages(site),
    defaultLanguage: chooseLanguage(site.language),
    sender: { from: config.mailFrom, delivery },
  };
}

/** The texts of an email in one language. @throws {Refusal} `NOT_ALLOWED`. */
export async function getMailParts(
  context: ServerContext,
  { caller }: Requester,
  { params: { kind, language } }: MailTemplateByNameRequest,
): Promise<MailTemplateResponse> {
  requireOwner(caller);
  const custom = (await findMailTemplate(context.db, context.site.id, kind, language)) ?? builtInTemplate;
  const defaults = defaultParts(context, kind, language);
  return {
    template: {
      kind,
      language,
      variables: [...placeholdersOf(kind)],
      parts: mapParts((part) => custom[part] ?? defaults[part]),
      defaults,
      isCustom: Object.values(custom).some((part) => part !== null),
      isReplaced: custom.text !== null || custom.html !== null,
      revision: revisionOf(custom),
    },
  };
}

const revisionOf = (template: MailTemplate): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(template).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest("base64url")
    .slice(0, 22);

/**
 * Replaces all parts of an email in one language. Queued emails use the new texts.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `SITE_SETTINGS_CHANGED` if they have another revision.
 * @throws {InvalidArguments} for `parts.<part>`.
 */
export async function updateMailParts(
  context: ServerContext,
  request: Requester,
  { params, body }: z.output<typeof updateMailTemplateRequest>,
): Promise<MailTemplateResponse> {
  requireOwner(request.caller);
  const { kind, language } = params;
  const template = toTemplate(context, kind, language, validParts(kind, body.parts));
  const isBuiltIn = Object.values(template).every((part) => part === null);
  await context.db.transaction().execute(async (tx) => {
    const stored = await lockMailTemplate(tx, context.site.id, kind, language, context.now());
    if (body.revision !== undefined && body.revision !== revisionOf(stored)) throw new Refusal("SITE_SETTINGS_CHANGED");
    if (isBuiltIn) await deleteMailTemplate(tx, context.site.id, kind, language);
    else await updateMailTemplate(tx, context.site.id, kind, language, template);
    await recordAuditEvent(tx, context, "setting-changed", {
      by: request.caller,
      details: { name: `mail ${kind} ${language}` },
    });
  });
  return getMailParts(context, request, { params });
}

/** Renders parts with sample values, or lists their problems. @throws {Refusal} `NOT_ALLOWED`. */
export async function previewMailParts(
  context: ServerContext,
  { caller }: Requester,
  { params: { kind, language }, body }: MailPartsRequest,
): Promise<MailPreviewResponse> {
  requireOwner(caller);
  const parts = trimmed(body.parts);
  const problems = findPartProblems(kind, parts);
  if (problems.length > 0) return { mail: null, problems };
  const { subject, text, html } = await renderSample(context, { kind, language }, parts, "ada@example.com");
  return { mail: { subject, text, html }, problems };
}

/** Renders valid parts of an email with sample values, by the same functions as a delivery. */
export function renderSample(
  context: ServerContext,
  { kind, language }: MailTemplateByNameRequest["params"],
  parts: MailParts,
  to: string,
) {
  const mail = sampleMail(context, kind, sampleRecipient(to, language), sampleValues(context, language));
  return renderMail(context, mail, toTemplate(context, kind, language, parts));
}

/** The parts without spaces around them. @throws {InvalidArguments} for `parts.<part>`. */
export function validParts(kind: MailKind, parts: MailParts): MailParts {
  const clean = trimmed(parts);
  const problems = findPartProblems(kind, clean);
  if (problems.length > 0)
    throw new InvalidArguments(problems.map((problem) => violation(`parts.${problem.part}`, descriptionOf(problem))));
  return clean;
}

const trimmed = (parts: MailParts) => mapParts((part) => parts[part].replace(/\r\n?/g, "\n").trim());

function descriptionOf({ problem, variable, limit }: MailPartProblem): string {
  switch (problem) {
    case "empty":
      return "is empty";
    case "tooLong":
      return `is longer than ${limit} characters`;
    case "unknownVariable":
      return `contains {${variable}}, which is not available in this email`;
    case "missingVariable":
      return `must contain {${variable}}`;
    case "unclosedVariable":
      return "contains a brace that does not belong to a variable";
    case "controlCharacter":
      return "contains control characters";
    case "markup":
      return "contains HTML that is not allowed there";
  }
}

/** Parts equal to the built-in ones stay built in, so that they follow later versions. */
function toTemplate(
  context: ServerContext,
  kind: MailKind,
  language: MailTemplateByNameRequest["params"]["language"],
  parts: MailParts,
): MailTemplate {
  const defaults = defaultParts(context, kind, language);
  const custom = mapParts<string | null>((part) => (parts[part] === defaults[part] ? null : parts[part]));
  return { ...builtInTemplate, ...custom, ...(parts.button === "" && { button: null }) };
}

function defaultParts(
  context: ServerContext,
  kind: MailKind,
  language: MailTemplateByNameRequest["params"]["language"],
): MailParts {
  const { subject, template } = rawMail(context, kind, language, "https://example.com");
  const { heading = "", paragraphs = [], link, otherLink, closing = "" } = template?.card ?? {};
  const button = otherLink?.url === "{link}" ? otherLink : link;
  return {
    subject,
    preheader: "",
    heading,
    body: ["{greeting}", ...paragraphs].map((text) => `<p>${escapeText(text)}</p>`).join(""),
    button: button?.label ?? "",
    closing,
  };
}

/** As an HTML editor serializes text. */
const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function mapParts<Value = string>(map: (part: MailPart) => Value): Record<MailPart, Value> {
  const [subject, preheader, heading] = [map("subject"), map("preheader"), map("heading")];
  return { subject, preheader, heading, body: map("body"), button: map("button"), closing: map("closing") };
}
