/** One sentence on why words for a mail were refused, and what to do. */
export class MailTemplateError extends Error {
  override readonly name = "MailTemplateError";
}

/** A piece of the owner's markup. Words are source: entities stand in them as they were written. */
export type HtmlToken =
  | { kind: "words"; source: string }
  | { kind: "open"; name: string; attributes: readonly (readonly [name: string, value: string])[] }
  | { kind: "close"; name: string };

const voidElements: readonly string[] = ["br", "hr", "img"];
/** What mail programs show, and what does nothing but show. */
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
/** What fetches something, or reaches out of the element. */
const unsafeStyle = /url\s*\(|expression|@|\\|position\s*:|behaviou?r|javascript/i;

/**
 * Takes the owner's markup apart.
 *
 * @throws {MailTemplateError} it is no markup, is not closed, or holds what a mail should not hold.
 */
export function parseTemplateHtml(source: string): HtmlToken[] {
  const pieces: HtmlToken[] = [];
  const open: string[] = [];
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf("<", at);
    const end = next === -1 ? source.length : next;
    if (end > at) pieces.push({ kind: "words", source: source.slice(at, end) });
    if (next === -1) break;
    tagPattern.lastIndex = next;
    const match = tagPattern.exec(source);
    if (!match) throw new MailTemplateError(unreadable(source.slice(next)));
    at = tagPattern.lastIndex;
    const name = match[2]!.toLowerCase();
    if (!elements.includes(name))
      throw new MailTemplateError(`<${name}> is not for mails. There are: ${elements.join(", ")}.`);
    if (match[1]) {
      if (open.pop() !== name) throw new MailTemplateError(`</${name}> closes nothing that was opened last.`);
      pieces.push({ kind: "close", name });
    } else {
      pieces.push({ kind: "open", name, attributes: parseAttributes(name, match[3]!) });
      if (!voidElements.includes(name)) open.push(name);
    }
  }
  if (open.length > 0) throw new MailTemplateError(`<${open.at(-1)}> is not closed: add </${open.at(-1)}>.`);
  return pieces;
}

function unreadable(rest: string): string {
  if (/^<!/.test(rest)) return "Comments and <!doctype> are not for mails: write what stands inside the page alone.";
  return `"${rest.slice(0, 20).split("\n")[0]}" is no tag that can be read. Write &lt; for a "<", and put values in quotes.`;
}

function parseAttributes(element: string, source: string): (readonly [string, string])[] {
  return [...source.matchAll(attributePattern)].map((match) => {
    const name = match[1]!.toLowerCase();
    const value = match[2] ?? match[3] ?? "";
    if (!attributes.includes(name))
      throw new MailTemplateError(`<${element} ${name}> is not for mails. There are: ${attributes.join(", ")}.`);
    if (name === "href" && !isLink(value))
      throw new MailTemplateError(
        `href="${value}" leads nowhere in a mail: write {link}, or a full https, mailto or tel address.`,
      );
    if (name === "src" && !/^https:\/\/[^\s{}&]+$/i.test(value))
      throw new MailTemplateError(`src="${value}" shows nothing in a mail: write the full https address of a picture.`);
    if (name === "style" && (unsafeStyle.test(value) || /[{}&]/.test(value)))
      throw new MailTemplateError(
        `style="${value}" is not for mails: leave out url(), @, position, escapes and places.`,
      );
    if (name !== "href" && name !== "alt" && name !== "title" && /[{}]/.test(value))
      throw new MailTemplateError(`${name}="${value}" has no places: they stand in words, href, alt and title.`);
    return [name, value] as const;
  });
}

/** Nothing of a member's may choose where a link leads: the one place in it is the whole of it. */
const isLink = (value: string) => value === "{link}" || /^(https:\/\/|mailto:|tel:)[^\s{}]+$/i.test(value);

const blocks = /^(p|div|h[1-3]|ul|ol|li|table|tr|blockquote|pre|hr)$/;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/**
 * The text that says what the markup says, for programs that show none. `fill` writes what a message of the markup comes to, still
 * as markup: places are filled one by one, as on the page, before entities become signs that would make other places.
 */
export function textOfHtml(pieces: readonly HtmlToken[], fill: (source: string) => string): string {
  let text = "";
  const hrefs: (string | undefined)[] = [];
  for (const piece of pieces) {
    if (piece.kind === "words") text += decode(fill(piece.source)).replace(/\s+/g, " ");
    else if (piece.kind === "open") {
      const attribute = (name: string) => piece.attributes.find(([known]) => known === name)?.[1];
      if (piece.name === "br") text += "\n";
      else if (piece.name === "img") text += decode(fill(attribute("alt") ?? ""));
      else if (piece.name === "li") text += "\n- ";
      else if (blocks.test(piece.name)) text += "\n\n";
      if (piece.name === "a") hrefs.push(attribute("href"));
    } else if (piece.name === "a") {
      const href = hrefs.pop();
      if (href !== undefined) text += `\n${decode(fill(href))}`;
    } else if (piece.name === "td" || piece.name === "th") text += " ";
    else if (blocks.test(piece.name) && piece.name !== "li") text += "\n\n";
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
