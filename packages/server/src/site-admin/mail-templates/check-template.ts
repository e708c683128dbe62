import { type MessagePlaceholders, placeholdersIn } from "../../platform/i18n/message-placeholders.ts";
import { type MailKind, mailPlaces, placesOf } from "../../platform/mail/mail-kinds.ts";
import type { MailTemplate } from "../../platform/mail/mail-templates-store.ts";
import { MailTemplateError } from "../../platform/mail/template-error.ts";
import { type HtmlPiece, parseTemplateHtml } from "../../platform/mail/templates/template-html.ts";

const subjectMaxLength = 200;
const textMaxLength = 10_000;
/** Gmail cuts what is longer than 102 kB with what is around it. */
const htmlMaxLength = 60_000;

/**
 * Looks whether a mail can be written with these words.
 *
 * @throws {MailTemplateError} about the first thing that is wrong, with what to do.
 */
export function checkMailTemplate(kind: MailKind, { subject, text, html }: MailTemplate): void {
  if (subject !== null) {
    checkLength("subject", subject, subjectMaxLength);
    if (/[\p{Cc}\u2028\u2029]/u.test(subject)) throw new MailTemplateError("The subject has to be one line.");
    checkWords(kind, "subject", [{ message: subject, isSeen: true }], false);
  }
  if (text !== null) {
    checkLength("text", text, textMaxLength);
    if (/[^\P{Cc}\n\t]/u.test(text))
      throw new MailTemplateError("The text holds control characters: write it anew as plain text.");
    // A paragraph of the text is a message of its own in the page that is made of it.
    for (const line of text.split("\n")) readPlaces("text", line);
    checkWords(kind, "text", [{ message: text, isSeen: true }], true);
  }
  if (html !== null) {
    checkLength("page", html, htmlMaxLength);
    if (/[^\P{Cc}\n\t]/u.test(html))
      throw new MailTemplateError("The page holds control characters: write it anew as plain text.");
    checkWords(kind, "page", messagesIn(parseTemplateHtml(html)), true);
  }
}

/** What is filled one by one, and whether whoever reads the page sees it or can press it: tooltips, and words for pictures, may stay unseen. */
const messagesIn = (pieces: readonly HtmlPiece[]): { message: string; isSeen: boolean }[] =>
  pieces.flatMap((piece) => {
    if (piece.kind === "words") return [{ message: piece.source, isSeen: true }];
    if (piece.kind === "close") return [];
    return piece.attributes.flatMap(([name, message]) =>
      ["href", "alt", "title"].includes(name) ? [{ message, isSeen: name === "href" && piece.name === "a" }] : [],
    );
  });

function checkLength(part: string, words: string, maximum: number): void {
  if (words.trim() === "") throw new MailTemplateError(`The ${part} is empty.`);
  if (words.length > maximum)
    throw new MailTemplateError(`The ${part} has ${words.length} characters, and may have ${maximum}.`);
}

function readPlaces(part: string, message: string): MessagePlaceholders {
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

function checkWords(
  kind: MailKind,
  part: string,
  messages: readonly { message: string; isSeen: boolean }[],
  isBody: boolean,
): void {
  const places = messages.map(({ message, isSeen }) => ({ ...readPlaces(part, message), isSeen }));
  const known = placesOf(kind);
  const { needs } = mailPlaces[kind];
  const unknown = places.flatMap(({ all }) => [...all]).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new MailTemplateError(
      `There is no place {${unknown}} in the mail "${kind}". There are: ${known.map((name) => `{${name}}`).join(" ")}.`,
    );
  if (isBody && needs !== undefined && !places.some(({ always, isSeen }) => isSeen && always.has(needs)))
    throw new MailTemplateError(
      `The ${part} lacks {${needs}}, or has it in some of its forms alone: without it nobody can do what the mail is for.`,
    );
}
