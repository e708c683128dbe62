import { dataTextOf } from "./data-text.ts";
import { findFootnoteLink } from "./footnotes.ts";
import type { RichContent, RichContentNode } from "./rich-content.ts";

/** Longest excerpt that the contract allows, in UTF-16 code units. */
export const maxExcerptLength = 500;
/** Average reading speed of prose, in words per minute. */
const wordsPerMinute = 200;
/** Reading equivalent of one word in scripts without spaces. */
const charactersPerWord = 2;

/** Nodes omitted from excerpts. */
const excludedFromExcerpts = new Set([
  ...[
    "HEADING",
    "CODE_BLOCK",
    "TABLE",
    "COLLAPSIBLE_LIST",
    "IMAGE",
    "CAPTION",
    "AUDIO",
    "APP_EMBED",
    "BUTTON",
    "EMBED",
    "FILE",
  ],
  ...["GALLERY", "GIF", "HTML", "LINK_PREVIEW", "MAP", "POLL", "TOC", "VIDEO"],
]);

/**
 * The text of a document for search and counting: one line per paragraph, heading, code block or caption, and per
 * visible text of other nodes. Omits footnote marks and alternative texts. Linear time at any depth.
 */
export function plainTextOf(nodes: readonly RichContentNode[]): string {
  const lines: string[] = [];
  const stack: RichContentNode[] = nodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    lines.push(...dataTextOf(node).map((line) => line.trim()));
    const texts = node.nodes.filter(({ textData }) => textData !== undefined);
    if (texts.length > 0) {
      const line = texts.map((text) => (findFootnoteLink(text) ? "" : (text.textData?.text ?? ""))).join("");
      if (line.trim() !== "") lines.push(line.trim());
    }
    for (let index = node.nodes.length - 1; index >= 0; index -= 1) {
      const child = node.nodes[index];
      if (child !== undefined && child.textData === undefined) stack.push(child);
    }
  }
  return lines.join("\n");
}

/** The first prose of a document for lists, cut after a word to at most {@link maxExcerptLength}. */
export function excerptOf({ nodes }: Pick<RichContent, "nodes">): string {
  const prose: string[] = [];
  let length = 0;
  for (const node of nodes) {
    if (excludedFromExcerpts.has(node.type)) continue;
    const text = plainTextOf([node]);
    if (text === "") continue;
    prose.push(text);
    length += text.length;
    if (length > maxExcerptLength) break;
  }
  return truncateAtWord(prose.length > 0 ? prose.join(" ") : plainTextOf(nodes), maxExcerptLength);
}

/** `text` on one line of at most `maxLength` code units, cut after a word and marked with `…`. */
export function truncateAtWord(text: string, maxLength: number): string {
  // Limits the work for long texts; collapsing white space needs some reserve.
  const line = text
    .slice(0, maxLength * 8)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  const endsWithWord = line[maxLength - 1] === " ";
  const lastSpace = cut.lastIndexOf(" ");
  const shortened = endsWithWord || lastSpace < maxLength / 2 ? cut : cut.slice(0, lastSpace);
  // Removes a lone surrogate.
  return `${shortened.replace(/[\uD800-\uDBFF]$/, "").replace(/[\s,;:–—-]+$/, "")}…`;
}

/** Estimated reading time of `text` in minutes, at least 1. */
export function minutesToRead(text: string): number {
  const withoutSpaces =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
  let characters = 0;
  const others = text.replace(withoutSpaces, () => {
    characters += 1;
    return " ";
  });
  const words = others.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return Math.max(1, Math.round((words + characters / charactersPerWord) / wordsPerMinute));
}
