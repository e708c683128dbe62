import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { escapeHtml } from "../../../platform/http/html.ts";
import { type InlinePiece, inlineTags, inlineTreeOf, isCode, styleOf } from "./inline-tree.ts";

export interface InlineOptions {
  addressOf(url: string): string;
  /** For headings and table cells. */
  isOneLine?: boolean;
  isCell?: boolean;
}

interface Surroundings extends InlineOptions {
  /** Adjacent characters; empty at the ends of the block. */
  before: string;
  after: string;
  isInLink: boolean;
}

const marks: Readonly<Record<string, string>> = { BOLD: "**", ITALIC: "_", STRIKETHROUGH: "~~" };

/** Converts TEXT nodes to inline Markdown, with a hard break per line feed. */
export function inlineToMarkdown(nodes: readonly RichContentNode[], options: InlineOptions): string {
  const written = writeAll(inlineTreeOf(nodes), { ...options, before: "", after: "", isInLink: false });
  const trimmed = written.replace(/^[ \t]+|[ \t]+$/g, "");
  if (options.isOneLine) return trimmed;
  return guardLines(trimmed);
}

/** Converts TEXT nodes to HTML, for contexts without Markdown. */
export function inlineToHtml(nodes: readonly RichContentNode[], addressOf: (url: string) => string): string {
  const write = (pieces: readonly InlinePiece[]): string =>
    pieces
      .map((piece) => {
        if ("text" in piece) return escapeHtml(piece.text).replaceAll("\n", "<br>");
        const [open, close] = tagsOf(piece.decoration, addressOf);
        return `${open}${write(piece.pieces)}${close}`;
      })
      .join("");
  return write(inlineTreeOf(nodes));
}

/** Escapes Markdown syntax. */
export function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>~|]/g, "\\$&").replace(/&(?=#?\w+;)/g, "&amp;");
}

/** Escapes a URL as the target of a link or image. */
export function targetOf(address: string): string {
  const escaped = address
    .replace(/[\n\r\t]/g, encodeURIComponent)
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/[\\<>|]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return /[\s()]/.test(escaped) ? `<${escaped}>` : escaped;
}

function writeAll(pieces: readonly InlinePiece[], surroundings: Surroundings): string {
  let written = "";
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    const after = next === undefined ? surroundings.after : "text" in next ? (escapeText(next.text)[0] ?? "") : "*";
    const before = written.at(-1) ?? surroundings.before;
    written += writePiece(piece, { ...surroundings, before, after });
  }
  return written;
}

function writePiece(piece: InlinePiece, surroundings: Surroundings): string {
  if ("text" in piece) return writeText(piece.text, surroundings);
  const { decoration, pieces } = piece;
  if (isCode(decoration)) return writeCode(pieces, surroundings);
  const isLink = decoration.type === "LINK";
  const inner = writeAll(pieces, {
    ...surroundings,
    before: "*",
    after: "*",
    isInLink: surroundings.isInLink || isLink,
  });
  const [, lead = "", content = "", trail = ""] = /^((?:\s|\\\n)*)([\s\S]*?)((?:\s|\\\n)*)$/.exec(inner) ?? [];
  if (content === "") return inner;
  const [open, close] = marksFor(decoration, content, {
    ...surroundings,
    before: lead === "" ? surroundings.before : " ",
    after: trail === "" ? surroundings.after : " ",
  });
  return `${lead}${open}${content}${close}${trail}`;
}

/**
 * Uses Markdown delimiters where they are unambiguous, and HTML tags elsewhere, such as within a word. Source:
 * CommonMark 0.31.2, section 6.2.
 */
function marksFor(decoration: Decoration, content: string, surroundings: Surroundings): readonly [string, string] {
  const { type, linkData } = decoration;
  if (type === "LINK") {
    const address = linkData?.link?.url ? surroundings.addressOf(linkData.link.url) : `#${linkData?.link?.anchor}`;
    return ["[", `](${targetOf(address)})`];
  }
  const mark = marks[type];
  if (mark === undefined) return tagsOf(decoration, surroundings.addressOf);
  const isWord = (sign: string) => /^[\p{L}\p{N}]$/u.test(sign);
  const isApart = (sign: string) => sign === "" || /^[\s!-/:-@[-`{-~]$/.test(sign);
  const isSure = (outside: string, inside: string) =>
    (isApart(outside) && outside !== mark[0] && isMarkable(inside)) ||
    (mark === "**" && isWord(inside) && isWord(outside));
  const isMarkable = (inside: string) => isWord(inside) || (/^[!-/:-@[-`{-~]$/.test(inside) && inside !== mark[0]);
  if (isSure(surroundings.before, content[0] ?? "") && isSure(surroundings.after, content.at(-1) ?? ""))
    return [mark, mark];
  return tagsOf(decoration, surroundings.addressOf);
}

function tagsOf(decoration: Decoration, addressOf: (url: string) => string): readonly [string, string] {
  const { type, linkData } = decoration;
  if (type === "LINK") {
    const address = linkData?.link?.url ? addressOf(linkData.link.url) : `#${linkData?.link?.anchor}`;
    return [`<a href="${escapeHtml(address)}">`, "</a>"];
  }
  if (isCode(decoration)) return ["<code>", "</code>"];
  const tag = inlineTags[type];
  if (tag !== undefined) return [`<${tag}>`, `</${tag}>`];
  const style = styleOf(decoration);
  return style === "background-color:#ffff00" ? ["<mark>", "</mark>"] : [`<span style="${style}">`, "</span>"];
}

function writeText(text: string, { isInLink, isOneLine }: Surroundings): string {
  const escaped = escapeText(text)
    .replace(/!$/, "\\!")
    .replace(/\{(?=#)/g, "{<!-- -->");
  // An empty comment prevents autolinks.
  const guarded = isInLink
    ? escaped
    : escaped
        .replace(/(https?:)(?=\/\/)/gi, "$1<!-- -->")
        .replace(/(www)(?=\.)/gi, "$1<!-- -->")
        .replace(/([\w.+-])@(?=[\w-])/g, "$1<!-- -->@");
  return guarded.replace(/[ \t]*\r?\n[ \t]*/g, isOneLine ? "<br>" : "\\\n");
}

function writeCode(pieces: readonly InlinePiece[], surroundings: Surroundings): string {
  const isPlain = pieces.length === 1 && pieces[0] !== undefined && "text" in pieces[0];
  const text = isPlain && "text" in pieces[0]! ? pieces[0].text : "";
  const needsTag = surroundings.isCell && /[\\|]/.test(text);
  if (!isPlain || /\n|^\s|\s$/.test(text) || needsTag || surroundings.before === "`" || surroundings.after === "`")
    return `<code>${writeAll(pieces, { ...surroundings, before: ">", after: "<" })}</code>`;
  const maxRunLength = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(maxRunLength + 1);
  const pad = /^`|`$/.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** Escapes syntax that is special at the start of a line. */
function guardLines(text: string): string {
  return text.replace(/^([#+=-]|:(?=-))/gm, "\\$1").replace(/^(\d{1,9})([.)])/gm, "$1\\$2");
}
