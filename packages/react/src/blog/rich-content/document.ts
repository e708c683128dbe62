import { maxDraftDepth } from "@porchlight/contract/blog/drafts/draft-values";
import {
  type Decoration,
  inlineCodeFontFamily,
  type RichContentNode,
} from "@porchlight/contract/blog/rich-content/rich-content";
import type blog from "@porchlight/contract/texts/en/blog.json";
import type { ComponentType, CSSProperties, ReactNode } from "react";
import type { Texts } from "../../texts/use-texts.ts";

/** Deeper nodes are left out: the server takes none, and a hostile document must not exhaust the stack. */
export const maximumDepth = maxDraftDepth;

/** Ids that pages use themselves; content does not get them. */
const reservedIds = new Set(["main", "root", "app", "body", "head"]);

/** What rendering one document needs to know and to count. */
export interface RenderContext {
  /** Level of the element that the document's highest heading becomes. */
  topHeading: number;
  /** The highest level that the document uses, 1 to 6. */
  topLevel: number;
  /** Level of the last heading element; no heading goes more than one deeper. */
  lastHeading: number;
  text: Texts<keyof typeof blog>;
  /** `id` of a node → `id` of its element, for the nodes that get one. */
  elementIds: ReadonlyMap<string, string>;
  /** Element ids that have been given out. */
  usedIds: Set<string>;
  /** Tells apart groups of `<details>` of several documents on a page. */
  groupPrefix: string;
  codeBlocks: number;
  tables: number;
  groups: number;
  /** Id of the post that it is the text of, for what readers do in it. */
  postId: string | undefined;
  /** Where the server is whose page runs scripts in HTML. */
  frameHost: string | undefined;
  /** The whole document. */
  nodes: readonly RichContentNode[];
  /** What only few documents need; absent in others. */
  more?: MoreContent | undefined;
}

/** An element around a run of text. Runs with equal keys side by side share it. */
export interface Wrapper {
  key: string;
  tag: string | ComponentType<never>;
  /** Two of one kind are not nested; the tag unless given. */
  kind?: string;
  attributes?: Record<string, unknown>;
}

/** Nodes, decorations and looks that most documents do without, in a script of their own. */
export interface MoreContent {
  /** English words, those of the light renderer among them. */
  words: typeof blog;
  block(node: RichContentNode, context: RenderContext, depth: number, id: string | undefined): ReactNode;
  wrapper(decoration: Decoration, context: RenderContext): Wrapper | undefined;
  /** Looks of a node that the light renderer draws. */
  look(node: RichContentNode): { style?: CSSProperties };
  /** The looks of `blocks` in a style sheet with `nonce`. */
  dress(blocks: ReactNode, nonce: string, prefix: string): ReactNode;
  /** `element` as its container wants it: width, place, hidden until asked for. */
  contain(node: RichContentNode, element: ReactNode, context: RenderContext): ReactNode;
}

const lightNodes =
  /^(?:PARAGRAPH|TEXT|HEADING|(?:BULLETED|ORDERED|CHECKBOX)_LIST|LIST_ITEM|BLOCKQUOTE|CODE_BLOCK|DIVIDER|IMAGE|CAPTION)$/;
const lightDecorations = /^(?:BOLD|ITALIC|UNDERLINE|STRIKETHROUGH|SU(?:PER|B)SCRIPT|LINK|ANCHOR)$/;

/** Whether a document has something for {@link MoreContent}. */
export function needsMore(nodes: readonly RichContentNode[]): boolean {
  let needs = false;
  visit(nodes, 0, (node) => {
    needs ||=
      !lightNodes.test(node.type) || Object.entries(node).some(([name, value]) => isRare(name, asRecord(value)));
  });
  return needs;
}

function isRare(name: string, data: Readonly<Record<string, unknown>>): boolean {
  if (name === "textData") {
    const { decorations } = data;
    return Array.isArray(decorations) && decorations.some((one) => !isLight(asRecord(one) as unknown as Decoration));
  }
  const container = asRecord(data.containerData);
  const { custom, size } = asRecord(container.width);
  return Boolean(
    name === "style" ||
      data.indentation ||
      data.styles ||
      data.crop ||
      asRecord(data.textStyle).lineHeight ||
      container.spoiler ||
      custom ||
      size === "SMALL" ||
      size === "FULL_WIDTH" ||
      container.textWrap ||
      /^(?:LEFT|RIGHT)$/.test(asText(container.alignment)),
  );
}

function isLight({ type, fontFamilyData }: Decoration): boolean {
  return lightDecorations.test(type) || dataOf(fontFamilyData).value === inlineCodeFontFamily;
}

/** The children of anything, however badly it is formed. */
export function childrenOf(node: unknown): RichContentNode[] {
  const nodes = asRecord(node).nodes;
  return Array.isArray(nodes) ? nodes.filter(isNode) : [];
}

function isNode(value: unknown): value is RichContentNode {
  return typeof asRecord(value).type === "string";
}

/** What looks like a `Data`, with anything in it. */
export type Loose<Data> = { readonly [Member in keyof Data]?: unknown };

/** A data object of a node or decoration, empty when there is none. */
export function dataOf<Data extends object>(data: Data | null | undefined): Partial<Data> {
  return typeof data === "object" && data !== null ? data : {};
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A whole number within bounds, else nothing. */
export function asCount(value: unknown, minimum: number, maximum: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum
    ? value
    : undefined;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** The highest level of the headings of a document: the smallest number, 1 when there is none. */
export function findTopLevel(nodes: readonly RichContentNode[]): number {
  let top = 7;
  visit(nodes, 0, (node) => {
    if (node.type === "HEADING") top = Math.min(top, headingLevel(node));
  });
  return top === 7 ? 1 : top;
}

/** 1 to 6; 2 for what is no level. */
export function headingLevel(node: RichContentNode): number {
  return asCount(dataOf(node.headingData).level, 1, 6) ?? 2;
}

/** Element ids for all headings and for every node that a link of the document leads to. */
export function assignElementIds(nodes: readonly RichContentNode[]): Map<string, string> {
  const targets = new Set<string>();
  const candidates: RichContentNode[] = [];
  visit(nodes, 0, (node) => {
    if (node.type === "TEXT") {
      const { decorations } = dataOf(node.textData);
      if (!Array.isArray(decorations)) return;
      for (const decoration of decorations) {
        targets.add(asText(dataOf(dataOf(decoration?.linkData).link).anchor));
        targets.add(asText(dataOf(decoration?.anchorData).anchor));
      }
    } else if (isFragment(node.id)) {
      candidates.push(node);
    }
  });
  const elementIds = new Map<string, string>();
  for (const node of candidates) {
    if (elementIds.has(node.id) || !(node.type === "HEADING" || targets.has(node.id))) continue;
    elementIds.set(node.id, reservedIds.has(node.id) ? `content-${node.id}` : node.id);
  }
  return elementIds;
}

function isFragment(id: unknown): id is string {
  return typeof id === "string" && id.length <= 200 && /^\S+$/u.test(id);
}

export function visit(nodes: readonly RichContentNode[], depth: number, look: (node: RichContentNode) => void) {
  if (depth > maximumDepth) return;
  for (const node of nodes) {
    look(node);
    visit(childrenOf(node), depth + 1, look);
  }
}

/** The element id of a node, the first time it is asked for. */
export function takeElementId(node: RichContentNode, context: RenderContext): string | undefined {
  const id = context.elementIds.get(node.id);
  if (id === undefined || context.usedIds.has(id)) return undefined;
  context.usedIds.add(id);
  return id;
}
