/** A node of parsed HTML: text, or a safe element with its children. */
export type MarkupNode = string | MarkupElement;
export interface MarkupElement {
  tag: string;
  /** URL of a link or image, as written. */
  address?: string | undefined;
  alt?: string | undefined;
  children: MarkupNode[];
}

/** Tags end before the next one starts, so that no part is scanned more than three times. */
const tokens = /<!--[\s\S]*?(?:-->|$)|<((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>|<([^<>]*)>|[^<]+|</g;

/** Allowed elements, and what they are rendered as. */
const allowedElements: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...same("p", "ul", "ol", "li", "blockquote", "pre", "hr", "br", "img", "a"),
    ...same("strong", "em", "u", "s", "code", "sub", "sup", "mark", "small"),
    ...same("h1", "h2", "h3", "h4", "h5", "h6"),
    ...{ b: "strong", i: "em", ins: "u", del: "s", strike: "s", tt: "code", kbd: "code" },
    ...Object.fromEntries(
      "div section article aside header footer main figure figcaption address dl dt dd table tr center details summary"
        .split(" ")
        .map((tag) => [tag, "div"]),
    ),
  }),
);

/** Elements whose content is not text. */
const unread =
  /^(?:script|style|template|title|textarea|select|iframe|object|svg|math|noscript|audio|video|canvas|head)$/;
const empty = /^(?:br|hr|img)$/;
const blocks = /^(?:p|ul|ol|li|blockquote|pre|hr|div|h\d)$/;
const paragraphs = /^(?:p|h\d)$/;
/** Maximum depth; deeper content is flattened. */
const maxDepth = 40;

function same(...tags: string[]): Record<string, string> {
  return Object.fromEntries(tags.map((tag) => [tag, tag]));
}

/**
 * Parses HTML like a browser, on the server too. Unknown elements are replaced by their content; of attributes, only
 * URLs and alt texts remain.
 */
export function readMarkup(html: string): MarkupNode[] {
  const root: MarkupElement = { tag: "div", children: [] };
  const open = [root];
  let inside: string | undefined;
  const closeTo = (length: number) => {
    open.length = Math.max(1, length);
  };
  for (const [all, whole, broken] of html.matchAll(tokens)) {
    const tag = whole ?? broken;
    const [, slash, written = ""] = /^(\/?)([a-z][a-z\d]*)/i.exec(tag ?? "") ?? [];
    const name = written.toLowerCase();
    const shownAs = allowedElements.get(name);
    if (inside !== undefined) {
      if (slash && name === inside) inside = undefined;
    } else if (name === "") {
      if (tag === undefined && !all.startsWith("<!--")) open.at(-1)!.children.push(decode(all));
    } else if (slash) {
      const at = open.findLastIndex((element) => element.tag === shownAs);
      if (at > 0) closeTo(at);
    } else if (unread.test(name)) {
      inside = name;
    } else if (shownAs !== undefined) {
      const element: MarkupElement = { tag: shownAs, children: [], ...attributesOf(name, tag ?? "") };
      if (blocks.test(element.tag)) closeTo(firstIn(open, (one) => paragraphs.test(one.tag)));
      if (element.tag === "li") {
        const list = open.findLastIndex((one) => one.tag === "ul" || one.tag === "ol");
        const item = open.findLastIndex((one) => one.tag === "li");
        if (item > list) closeTo(item);
        if (list < 0) element.tag = "div";
      }
      if (element.tag === "a") closeTo(firstIn(open, (one) => one.tag === "a"));
      open.at(-1)!.children.push(element);
      if (!empty.test(element.tag) && open.length < maxDepth) open.push(element);
    } else if (name === "td" || name === "th") {
      open.at(-1)!.children.push(" ");
    }
  }
  return root.children;
}

function firstIn(open: readonly MarkupElement[], isIt: (element: MarkupElement) => boolean): number {
  const at = open.findIndex((element, index) => index > 0 && isIt(element));
  return at < 0 ? open.length : at;
}

function attributesOf(name: string, tag: string): Pick<MarkupElement, "address" | "alt"> {
  const read = (attribute: string): string | undefined => {
    const [, quoted, single, bare] =
      new RegExp(`\\s${attribute}=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag) ?? [];
    const value = quoted ?? single ?? bare;
    return value === undefined ? undefined : decode(value);
  };
  if (name === "a") return { address: read("href") };
  return name === "img" ? { address: read("src"), alt: read("alt") } : {};
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", shy: "\u00ad", hellip: "…", bull: "•" },
  ...{ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„" },
  ...{ laquo: "«", raquo: "»", middot: "·", euro: "€", pound: "£", sect: "§", deg: "°", copy: "©", reg: "®" },
  ...{ auml: "ä", ouml: "ö", uuml: "ü", Auml: "Ä", Ouml: "Ö", Uuml: "Ü", szlig: "ß", eacute: "é", times: "×" },
};

/** Decodes character references; unknown ones are retained. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (all, decimal, hex, name) => {
    if (name) return Object.hasOwn(entities, name) ? entities[name]! : all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : " ";
  });
}
