import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/**
 * The parser's time grows with the square of the number of containers (quotes, lists, footnotes) between plain blocks.
 * Texts with more of them are parsed in pieces.
 */
const maxContainerStartsPerPiece = 200;

const containerStart = /^ {0,3}(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|\[\^[^\]]+\]:)/;
const safeStart = /^(?:#{1,6}[ \t]|\p{L})/u;
const fence = /^[ \t>]*(?:`{3}|~{3})/;
const linkDefinition = /^ {0,3}\[([^[\]^][^[\]]*)\]:[ \t]*\S/;
const footnoteDefinition = /^ {0,3}\[\^([^[\]\s]+)\]:/;

/** Part of a text that can be parsed separately. */
interface Piece {
  text: string;
  /** Lines of the text before it. */
  line: number;
  /** UTF-16 code units of the text before it. */
  offset: number;
}

/**
 * Parses CommonMark with GitHub's extensions. Positions refer to `markdown`; `disabled` names constructs of the parser.
 */
export function parseMarkdown(markdown: string, disabled: readonly string[]): Root {
  const pieces = splitMarkdown(markdown);
  if (pieces.length === 1) return parsePiece(markdown, disabled);
  const definitions = findDefinitions(markdown);
  return { type: "root", children: pieces.flatMap((piece) => parseWithDefinitions(piece, definitions, disabled)) };
}

function parsePiece(text: string, disabled: readonly string[]): Root {
  return fromMarkdown(text, {
    extensions: [gfm({ singleTilde: false }), { disable: { null: [...disabled] } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
}

/** Splits before unindented headings and paragraphs that follow an empty line, where every container has ended. */
function splitMarkdown(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let start = { line: 0, offset: 0 };
  let offset = 0;
  let containerStarts = 0;
  let isInContainer = false;
  let isInFence = false;
  let isInHtml = false;
  let isAfterEmptyLine = false;
  for (const [line, text] of markdown.split("\n").entries()) {
    const isFree = isAfterEmptyLine && !isInFence && !isInHtml;
    if (containerStarts >= maxContainerStartsPerPiece && isFree && safeStart.test(text)) {
      pieces.push({ text: markdown.slice(start.offset, offset), ...start });
      start = { line, offset };
      containerStarts = 0;
    }
    if (fence.test(text)) isInFence = !isInFence;
    if (/^ {0,3}<(?:!--|pre|script|style|textarea)/i.test(text)) isInHtml = true;
    if (/-->|<\/(?:pre|script|style|textarea)>/i.test(text)) isInHtml = false;
    if (containerStart.test(text)) {
      if (!isInContainer) containerStarts += 1;
      isInContainer = true;
    } else if (safeStart.test(text)) {
      isInContainer = false;
    }
    isAfterEmptyLine = text.trim() === "";
    offset += text.length + 1;
  }
  pieces.push({ text: markdown.slice(start.offset), ...start });
  return pieces;
}

/** Definitions that other pieces may refer to, by label. */
function findDefinitions(markdown: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  for (const line of markdown.split("\n")) {
    const footnote = footnoteDefinition.exec(line)?.[1];
    const label = footnote === undefined ? linkDefinition.exec(line)?.[1] : `^${footnote}`;
    if (label === undefined || definitions.has(normalizeLabel(label))) continue;
    // Only the label of a footnote is required: its text is in its own piece.
    definitions.set(normalizeLabel(label), footnote === undefined ? line : `[^${footnote}]: x`);
  }
  return definitions;
}

function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

function parseWithDefinitions(
  piece: Piece,
  definitions: ReadonlyMap<string, string>,
  disabled: readonly string[],
): Root["children"] {
  const needed = new Set<string>();
  for (const [, label = ""] of piece.text.matchAll(/\[([^[\]]+)\]/g)) {
    const definition = definitions.get(normalizeLabel(label));
    if (definition !== undefined) needed.add(definition);
  }
  const root = parsePiece(`${piece.text}\n\n${[...needed].join("\n\n")}`, disabled);
  const ownNodes = root.children.filter((node) => (node.position?.start.offset ?? 0) < piece.text.length);
  for (const node of ownNodes) shiftPositions(node, piece);
  return ownNodes;
}

function shiftPositions(tree: Nodes, { line, offset }: Piece) {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.position !== undefined) {
      const { start, end } = node.position;
      node.position = { start: shift(start), end: shift(end) };
    }
    if ("children" in node) waiting.push(...node.children);
  }
  function shift(point: { line: number; column: number; offset?: number | undefined }) {
    return { line: point.line + line, column: point.column, offset: (point.offset ?? 0) + offset };
  }
}
