import { maxDraftDepth } from "@porchlight/contract/blog/drafts/draft-values";
import {
  type Decoration,
  inlineCodeFontFamily,
  type RichContentNode,
} from "@porchlight/contract/blog/rich-content/rich-content";
import type blog from "@porchlight/contract/texts/en/blog.json";
import type { ComponentType, CSSProperties, ReactNode } from "react";
import type { Texts } from "../../texts/use-texts.ts";

/** Deeper nodes are omitted: the server accepts none, and a hostile document must not exhaust the stack. */
export const maxDepth = maxDraftDepth;

/** Ids that pages use themselves. */
const reservedIds = new Set(["main", "root", "app", "body", "head"]);

/** State of rendering one document. */
export interface RenderContext {
  /** Heading level of the document's top heading. */
  topHeading: number;
  /** The document's top heading level, 1 to 6. */
  topLevel: number;
  /** Level of the last heading; the next may be at most one deeper. */
  lastHeading: number;
  text: Texts<keyof typeof blog>;
  /** Element ids by node id. */
  elementIds: ReadonlyMap<string, string>;
  /** Element ids already used. */
  usedIds: Set<string>;
  /** Distinguishes `<details>` groups of several documents on a page. */
  groupPrefix: string;
  codeBlocks: number;
  tables: number;
  groups: number;
  /** Id of the post, for polls. */
  postId: string | undefined;
  /** Base URL of the server that runs scripts in HTML blocks. */
  frameHost: string | undefined;
  /** The whole document. */
  nodes: readonly RichContentNode[];
  /** Set only if the document needs them. */
  extendedNodes?: ExtendedNodes | undefined;
}

/** An element around a text run. Adjacent runs with equal keys share it. */
export interface Wrapper {
  key: string;
  tag: string | ComponentType<never>;
  /** Wrappers of the same kind are not nested. Default: the tag. */
  kind?: string;
  attributes?: Record<string, unknown>;
}

/** Renderers for less common nodes, decorations and styles, loaded on demand. */
export interface ExtendedNodes {
  /** English texts, including those of the base renderer. */
  texts: typeof blog;
  block(node: RichContentNode, context: RenderContext, depth: number, id: string | undefined): ReactNode;
  wrapper(decoration: Decoration, context: RenderContext): Wrapper | undefined;
  /** Additional styles of a node that the base renderer renders. */
  styleOf(node: RichContentNode): { style?: CSSProperties };
  /** Moves the styles of `blocks` to a style sheet with `nonce`. */
  moveStylesToSheet(blocks: ReactNode, nonce: string, prefix: string): ReactNode;
  /** Applies the container's width, alignment and spoiler to `element`. */
  contain(node: RichContentNode, element: ReactNode, context: RenderContext): ReactNode;
}

const baseNodes =
  /^(?:PARAGRAPH|TEXT|HEADING|(?:BULLETED|ORDERED|CHECKBOX)_LIST|LIST_ITEM|BLOCKQUOTE|CODE_BLOCK|DIVIDER|IMAGE|CAPTION)$/;
const baseDecorations = /^(?:BOLD|ITALIC|UNDERLINE|STRIKETHROUGH|SU(?:PER|B)SCRIPT|LINK|ANCHOR)$/;

/** Whether a document requires {@link ExtendedNodes}. */
export function needsExtendedNodes(nodes: readonly RichContentNode[]): boolean {
  let needs = false;
  visit(nodes, 0, (node) => {
    needs ||=
      !baseNodes.test(node.type) || Object.entries(node).some(([name, value]) => isExtended(name, asRecord(value)));
  });
  return needs;
}

function isExtended(name: string, data: Readonly<Record<string, unknown>>): boolean {
  if (name === "textData") {
    const { decorations } = data;
    return (
      Array.isArray(decorations) && decorations.some((one) => !isBaseDecoration(asRecord(one) as unknown as Decoration))
    );
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

function isBaseDecoration({ type, fontFamilyData }: Decoration): boolean {
  return baseDecorations.test(type) || dataOf(fontFamilyData).value === inlineCodeFontFamily;
}

/** The children of a node, however malformed. */
export function childrenOf(node: unknown): RichContentNode[] {
  const nodes = asRecord(node).nodes;
  return Array.isArray(nodes) ? nodes.filter(isNode) : [];
}

function isNode(value: unknown): value is RichContentNode {
  return typeof asRecord(value).type === "string";
}

/** The shape of `Data` with unknown values. */
export type Loose<Data> = { readonly [Member in keyof Data]?: unknown };

/** A data object of a node or decoration, or an empty one. */
export function dataOf<Data extends object>(data: Data | null | undefined): Partial<Data> {
  return typeof data === "object" && data !== null ? data : {};
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An integer within the limits, otherwise `undefined`. */
export function asCount(value: unknown, minimum: number, maximum: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum
    ? value
    : undefined;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** The document's top heading level; 1 without headings. */
export function findTopLevel(nodes: readonly RichContentNode[]): number {
  let top = 7;
  visit(nodes, 0, (node) => {
    if (node.type === "HEADING") top = Math.min(top, headingLevel(node));
  });
  return top === 7 ? 1 : top;
}

/** 1 to 6; 2 if invalid. */
export function headingLevel(node: RichContentNode): number {
  return asCount(dataOf(node.headingData).level, 1, 6) ?? 2;
}

/** Element ids of all headings and of all link targets within the document. */
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

/** Calls `callback` for all nodes, depth first; `depth` is that of `nodes`. */
export function visit(nodes: readonly RichContentNode[], depth: number, callback: (node: RichContentNode) => void) {
  if (depth > maxDepth) return;
  for (const node of nodes) {
    callback(node);
    visit(childrenOf(node), depth + 1, callback);
  }
}

/** A node's element id, on first use only. */
export function takeElementId(node: RichContentNode, context: RenderContext): string | undefined {
  const id = context.elementIds.get(node.id);
  if (id === undefined || context.usedIds.has(id)) return undefined;
  context.usedIds.add(id);
  return id;
}
