import { formatMessage } from "@porchlight/contract/texts/format";
import { escapeHtml, Html } from "../../http/html.ts";
import type { MailBody } from "../compose-mail.ts";
import type { MailValues } from "../mail-kinds.ts";
import { type HtmlToken, MailTemplateError, parseTemplateHtml, textOfHtml } from "./template-html.ts";

const bodyElements: readonly string[] = ["a", "b", "br", "em", "i", "li", "ol", "p", "strong", "u", "ul"];

/** Attributes that lay out the elements of a body in email programs. */
const looks: Readonly<Record<string, string>> = {
  p: ' style="margin:0 0 16px"',
  ul: ' style="margin:0 0 16px;padding:0 0 0 24px"',
  ol: ' style="margin:0 0 16px;padding:0 0 0 24px"',
  li: ' style="margin:0 0 4px"',
  a: ' class="link" style="color:#3346c9"',
};

/**
 * Tokenizes the body of an email: paragraphs, lists, links, bold and italic text.
 *
 * @throws {MailTemplateError} for other elements and attributes.
 */
export function parseMailBody(source: string): HtmlToken[] {
  const tokens = parseTemplateHtml(source);
  for (const token of tokens) {
    if (token.kind === "text") continue;
    const isAllowed =
      bodyElements.includes(token.name) &&
      (token.kind === "close" || token.attributes.every(([name]) => token.name === "a" && name === "href"));
    if (!isAllowed) throw new MailTemplateError(`<${token.name}> is not allowed in the body of an email.`);
  }
  return withoutParagraphsInLists(tokens);
}

/** Email programs leave too much space around a paragraph in a list. */
function withoutParagraphsInLists(tokens: readonly HtmlToken[]): HtmlToken[] {
  let lists = 0;
  return tokens.filter((token) => {
    if (token.kind === "text") return true;
    if (token.name === "li") lists += token.kind === "open" ? 1 : -1;
    return token.name !== "p" || lists === 0;
  });
}

/** Fills the variables of a body. A value of several lines stays on several lines. */
export function fillMailBody(source: string, values: MailValues, language: string): MailBody {
  const tokens = parseMailBody(source);
  const escaped = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? escapeHtml(value) : value]),
  );
  const fill = (message: string) => formatMessage(message, escaped, language).join("");
  const parts = tokens.map((token) => {
    if (token.kind === "text") return fill(token.source).replaceAll("\n", "<br>");
    if (token.kind === "close") return `</${token.name}>`;
    const href = token.attributes[0]?.[1];
    const target = href === undefined ? "" : ` href="${fill(href).replaceAll('"', "&quot;")}"`;
    return `<${token.name}${target}${looks[token.name] ?? ""}>`;
  });
  return { html: new Html(parts.join("")), text: textOfHtml(tokens, fill) };
}
