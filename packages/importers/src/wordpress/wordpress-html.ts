import { escapeHtml } from "../escape-html.ts";
import { convertShortcodes, embedHtml, type ShortcodeOptions } from "./shortcodes.ts";

/** What the text of a post refers to. */
export interface WordpressOptions extends ShortcodeOptions {
  /** The text of a synced pattern (reusable block). */
  findPattern(id: string): string | undefined;
  /** Footnotes of the post, as JSON. */
  footnotes?: string | undefined;
}

/** Files that all galleries and playlists of a post show, because a short text can name many. */
const maxAttachments = 10_000;
/** Patterns within patterns. */
const maxPatternDepth = 5;
/** Characters of all patterns of a post. */
const maxPatternLength = 1024 * 1024;

/** Elements around and in which paragraphs may be. */
const containers = "blockquote|div|section|article|aside|center|header|footer|main|details|fieldset|form";
/** Elements around which a new paragraph starts. */
const blocks = "p|h[1-6]|ul|ol|dl|table|pre|hr|figure|address|iframe|video|audio|summary";
/** Elements whose content is not in paragraphs. */
const parts = "li|dt|dd|tr|td|th|thead|tbody|tfoot|caption|colgroup|col|figcaption|legend|option|source|track";

const startsWithBlock = new RegExp(`^</?(?:${containers}|${blocks}|${parts})[\\s/>]`, "i");

/**
 * Converts the text of the classic editor to HTML: blank lines separate paragraphs, line feeds are breaks, and an
 * address on its own line is embedded. Existing HTML is unchanged. Source: WordPress, `wpautop` and
 * `WP_Embed::autoembed`.
 */
function classicToHtml(text: string): string {
  const preformatted: string[] = [];
  // Private-use code points mark the positions of preformatted text.
  const protect = (whole: string) => `\n\n\uE000${preformatted.push(whole) - 1}\uE001\n\n`;
  const source = replacePreformatted(text.replace(/\r\n?/g, "\n").replace(/[\uE000\uE001]/g, ""), protect)
    .replace(new RegExp(`</?(?:${containers})(?:\\s[^<>]*)?>`, "gi"), "\n\n$&\n\n")
    .replace(new RegExp(`<(?:${blocks})(?:\\s[^<>]*)?/?>`, "gi"), "\n\n$&")
    .replace(new RegExp(`</(?:${blocks})\\s?>|<hr(?:\\s[^<>]*)?/?>`, "gi"), "$&\n\n");
  const html = source.split(/\n\s*\n/).map((chunk) => {
    const piece = chunk.trim();
    if (piece === "" || piece.startsWith("\uE000") || startsWithBlock.test(piece)) return piece;
    if (/^<!--\s*(?:more|nextpage)[\s\S]*?-->$/.test(piece)) return piece;
    if (/^https?:\/\/\S+$/i.test(piece) && !/[<>"]/.test(piece)) return embedHtml(piece);
    return `<p>${piece.replace(/(?:<br ?\/?>)?[^\S\n]{0,100}\n/gi, "<br>\n")}</p>`;
  });
  return html
    .filter((piece) => piece !== "")
    .join("\n")
    .replace(/\uE000(\d+)\uE001/g, (_, index: string) => preformatted[Number(index)] ?? "");
}

/**
 * Replaces elements in which line feeds are significant. Each end tag is searched once, regardless of the number of
 * start tags.
 */
function replacePreformatted(text: string, replace: (whole: string) => string): string {
  const startTag = /<(pre|script|style|textarea)\b[^<>]*>/gi;
  const unclosed = new Set<string>();
  let result = "";
  let from = 0;
  for (let found = startTag.exec(text); found !== null; found = startTag.exec(text)) {
    const name = found[1] ?? "";
    if (unclosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, startTag.lastIndex);
    if (end === -1) {
      unclosed.add(name);
      continue;
    }
    const after = end + name.length + 3;
    result += text.slice(from, found.index) + replace(text.slice(found.index, after));
    from = after;
    startTag.lastIndex = after;
  }
  return result + text.slice(from);
}

/** Comments that delimit blocks. Source: WordPress, "Markup representation of a block". */
const mark = /<!--\s+(\/)?wp:([a-z][\w-]*\/)?([a-z][\w-]*)\s+(?:(\{[^<>]{0,50000}?\})\s+)?(\/)?-->/g;

/** Blocks that show nothing. */
const silent = new Set(["spacer", "separator", "more", "nextpage", "paragraph", "group", "columns", "column", "html"]);

/**
 * Converts the text of the block editor to HTML. Block comments are removed; a block that is generated dynamically adds
 * a note, because the text does not contain its content.
 */
function blocksToHtml(text: string, options: WordpressOptions): string {
  const reported = new Set<string>();
  let patternLength = 0;

  function convertDynamic(name: string, json: string | undefined, depth: number): string {
    const attributes = parseTable(json);
    if (name === "footnotes") return footnotesHtml(options.footnotes);
    if (name === "social-link" && typeof attributes.url === "string")
      return `<li><a href="${escapeHtml(attributes.url)}">${escapeHtml(String(attributes.service ?? attributes.url))}</a></li>`;
    if (name === "block") {
      const pattern = options.findPattern(String(attributes.ref ?? ""));
      patternLength += pattern?.length ?? 0;
      if (pattern !== undefined && depth < maxPatternDepth && patternLength <= maxPatternLength)
        return convert(pattern, depth + 1);
    }
    if (!silent.has(name) && !reported.has(name)) {
      reported.add(name);
      options.warn(
        name === "block"
          ? "A synced pattern (reusable block) is not in the export and is left out."
          : `The block "${name}" is generated by WordPress and has no content of its own; it is left out.`,
      );
    }
    return "";
  }

  function convert(source: string, depth: number): string {
    const open: string[] = [];
    let result = "";
    let from = 0;
    const add = (part: string) => {
      const block = open.at(-1);
      // Text outside of blocks is from the classic editor.
      const isClassic = block === undefined || block === "freeform";
      result += isClassic ? classicPart(part, options) : blockHtml(part, options);
    };
    for (const found of source.matchAll(mark)) {
      const [whole, closes, , name = "", json, closesItself] = found;
      add(source.slice(from, found.index));
      from = found.index + whole.length;
      if (closes !== undefined) open.pop();
      else if (closesItself === undefined) open.push(name);
      else result += convertDynamic(name, json, depth);
    }
    add(source.slice(from));
    return result;
  }
  return convert(text, 0);
}

/** Source: WordPress, "Footnotes block". */
function footnotesHtml(json: string | undefined): string {
  const notes = parseList(json).flatMap((note) => {
    const { id, content } = note;
    return typeof id === "string" && typeof content === "string" ? [{ id: escapeHtml(id), content }] : [];
  });
  if (notes.length === 0) return "";
  const items = notes.map(({ id, content }) => `<li id="${id}">${content} <a href="#${id}-link">↩</a></li>`);
  return `<hr><ol>${items.join("")}</ol>`;
}

function parseJson(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? "");
  } catch {
    return undefined;
  }
}

function parseTable(json: string | undefined): Record<string, unknown> {
  const value = parseJson(json);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function parseList(json: string | undefined): Record<string, unknown>[] {
  const value = parseJson(json);
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

function classicPart(text: string, options: ShortcodeOptions): string {
  return classicToHtml(convertShortcodes(text, options));
}

function blockHtml(text: string, options: ShortcodeOptions): string {
  const embedded = text.replace(
    /<div class="wp-block-embed__wrapper">\s*(https?:\/\/[^\s<]+)\s*<\/div>/g,
    (_, url: string) => embedHtml(url),
  );
  return convertShortcodes(embedded, options);
}

/** Converts the text of a post, from either editor. */
export function wordpressToHtml(text: string, options: WordpressOptions): string {
  let attachments = 0;
  const bounded: WordpressOptions = {
    ...options,
    findAttachment(id) {
      attachments += 1;
      return attachments > maxAttachments ? undefined : options.findAttachment(id);
    },
    findAttachmentsOf(postId) {
      const found = options.findAttachmentsOf(postId);
      attachments += found.length;
      return attachments > maxAttachments ? [] : found;
    },
  };
  return /<!--\s+wp:/.test(text) ? blocksToHtml(text, bounded) : classicPart(text, bounded);
}
