import { type MessagePlaceholders, placeholdersIn } from "../../platform/i18n/message-placeholders.ts";
import { findLanguage, type Language, languages } from "../../platform/i18n/texts.ts";
import { type MailKind, mailKindNames, mailPlaceholders, placeholdersOf } from "../../platform/mail/mail-kinds.ts";
import type { MailTemplate } from "../../platform/mail/mail-templates-store.ts";
import { type HtmlToken, MailTemplateError, parseTemplateHtml } from "../../platform/mail/templates/template-html.ts";

const maxSubjectLength = 200;
const maxTextLength = 10_000;
/** Gmail cuts what is longer than 102 kB with what is around it. */
const maxHtmlLength = 60_000;

/**
 * Looks whether a mail can be written with these words.
 *
 * @throws {MailTemplateError} about the first thing that is wrong, with what to do.
 */
export function validateMailTemplate(kind: MailKind, { subject, text, html }: MailTemplate): void {
  if (subject !== null) {
    validateLength("subject", subject, maxSubjectLength);
    if (/[\p{Cc}\u2028\u2029]/u.test(subject)) throw new MailTemplateError("The subject has to be one line.");
    validatePlaceholders(kind, "subject", [{ message: subject, isSeen: true }], false);
  }
  if (text !== null) {
    validateLength("text", text, maxTextLength);
    if (/[^\P{Cc}\n\t]/u.test(text))
      throw new MailTemplateError("The text holds control characters: write it anew as plain text.");
    // A paragraph of the text is a message of its own in the page that is made of it.
    for (const line of text.split("\n")) parsePlaceholders("text", line);
    validatePlaceholders(kind, "text", [{ message: text, isSeen: true }], true);
  }
  if (html !== null) {
    validateLength("page", html, maxHtmlLength);
    if (/[^\P{Cc}\n\t]/u.test(html))
      throw new MailTemplateError("The page holds control characters: write it anew as plain text.");
    validatePlaceholders(kind, "page", messagesIn(parseTemplateHtml(html)), true);
  }
}

/** What is filled one by one, and whether whoever reads the page sees it or can press it: tooltips, and words for pictures, may stay unseen. */
const messagesIn = (pieces: readonly HtmlToken[]): { message: string; isSeen: boolean }[] =>
  pieces.flatMap((piece) => {
    if (piece.kind === "text") return [{ message: piece.source, isSeen: true }];
    if (piece.kind === "close") return [];
    return piece.attributes.flatMap(([name, message]) =>
      ["href", "alt", "title"].includes(name) ? [{ message, isSeen: name === "href" && piece.name === "a" }] : [],
    );
  });

function validateLength(part: string, words: string, maxLength: number): void {
  if (words.trim() === "") throw new MailTemplateError(`The ${part} is empty.`);
  if (words.length > maxLength)
    throw new MailTemplateError(`The ${part} has ${words.length} characters, and may have ${maxLength}.`);
}

function parsePlaceholders(part: string, message: string): MessagePlaceholders {
  const tag = part === "page" ? null : /<\/?[a-zA-Z][\w-]*>/.exec(message);
  if (tag) throw new MailTemplateError(`The ${part} holds ${tag[0]}: markup goes into the page.`);
  try {
    return placeholdersIn(message);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const what =
      part === "text"
        ? "A place of the text has to stand on one line, and be closed"
        : `A place of the ${part} cannot be read`;
    throw new MailTemplateError(`${what}: ${error.message} Write '{' for a brace that is none.`);
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
      `There is no place {${unknown}} in the mail "${kind}". There are: ${available.map((name) => `{${name}}`).join(" ")}.`,
    );
  if (isBody && required !== undefined && !placeholders.some(({ always, isSeen }) => isSeen && always.has(required)))
    throw new MailTemplateError(
      `The ${part} lacks {${required}}, or has it in some of its forms alone: without it nobody can do what the mail is for.`,
    );
}

/** One mail in one language, as an owner names it. @throws {MailTemplateError} there is no such mail, or no words in the language. */
export function parseMailTemplateName(kind: string, language: string): { kind: MailKind; language: Language } {
  const mailKind = mailKindNames.find((name) => name === kind);
  if (!mailKind) throw new MailTemplateError(`There is no mail "${kind}". There are: ${mailKindNames.join(", ")}.`);
  const supported = findLanguage(language);
  if (!supported)
    throw new MailTemplateError(`There are no mails in "${language}". There are: ${languages.join(", ")}.`);
  return { kind: mailKind, language: supported };
}
