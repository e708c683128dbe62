/** An invalid email template. The message is one sentence with a remedy. */
export class MailTemplateError extends Error {
  override readonly name = "MailTemplateError";
}

/** Token of an HTML template. `source` is raw, with entities. */
export type HtmlToken =
  | { kind: "text"; source: string }
  | { kind: "open"; name: string; attributes: readonly (readonly [name: string, value: string])[] }
  | { kind: "close"; name: string };

const voidElements: readonly string[] = ["br", "hr", "img"];
/** Safe elements that email clients support. */
const elements: readonly string[] = [
  ...[
    "a",
    "b",
    "blockquote",
    "br",
    "code",
    "div",
    "em",
    "h1",
    "h2",
    "h3",
    "hr",
    "i",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "small",
  ],
  ...["span", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul"],
];
const attributes: readonly string[] = [
  ...[
    "align",
    "alt",
    "bgcolor",
    "border",
    "cellpadding",
    "cellspacing",
    "class",
    "colspan",
    "dir",
    "height",
    "href",
    "lang",
  ],
  ...["role", "rowspan", "src", "style", "title", "valign", "width"],
];

const tagPattern = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*"|='[^'<>]*')?)*)\s*\/?>/iy;
const attributePattern = /([a-z-]+)(?:="([^"]*)"|='([^']*)')?/gi;
/** Styles that load resources or affect other elements. */
const unsafeStyle = /url\s*\(|expression|@|\\|position\s*:|behaviou?r|javascript/i;

/**
 * Tokenizes the owner's HTML.
 *
 * @throws {MailTemplateError} if the HTML is invalid or contains something that is not allowed in emails.
 */
export function parseTemplateHtml(source: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  const open: string[] = [];
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf("<", at);
    const end = next === -1 ? source.length : next;
    if (end > at) tokens.push({ kind: "text", source: source.slice(at, end) });
    if (next === -1) break;
    tagPattern.lastIndex = next;
    const match = tagPattern.exec(source);
    if (!match) throw new MailTemplateError(unreadable(source.slice(next)));
    at = tagPattern.lastIndex;
    const name = match[2]!.toLowerCase();
    if (!elements.includes(name))
      throw new MailTemplateError(`<${name}> is not allowed in emails. Allowed are: ${elements.join(", ")}.`);
    if (match[1]) {
      if (open.pop() !== name) throw new MailTemplateError(`</${name}> does not close the last opened element.`);
      tokens.push({ kind: "close", name });
    } else {
      tokens.push({ kind: "open", name, attributes: parseAttributes(name, match[3]!) });
      if (!voidElements.includes(name)) open.push(name);
    }
  }
  if (open.length > 0) throw new MailTemplateError(`<${open.at(-1)}> is not closed: add </${open.at(-1)}>.`);
  return tokens;
}

function unreadable(rest: string): string {
  if (/^<!/.test(rest)) return "Comments and <!doctype> are not allowed in emails: write only the content of the body.";
  return `"${rest.slice(0, 20).split("\n")[0]}" is not a valid tag. Write &lt; for a "<", and put values in quotes.`;
}

function parseAttributes(element: string, source: string): (readonly [string, string])[] {
  return [...source.matchAll(attributePattern)].map((match) => {
    const name = match[1]!.toLowerCase();
    const value = match[2] ?? match[3] ?? "";
    if (!attributes.includes(name))
      throw new MailTemplateError(
        `<${element} ${name}> is not allowed in emails. Allowed are: ${attributes.join(", ")}.`,
      );
    if (name === "href" && !isLink(value))
      throw new MailTemplateError(
        `href="${value}" is not a valid link in an email: write {link}, or a full https, mailto or tel URL.`,
      );
    if (name === "src" && !/^https:\/\/[^\s{}&]+$/i.test(value))
      throw new MailTemplateError(
        `src="${value}" is not a valid image in an email: write the full https URL of an image.`,
      );
    if (name === "style" && (unsafeStyle.test(value) || /[{}&]/.test(value)))
      throw new MailTemplateError(
        `style="${value}" is not allowed in emails: remove url(), @, position, escapes and placeholders.`,
      );
    if (name !== "href" && name !== "alt" && name !== "title" && /[{}]/.test(value))
      throw new MailTemplateError(
        `${name}="${value}" cannot contain placeholders: use them in text, href, alt and title.`,
      );
    return [name, value] as const;
  });
}

/** No value of a member may be part of a link: `{link}` is the only placeholder. */
const isLink = (value: string) => value === "{link}" || /^(https:\/\/|mailto:|tel:)[^\s{}]+$/i.test(value);

const blocks = /^(p|div|h[1-3]|ul|ol|li|table|tr|blockquote|pre|hr)$/;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/**
 * Converts a template to plain text. `fill` formats a message, still as HTML: placeholders are filled before entities
 * are decoded, which could create other placeholders.
 */
export function textOfHtml(tokens: readonly HtmlToken[], fill: (source: string) => string): string {
  let text = "";
  const hrefs: (string | undefined)[] = [];
  for (const token of tokens) {
    if (token.kind === "text") text += decode(fill(token.source.replace(/\s+/g, " ")));
    else if (token.kind === "open") {
      const attribute = (name: string) => token.attributes.find(([candidate]) => candidate === name)?.[1];
      if (token.name === "br") text += "\n";
      else if (token.name === "img") text += decode(fill(attribute("alt") ?? ""));
      else if (token.name === "li") text += "\n- ";
      else if (blocks.test(token.name)) text += "\n\n";
      if (token.name === "a") hrefs.push(attribute("href"));
    } else if (token.name === "a") {
      const href = hrefs.pop();
      if (href !== undefined) text += `\n${decode(fill(href))}`;
    } else if (token.name === "td" || token.name === "th") text += " ";
    else if (blocks.test(token.name) && token.name !== "li") text += "\n\n";
  }
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function decode(source: string): string {
  return source.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
      ? String.fromCodePoint(point)
      : whole;
  });
}
