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

function writeAll(pieces: readonly InlinePiece[], around: Surroundings): string {
  let written = "";
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    const after = next === undefined ? around.after : "text" in next ? (escapeText(next.text)[0] ?? "") : "*";
    const before = written.at(-1) ?? around.before;
    written += writePiece(piece, { ...around, before, after });
  }
  return written;
}

function writePiece(piece: InlinePiece, around: Surroundings): string {
  if ("text" in piece) return writeText(piece.text, around);
  const { decoration, pieces } = piece;
  if (isCode(decoration)) return writeCode(pieces, around);
  const isLink = decoration.type === "LINK";
  const inner = writeAll(pieces, { ...around, before: "*", after: "*", isInLink: around.isInLink || isLink });
  const [, lead = "", words = "", trail = ""] = /^((?:\s|\\\n)*)([\s\S]*?)((?:\s|\\\n)*)$/.exec(inner) ?? [];
  if (words === "") return inner;
  const [open, close] = marksFor(decoration, words, {
    ...around,
    before: lead === "" ? around.before : " ",
    after: trail === "" ? around.after : " ",
  });
  return `${lead}${open}${words}${close}${trail}`;
}

/**
 * Uses Markdown delimiters where they are unambiguous, and HTML tags elsewhere, such as within a word. Source:
 * CommonMark 0.31.2, section 6.2.
 */
function marksFor(decoration: Decoration, words: string, around: Surroundings): readonly [string, string] {
  const { type, linkData } = decoration;
  if (type === "LINK") {
    const address = linkData?.link?.url ? around.addressOf(linkData.link.url) : `#${linkData?.link?.anchor}`;
    return ["[", `](${targetOf(address)})`];
  }
  const mark = marks[type];
  if (mark === undefined) return tagsOf(decoration, around.addressOf);
  const isWord = (sign: string) => /^[\p{L}\p{N}]$/u.test(sign);
  const isApart = (sign: string) => sign === "" || /^[\s!-/:-@[-`{-~]$/.test(sign);
  const isSure = (outside: string, inside: string) =>
    (isApart(outside) && outside !== mark[0] && isMarkable(inside)) ||
    (mark === "**" && isWord(inside) && isWord(outside));
  const isMarkable = (inside: string) => isWord(inside) || (/^[!-/:-@[-`{-~]$/.test(inside) && inside !== mark[0]);
  if (isSure(around.before, words[0] ?? "") && isSure(around.after, words.at(-1) ?? "")) return [mark, mark];
  return tagsOf(decoration, around.addressOf);
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

function writeCode(pieces: readonly InlinePiece[], around: Surroundings): string {
  const isPlain = pieces.length === 1 && pieces[0] !== undefined && "text" in pieces[0];
  const text = isPlain && "text" in pieces[0]! ? pieces[0].text : "";
  const needsTag = around.isCell && /[\\|]/.test(text);
  if (!isPlain || /\n|^\s|\s$/.test(text) || needsTag || around.before === "`" || around.after === "`")
    return `<code>${writeAll(pieces, { ...around, before: ">", after: "<" })}</code>`;
  const maxRunLength = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(maxRunLength + 1);
  const pad = /^`|`$/.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** Escapes syntax that is special at the start of a line. */
function guardLines(text: string): string {
  return text.replace(/^([#+=-]|:(?=-))/gm, "\\$1").replace(/^(\d{1,9})([.)])/gm, "$1\\$2");
}
