import { dataTextOf } from "./data-text.ts";
import type { RichContent, RichContentNode, TextData } from "./rich-content.ts";

/** Longest excerpt that the contract allows, in UTF-16 code units. */
export const maxExcerptLength = 500;
/** How fast people read prose, in words a minute. */
const wordsPerMinute = 200;
/** Scripts written without spaces are read at about this many characters for each word of others. */
const charactersPerWord = 2;

/** Nodes that a reader of an excerpt would miss nothing without. */
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
 * The text of a document, one line for each paragraph, heading, code block or caption, as it is searched and counted, and one for
 * each name, title or answer that other nodes show. Marks of footnotes and alternative texts of images are left out. Takes time in proportion to the document, at any depth.
 */
export function plainTextOf(nodes: readonly RichContentNode[]): string {
  const lines: string[] = [];
  const stack: RichContentNode[] = nodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    lines.push(...dataTextOf(node).map((line) => line.trim()));
    const texts = node.nodes.filter(({ textData }) => textData !== undefined);
    if (texts.length > 0) {
      const line = texts.map(({ textData }) => (isFootnoteMark(textData) ? "" : (textData?.text ?? ""))).join("");
      if (line.trim() !== "") lines.push(line.trim());
    }
    for (let index = node.nodes.length - 1; index >= 0; index -= 1) {
      const child = node.nodes[index];
      if (child !== undefined && child.textData === undefined) stack.push(child);
    }
  }
  return lines.join("\n");
}

/** A number that leads to a note, or an arrow that leads back. */
function isFootnoteMark(data: TextData | undefined): boolean {
  const decorations = data?.decorations ?? [];
  if (!decorations.some(({ linkData }) => linkData?.link?.anchor !== undefined)) return false;
  return decorations.some(({ type }) => type === "SUPERSCRIPT") || /^↩\d*$/.test(data?.text ?? "");
}

/** How a list of posts introduces a document: its first prose, at most {@link maxExcerptLength} long, cut after a word. */
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

/** `text` in one line of at most `maxLength` code units; `…` stands for what was cut off after a word. */
export function truncateAtWord(text: string, maxLength: number): string {
  // What lies far beyond the cut is not looked at; white space may shrink, so some more than needed is taken.
  const line = text
    .slice(0, maxLength * 8)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  const endsWithWord = line[maxLength - 1] === " ";
  const lastSpace = cut.lastIndexOf(" ");
  const shortened = endsWithWord || lastSpace < maxLength / 2 ? cut : cut.slice(0, lastSpace);
  // Half of a surrogate pair is no character.
  return `${shortened.replace(/[\uD800-\uDBFF]$/, "").replace(/[\s,;:–—-]+$/, "")}…`;
}

/** Minutes that reading `text` takes, at least 1. */
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
