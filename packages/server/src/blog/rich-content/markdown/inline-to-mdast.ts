import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Html, PhrasingContent } from "mdast";
import { escapeHtml } from "../../../platform/http/html.ts";
import { type InlinePiece, inlineTags, inlineTreeOf, isCode, styleOf } from "./inline-tree.ts";

export interface InlineOptions {
  addressOf(url: string): string;
  /** For headings and table cells, which have no hard breaks. */
  isOneLine?: boolean;
}

const marks: Readonly<Record<string, "strong" | "emphasis" | "delete">> = {
  BOLD: "strong",
  ITALIC: "emphasis",
  STRIKETHROUGH: "delete",
};

/** Converts TEXT nodes to inline Markdown, without white space at the edges. */
export function inlineToMdast(nodes: readonly RichContentNode[], options: InlineOptions): PhrasingContent[] {
  return splitEdges(toPhrasing(inlineTreeOf(nodes), options, false), /^[ \t]*$/).content;
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

export const html = (value: string): Html => ({ type: "html", value });

function toPhrasing(pieces: readonly InlinePiece[], options: InlineOptions, isInLink: boolean): PhrasingContent[] {
  return pieces.flatMap((piece): PhrasingContent[] => {
    if ("text" in piece) return textToPhrasing(piece.text, options, isInLink);
    const { decoration, pieces } = piece;
    const [first] = pieces;
    if (isCode(decoration) && pieces.length === 1 && first && "text" in first) {
      // Code in a table cell cannot contain a backslash before a pipe.
      const needsTag = first.text.includes("\n") || (options.isOneLine && first.text.includes("\\|"));
      if (!needsTag) return [{ type: "inlineCode", value: first.text }];
    }
    const isLink = decoration.type === "LINK";
    // Markdown has no syntax for white space at the edges of emphasis.
    const { before, content, after } = splitEdges(toPhrasing(pieces, options, isInLink || isLink), /^\s*$/);
    return content.length === 0 ? before : [...before, ...wrap(decoration, content, options), ...after];
  });
}

function wrap(decoration: Decoration, children: PhrasingContent[], { addressOf }: InlineOptions): PhrasingContent[] {
  const type = marks[decoration.type];
  if (type) return [{ type, children }];
  if (decoration.type === "LINK")
    return [{ type: "link", url: linkTarget(decoration, addressOf), children } as PhrasingContent];
  const [open, close] = tagsOf(decoration, addressOf);
  return [html(open), ...children, html(close)];
}

const linkTarget = ({ linkData }: Decoration, addressOf: (url: string) => string): string =>
  linkData?.link?.url ? addressOf(linkData.link.url) : `#${linkData?.link?.anchor}`;

function tagsOf(decoration: Decoration, addressOf: (url: string) => string): readonly [string, string] {
  if (decoration.type === "LINK") return [`<a href="${escapeHtml(linkTarget(decoration, addressOf))}">`, "</a>"];
  if (isCode(decoration)) return ["<code>", "</code>"];
  const tag = inlineTags[decoration.type];
  if (tag !== undefined) return [`<${tag}>`, `</${tag}>`];
  const style = styleOf(decoration);
  return style === "background-color:#ffff00" ? ["<mark>", "</mark>"] : [`<span style="${style}">`, "</span>"];
}

/** Positions where an empty comment prevents a heading id or, outside of links, an autolink. */
const beforeId = /(?<=\{)(?=#)/;
const beforeIdOrAutolink = /(?<=\{)(?=#)|(?<=https?:)(?=\/\/)|(?<=www)(?=\.)|(?<=[\w.+-])(?=@[\w-])/i;
const edgesOfSpace = /(?<=^\s+)(?=\S)|(?<=\S)(?=\s+$)/;

function textToPhrasing(text: string, { isOneLine }: InlineOptions, isInLink: boolean): PhrasingContent[] {
  const join = (parts: string[], separator: PhrasingContent, convert: (part: string) => PhrasingContent[]) =>
    parts.flatMap((part, index) => (index === 0 ? convert(part) : [separator, ...convert(part)]));
  const convertWords = (part: string) =>
    part === "" ? [] : part.split(edgesOfSpace).map((value): PhrasingContent => ({ type: "text", value }));
  const convertLine = (line: string) =>
    join(line.split(isInLink ? beforeId : beforeIdOrAutolink), html("<!-- -->"), convertWords);
  return join(text.split(/[ \t]*\r?\n[ \t]*/), isOneLine ? html("<br>") : { type: "break" }, convertLine);
}

/** Splits off hard breaks, and texts that match `blank`, at both edges. */
function splitEdges(nodes: PhrasingContent[], blank: RegExp) {
  const isBlank = (node: PhrasingContent) => node.type === "break" || (node.type === "text" && blank.test(node.value));
  const start = nodes.findIndex((node) => !isBlank(node));
  const end = nodes.findLastIndex((node) => !isBlank(node)) + 1;
  return start < 0
    ? { before: nodes, content: [], after: [] }
    : { before: nodes.slice(0, start), content: nodes.slice(start, end), after: nodes.slice(end) };
}
