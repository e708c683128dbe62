import { formatMessage } from "@porchlight/contract/texts/format";
import { escapeHtml, Html, html } from "../http/html.ts";
import type { MailPayload } from "../jobs/outbox-store.ts";
import { mailPage, paragraph, toSingleLine } from "./compose-mail.ts";
import type { MailTemplate } from "./mail-templates-store.ts";
import { type HtmlToken, parseTemplateHtml, textOfHtml } from "./templates/template-html.ts";

type Values = Readonly<Record<string, string | number>>;

/** The same mail in the owner's words; what they have left out stays as it is built in. */
export function applyCustomTemplate(mail: MailPayload, { subject, text, html: markup }: MailTemplate): MailPayload {
  if (!mail.template) return mail;
  const { values, footer } = mail.template;
  const language = mail.language ?? "en";
  const fill = (message: string) => formatMessage(message, values, language).join("");
  const customSubject = subject === null ? mail.subject : toSingleLine(fill(subject)).trim();
  if (text === null && markup === null)
    return { ...mail, subject: customSubject, html: replaceTitle(mail.html, mail.subject, customSubject) };
  const pieces = parseTemplateHtml(markup ?? "");
  const fillMarkup = createHtmlFormatter(values, language);
  const body = markup === null ? html`${paragraphsOf(text ?? "", values, language)}` : fillPieces(pieces, fillMarkup);
  const customText = text === null ? textOfHtml(pieces, fillMarkup) : fill(text);
  return {
    ...mail,
    subject: customSubject,
    text: `${customText}\n\n-- \n${footer}\n`,
    html: mailPage({ language, siteName: String(values.siteName ?? ""), subject: customSubject, body, footer }).text,
  };
}

const replaceTitle = (page: string, former: string, next: string) =>
  page.replace(html`<title>${former}</title>`.text, () => html`<title>${next}</title>`.text);

/** Fills a message that stands in markup; what comes into it is escaped. */
function createHtmlFormatter(values: Values, language: string): (source: string) => string {
  const escaped = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? escapeHtml(value) : value]),
  );
  return (source) => formatMessage(source, escaped, language).join("");
}

/** Every run of words and every value with a place is a message of its own. */
function fillPieces(pieces: readonly HtmlToken[], fill: (source: string) => string): Html {
  const written = pieces.map((piece) => {
    if (piece.kind === "words") return fill(piece.source);
    if (piece.kind === "close") return `</${piece.name}>`;
    const attributes = piece.attributes.map(([name, value]) => {
      const filled = name === "href" || name === "alt" || name === "title" ? fill(value) : value;
      return ` ${name}="${filled.replaceAll('"', "&quot;")}"`;
    });
    return `<${piece.name}${attributes.join("")}>`;
  });
  return new Html(written.join(""));
}

/** A page made of a text: paragraphs, and links that can be pressed. */
function paragraphsOf(text: string, values: Values, language: string): Html[] {
  const marked = {
    ...values,
    ...(values.link !== undefined && { link: html`<a class="link" href="${values.link}">${values.link}</a>` }),
    ...(values.code !== undefined && { code: html`<strong>${values.code}</strong>` }),
  };
  const blocks = text.trim().split(/\n[ \t]*\n\s*/);
  return blocks.map((block) => {
    const lines = block
      .split("\n")
      .map((line, at) => html`${at > 0 && new Html("<br>")}${formatMessage<Html>(line, marked, language)}`);
    return paragraph(html`${lines}`);
  });
}
