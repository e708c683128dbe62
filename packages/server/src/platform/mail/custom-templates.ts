import { formatMessage } from "@porchlight/contract/texts/format";
import type { MailCard, MailLink, MailPayload } from "../db/tables/outbox-payloads.ts";
import { escapeHtml, Html, html } from "../http/html.ts";
import { builtInBody, layOutMail, mailPage, paragraph, toSingleLine } from "./compose-mail.ts";
import type { MailTemplate } from "./mail-templates-store.ts";
import { fillMailBody } from "./templates/mail-body.ts";
import { type HtmlToken, parseTemplateHtml, textOfHtml } from "./templates/template-html.ts";

type Values = Readonly<Record<string, string | number>>;

/** Applies the owner's template to an email. Parts without a custom text stay as they are. */
export function applyCustomTemplate(mail: MailPayload, template: MailTemplate): MailPayload {
  if (!mail.template) return mail;
  const { subject, text, html: markup } = template;
  const { values, footer, card } = mail.template;
  const language = mail.language ?? "en";
  const fill = (message: string) => formatMessage(message, values, language).join("");
  const customSubject = subject === null ? mail.subject : toSingleLine(fill(subject)).trim();
  if (text === null && markup === null) {
    const layout = { language, subject: customSubject, values, footer };
    return {
      ...mail,
      subject: customSubject,
      ...(card && layOutMail({ ...layout, ...customizeCard(card, template, values, language) })),
    };
  }
  const tokens = parseTemplateHtml(markup ?? "");
  const fillMarkup = createHtmlFormatter(values, language);
  const body = markup === null ? html`${paragraphsOf(text ?? "", values, language)}` : fillTokens(tokens, fillMarkup);
  const customText = text === null ? textOfHtml(tokens, fillMarkup) : fill(text);
  return {
    ...mail,
    subject: customSubject,
    text: `${customText}\n\n-- \n${footer}\n`,
    html: mailPage({ language, siteName: String(values.siteName ?? ""), subject: customSubject, body, footer }).text,
  };
}

/** The content of an email with the owner's parts. */
function customizeCard(
  card: MailCard,
  { preheader, heading, body, button, closing }: MailTemplate,
  values: Values,
  language: string,
) {
  const fill = (message: string) => formatMessage(message, values, language).join("");
  const labeled = (link: MailLink | undefined, isMain: boolean) =>
    link && { ...link, label: isMain && button !== null ? fill(button) : link.label };
  const isOtherMain = card.otherLink !== undefined && card.otherLink.url === values.link;
  return {
    ...card,
    preheader: fill(preheader ?? ""),
    heading: heading === null ? card.heading : fill(heading),
    body: body === null ? builtInBody(values, card) : fillMailBody(body, values, language),
    link: labeled(card.link, !isOtherMain),
    otherLink: labeled(card.otherLink, isOtherMain),
    closing: closing === null ? card.closing : fill(closing),
  };
}

/** Formats messages in markup with escaped values. */
function createHtmlFormatter(values: Values, language: string): (source: string) => string {
  const escaped = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? escapeHtml(value) : value]),
  );
  return (source) => formatMessage(source, escaped, language).join("");
}

/** Each text and each attribute with placeholders is a separate message. */
function fillTokens(tokens: readonly HtmlToken[], fill: (source: string) => string): Html {
  const parts = tokens.map((token) => {
    if (token.kind === "text") return fill(token.source);
    if (token.kind === "close") return `</${token.name}>`;
    const attributes = token.attributes.map(([name, value]) => {
      const filled = name === "href" || name === "alt" || name === "title" ? fill(value) : value;
      return ` ${name}="${filled.replaceAll('"', "&quot;")}"`;
    });
    return `<${token.name}${attributes.join("")}>`;
  });
  return new Html(parts.join(""));
}

/** Converts a text to paragraphs with clickable links. */
function paragraphsOf(text: string, values: Values, language: string): Html[] {
  const htmlValues = {
    ...values,
    ...(values.link !== undefined && { link: html`<a class="link" href="${values.link}">${values.link}</a>` }),
    ...(values.code !== undefined && { code: html`<strong>${values.code}</strong>` }),
  };
  const blocks = text.trim().split(/\n[ \t]*\n\s*/);
  return blocks.map((block) => {
    const lines = block
      .split("\n")
      .map((line, at) => html`${at > 0 && new Html("<br>")}${formatMessage<Html>(line, htmlValues, language)}`);
    return paragraph(html`${lines}`);
  });
}
