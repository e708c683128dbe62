import type {
  Decoration,
  Link,
  RichContentNode,
  TextAlignment,
} from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element, Nodes } from "hast";
import type { DocumentDraft, Flow } from "../document-draft.ts";

/** Where an image is, and how large it is, in pixels, as far as that is known. */
export interface ImageAddress {
  url: string;
  width?: number;
  height?: number;
}

/** What addresses in a document mean. */
export interface AddressResolution {
  /** Address on this site for a link that is relative in the source; `undefined` keeps only its text. Notes for itself. */
  resolveLink(href: string, line: number): string | undefined;
  /** An image whose address is relative in the source; `undefined` keeps only its alternative text. Notes for itself. */
  resolveImage(src: string, line: number): ImageAddress | undefined;
  /** Address on this site for an absolute link; `undefined` keeps it as it is. */
  findOwnLink?(url: string): string | undefined;
  /** The same for an image. */
  findOwnImage?(url: string): ImageAddress | undefined;
}

export interface HtmlConversionOptions extends AddressResolution {
  /** Line of the source for the place `offset` of the HTML; 1 is the first. */
  lineAt(offset: number): number;
  warn(line: number, reason: string): void;
}

/** What holds for a piece of HTML from the elements around it. */
export interface HtmlContext {
  decorations: readonly Decoration[];
  alignment: TextAlignment | undefined;
  /** White space stays as it is. */
  preserved: boolean;
  /** Levels of nodes around the blocks of the current flow. */
  depth: number;
}

/** What the conversions of single elements share. */
export interface HtmlConversion extends HtmlConversionOptions {
  draft: DocumentDraft;
  lineOf(node: Nodes): number;
  walk(node: Nodes, flow: Flow, context: HtmlContext): void;
  walkChildren(element: Element, flow: Flow, context: HtmlContext): void;
  /**
   * Whether `element` becomes a container of `levels` levels within `flow`. Where it cannot, because only text may stand there or
   * the document would nest too deeply, its content takes the place of it, and the answer is `false`.
   */
  opensContainer(element: Element, levels: number, flow: Flow, context: HtmlContext): boolean;
  /** Turns the waiting text of `flow` into a paragraph. */
  endParagraph(flow: Flow, context: HtmlContext): void;
  linkOf(element: Element, address: string): Link | undefined;
}

/** Name under which a footnote of the source is found. The space keeps it apart from every name an author can write. */
export function footnoteName(key: string): string {
  return `footnote ${key}`;
}

/** Name under which a place that refers to a footnote is found; `key` is its number and the name of the note. */
export function footnoteReferenceName(key: string): string {
  return `footnote reference ${key}`;
}

/** `alignment` is that of the elements around it. */
export function createParagraph(nodes: RichContentNode[], alignment: TextAlignment | undefined): RichContentNode {
  return { type: "PARAGRAPH", id: "", nodes, paragraphData: { textStyle: { textAlignment: alignment ?? "AUTO" } } };
}

/** A paragraph without text, where a container needs one. */
export function createEmptyParagraph(alignment?: TextAlignment): RichContentNode {
  return createParagraph([], alignment);
}
