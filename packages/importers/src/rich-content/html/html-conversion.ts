import type {
  Decoration,
  Link,
  RichContentNode,
  TextAlignment,
} from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element, Nodes } from "hast";
import type { DocumentDraft, Flow } from "../document-draft.ts";

/** The address and, if available, the size of an image in pixels. */
export interface ImageAddress {
  url: string;
  width?: number;
  height?: number;
}

/** How addresses in a document are resolved. */
export interface AddressResolution {
  /** Resolves a relative link; undefined retains only its text. Adds its own notes. */
  resolveLink(href: string, line: number): string | undefined;
  /** Resolves the relative address of an image; undefined retains only its alternative text. Adds its own notes. */
  resolveImage(src: string, line: number): ImageAddress | undefined;
  /** Returns the address on this site for an absolute link; undefined leaves it unchanged. */
  findOwnLink?(url: string): string | undefined;
  /** The same for an image. */
  findOwnImage?(url: string): ImageAddress | undefined;
}

export interface HtmlConversionOptions extends AddressResolution {
  /** Line of the source, from 1, for an offset of the HTML. */
  lineAt(offset: number): number;
  warn(line: number, reason: string): void;
}

/** What an element inherits from its ancestors. */
export interface HtmlContext {
  decorations: readonly Decoration[];
  alignment: TextAlignment | undefined;
  /** Whether white space is significant. */
  preserved: boolean;
  /** Levels of nodes around the blocks of the current flow. */
  depth: number;
}

/** What the conversions of elements share. */
export interface HtmlConversion extends HtmlConversionOptions {
  draft: DocumentDraft;
  lineOf(node: Nodes): number;
  walk(node: Nodes, flow: Flow, context: HtmlContext): void;
  walkChildren(element: Element, flow: Flow, context: HtmlContext): void;
  /**
   * Whether `element` becomes a container of `levels` levels. If not, because only text is allowed or the document
   * would nest too deeply, its content is converted in its place.
   */
  opensContainer(element: Element, levels: number, flow: Flow, context: HtmlContext): boolean;
  /** Converts the waiting text of `flow` to a paragraph. */
  endParagraph(flow: Flow, context: HtmlContext): void;
  linkOf(element: Element, address: string): Link | undefined;
}

/** Target name of a footnote. The space distinguishes it from names that authors can write. */
export function footnoteName(key: string): string {
  return `footnote ${key}`;
}

/** Target name of a reference to a footnote; `key` consists of its number and the name of the note. */
export function footnoteReferenceName(key: string): string {
  return `footnote reference ${key}`;
}

/** `alignment` is inherited. */
export function createParagraph(nodes: RichContentNode[], alignment: TextAlignment | undefined): RichContentNode {
  return { type: "PARAGRAPH", id: "", nodes, paragraphData: { textStyle: { textAlignment: alignment ?? "AUTO" } } };
}

/** A paragraph without text, for containers that require one. */
export function createEmptyParagraph(alignment?: TextAlignment): RichContentNode {
  return createParagraph([], alignment);
}
