import { SaxesParser } from "saxes";
import { ImportSourceError } from "../import-source.ts";

/** An element and everything in it. */
export interface XmlElement {
  /** With the prefix that {@link namespaces} defines, independent of the document's: `wp:post_id`. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Line of its start. */
  line: number;
  /** Text of the element itself, without its children's. */
  text: string;
  /** Position within the text of the parent. */
  at: number;
  children: XmlElement[];
}

/** An element, or the line of one that exceeds the limit. */
export type XmlRecord = { kind: "element"; element: XmlElement } | { kind: "tooLarge"; name: string; line: number };

const namespaces: readonly [RegExp, string][] = [
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/excerpt\/$/, "excerpt:"],
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/$/, "wp:"],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/, "content:"],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/$/, "dc:"],
  [/^http:\/\/search\.yahoo\.com\/mrss\/$/, "media:"],
  [/^http:\/\/(?:purl\.org\/rss\/1\.0|my\.netscape\.com\/rdf\/simple\/0\.9|backend\.userland\.com\/rss2?)\/?$/, ""],
  [/^http:\/\/www\.w3\.org\/2005\/Atom$/, "atom:"],
  [/^http:\/\/www\.w3\.org\/1999\/xhtml$/, "html:"],
];

/** Prefixes that exports declare with URIs of their own, also relative ones. */
const usualPrefixes = new Set(["wp", "excerpt", "content", "dc"]);

/** Characters of one record with all its texts. */
export const recordMaxLength = 8 * 1024 * 1024;
/** Characters without markup: the parser buffers a text until it ends. */
const textMaxLength = 32 * 1024 * 1024;
/** Parsing time is quadratic in depth. */
const maxDepth = 200;
/** Characters passed to the parser at a time. */
const parseLength = 64 * 1024;

/** HTML entities, which feeds use without declaring them. */
const entities = {
  nbsp: "\u00a0",
  copy: "©",
  reg: "®",
  mdash: "—",
  ndash: "–",
  hellip: "…",
  rsquo: "’",
  lsquo: "‘",
  rdquo: "”",
  ldquo: "“",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: exports have them, and XML must not.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Yields the elements of a document of any size for whose names `isRecord` returns true, at any depth, in the order of
 * their end tags. One record is in memory at a time. Declared entities are not expanded, so none can grow; control
 * characters become U+FFFD.
 *
 * @throws {ImportSourceError} if the document is not well-formed or incomplete, with line and column.
 */
export async function* readXmlRecords(
  text: AsyncIterable<string>,
  name: string,
  isRecord: (elementName: string, depth: number) => boolean,
): AsyncGenerator<XmlRecord> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  Object.assign(parser.ENTITIES, entities);
  const records: XmlRecord[] = [];
  const open: XmlElement[] = [];
  let depth = 0;
  let length = 0;
  let isTooLarge = false;
  let unseen = 0;

  parser.on("error", ({ message }) => {
    throw new ImportSourceError(`"${name}" is damaged: ${describe(message, parser)}`);
  });
  parser.on("opentag", (tag) => {
    const { uri, prefix, local } = tag;
    const attributes = Object.values(tag.attributes);
    // The parser would retain them until the element ends.
    tag.attributes = {};
    unseen = 0;
    depth += 1;
    if (depth > maxDepth)
      throw new ImportSourceError(`"${name}" nests deeper than ${maxDepth} levels in line ${parser.line}.`);
    const full = `${prefixOf(uri, prefix)}${local}`;
    if (open.length === 0 && !isRecord(full, depth)) return;
    const element: XmlElement = {
      name: full,
      attributes: isTooLarge ? {} : Object.fromEntries(attributes.map((one) => [one.name, one.value])),
      line: parser.line,
      text: "",
      at: open.at(-1)?.text.length ?? 0,
      children: [],
    };
    if (!isTooLarge) open.at(-1)?.children.push(element);
    open.push(element);
    // Limits the number of empty elements, too.
    grow(attributes.reduce((sum, { name, value }) => sum + name.length + value.length, 100));
  });
  const addText = (piece: string) => {
    unseen = 0;
    const element = open.at(-1);
    if (element === undefined) return;
    grow(piece.length);
    if (!isTooLarge) element.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("comment", () => {
    unseen = 0;
  });
  parser.on("closetag", () => {
    unseen = 0;
    depth -= 1;
    const element = open.pop();
    if (element === undefined || open.length > 0) return;
    const { name: elementName, line } = element;
    records.push(isTooLarge ? { kind: "tooLarge", name: elementName, line } : { kind: "element", element });
    length = 0;
    isTooLarge = false;
  });

  function grow(by: number) {
    length += by;
    if (isTooLarge || length <= recordMaxLength) return;
    isTooLarge = true;
    for (const element of open) {
      element.text = "";
      element.attributes = {};
      element.children = [];
    }
  }

  for await (const chunk of text) {
    for (let from = 0; from < chunk.length; from += parseLength) {
      const piece = chunk.slice(from, from + parseLength);
      unseen += piece.length;
      // Event handlers throw, so that parsing stops at the first error.
      parser.write(piece.replace(forbidden, "\uFFFD"));
      if (unseen > textMaxLength)
        throw new ImportSourceError(
          `"${name}" has a text that does not end within 32 million characters, before line ${parser.line}.`,
        );
      yield* records.splice(0);
    }
  }
  parser.close();
  yield* records.splice(0);
}

function prefixOf(uri: string, prefix: string): string {
  const standard = namespaces.find(([pattern]) => pattern.test(uri))?.[1];
  if (standard !== undefined) return standard;
  if (uri === "") return "";
  return usualPrefixes.has(prefix) ? `${prefix}:` : "other:";
}

/** The parser prefixes the message with the position in its own format. */
function describe(message: string, { line, column }: SaxesParser<{ xmlns: true; position: true }>): string {
  const what = message.replace(/^(?:[^:\s]*:)?\d+:\d+: /, "").replace(/\.$/, "");
  return `${what} (line ${line}, column ${column}).`;
}

/** The trimmed text of the first child with this name; undefined if empty. */
export function textOf(element: XmlElement, name: string): string | undefined {
  const text = element.children.find((child) => child.name === name)?.text.trim();
  return text === "" ? undefined : text;
}

/** All children with this name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}
