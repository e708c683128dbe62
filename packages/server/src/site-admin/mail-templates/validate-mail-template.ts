import { mailKinds } from "@porchlight/contract/site/mail/mail-template";
import { type MessagePlaceholders, placeholdersIn } from "../../platform/i18n/message-placeholders.ts";
import { findLanguage, type Language, languages } from "../../platform/i18n/texts.ts";
import { type MailKind, mailPlaceholders, placeholdersOf } from "../../platform/mail/mail-kinds.ts";
import type { MailTemplate } from "../../platform/mail/mail-templates-store.ts";
import { type HtmlToken, MailTemplateError, parseTemplateHtml } from "../../platform/mail/templates/template-html.ts";

const maxSubjectLength = 200;
const maxTextLength = 10_000;
/** Gmail truncates messages over 102 kB, including the layout around this HTML. */
const maxHtmlLength = 60_000;

/** @throws {MailTemplateError} for the first error in the template. */
export function validateMailTemplate(
  kind: MailKind,
  { subject, text, html }: Pick<MailTemplate, "subject" | "text" | "html">,
): void {
  if (subject !== null) {
    validateLength("subject", subject, maxSubjectLength);
    if (/[\p{Cc}\u2028\u2029]/u.test(subject)) throw new MailTemplateError("The subject must be on one line.");
    validatePlaceholders(kind, "subject", [{ message: subject, isSeen: true }], false);
  }
  if (text !== null) {
    validateLength("text", text, maxTextLength);
    if (/[^\P{Cc}\n\t]/u.test(text))
      throw new MailTemplateError("The text contains control characters. Enter it again as plain text.");
    // In the generated HTML, each line of the text is a separate message.
    for (const line of text.split("\n")) parsePlaceholders("text", line);
    validatePlaceholders(kind, "text", [{ message: text, isSeen: true }], true);
  }
  if (html !== null) {
    validateLength("page", html, maxHtmlLength);
    if (/[^\P{Cc}\n\t]/u.test(html))
      throw new MailTemplateError("The page contains control characters. Enter it again as plain text.");
    validatePlaceholders(kind, "page", messagesIn(parseTemplateHtml(html)), true);
  }
}

/**
 * The messages with placeholders, and whether the reader sees or follows them. Tooltips and image alternatives may stay
 * unseen.
 */
const messagesIn = (tokens: readonly HtmlToken[]): { message: string; isSeen: boolean }[] =>
  tokens.flatMap((token) => {
    if (token.kind === "text") return [{ message: token.source, isSeen: true }];
    if (token.kind === "close") return [];
    return token.attributes.flatMap(([name, message]) =>
      ["href", "alt", "title"].includes(name) ? [{ message, isSeen: name === "href" && token.name === "a" }] : [],
    );
  });

function validateLength(part: string, text: string, maxLength: number): void {
  if (text.trim() === "") throw new MailTemplateError(`The ${part} is empty.`);
  if (text.length > maxLength)
    throw new MailTemplateError(`The ${part} has ${text.length} characters. The limit is ${maxLength}.`);
}

function parsePlaceholders(part: string, message: string): MessagePlaceholders {
  const tag = part === "page" ? null : /<\/?[a-zA-Z][\w-]*>/.exec(message);
  if (tag) throw new MailTemplateError(`The ${part} contains ${tag[0]}. HTML is allowed only in the page.`);
  try {
    return placeholdersIn(message);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const what =
      part === "text"
        ? "A placeholder in the text must be closed on the same line"
        : `A placeholder in the ${part} is invalid`;
    throw new MailTemplateError(`${what}: ${error.message} Write '{' for a literal brace.`);
  }
}

function validatePlaceholders(
  kind: MailKind,
  part: string,
  messages: readonly { message: string; isSeen: boolean }[],
  isBody: boolean,
): void {
  const placeholders = messages.map(({ message, isSeen }) => ({ ...parsePlaceholders(part, message), isSeen }));
  const available = placeholdersOf(kind);
  const { required } = mailPlaceholders[kind];
  const unknown = placeholders.flatMap(({ all }) => [...all]).find((name) => !available.includes(name));
  if (unknown !== undefined)
    throw new MailTemplateError(
      `The email "${kind}" has no placeholder {${unknown}}. Available: ${available.map((name) => `{${name}}`).join(" ")}.`,
    );
  if (isBody && required !== undefined && !placeholders.some(({ always, isSeen }) => isSeen && always.has(required)))
    throw new MailTemplateError(
      `The ${part} must always contain {${required}}: without it the email serves no purpose.`,
    );
}

/** @throws {MailTemplateError} for an unknown kind or language. */
export function parseMailTemplateName(kind: string, language: string): { kind: MailKind; language: Language } {
  const mailKind = mailKinds.find((name) => name === kind);
  if (!mailKind) throw new MailTemplateError(`There is no email "${kind}". Available: ${mailKinds.join(", ")}.`);
  const supported = findLanguage(language);
  if (!supported)
    throw new MailTemplateError(`There are no emails in "${language}". Available: ${languages.join(", ")}.`);
  return { kind: mailKind, language: supported };
}
