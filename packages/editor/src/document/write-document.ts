import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Mark, Node } from "@tiptap/pm/model";
import { writeAttributes } from "../schema/native-attributes.ts";
import { newDecoration, newSource } from "../schema/new-nodes.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import { assignIds } from "./assign-ids.ts";
import { writeTableDimensions } from "./table-dimensions.ts";

/**
 * Converts a document of the editor to the nodes of rich content. Data that the editor does not show is as it was read;
 * new nodes, and copies of others, have ids of their own.
 */
export function writeDocument(document: Node): RichContentNode[] {
  const opaque = new Set<RichContentNode>();
  const nodes = writeNodes(document, opaque);
  assignIds(nodes, opaque);
  return nodes;
}

/** The children of an editor node, without new ids. Adds those that the editor does not know to `opaque`. */
export function writeNodes(parent: Node, opaque: Set<RichContentNode>): RichContentNode[] {
  return parent.children.flatMap((child) => (isEmptyFiller(child) ? [] : [writeNode(child, opaque)]));
}

const isEmptyFiller = (node: Node): boolean => node.attrs["isFiller"] === true && node.childCount === 0;

function writeNode(node: Node, opaque: Set<RichContentNode>): RichContentNode {
  if (node.type.name.startsWith("opaque")) {
    const unchanged = structuredClone(node.attrs["node"]) as RichContentNode;
    opaque.add(unchanged);
    return unchanged;
  }
  if (node.isText) return writeText(node);
  const read = node.attrs["source"] as NodeSource | null;
  const source = structuredClone(read?.type === node.type.name ? read : newSource(node.type.name));
  const written = writeAttributes(source, node.attrs);
  const nodes = writeNodes(node, opaque);
  const emptyTexts = node.attrs["emptyTexts"] as RichContentNode[] | null;
  if (nodes.length === 0 && emptyTexts) nodes.push(...structuredClone(emptyTexts));
  const result = (nodes.length > 0 || written.nodes ? { ...written, nodes } : written) as RichContentNode;
  return node.type.name === "TABLE" ? writeTableDimensions(result) : result;
}

function writeText(node: Node): RichContentNode {
  const textNode = node.marks.find(({ type }) => type.name === "textNode");
  const source = (structuredClone(textNode?.attrs.source ?? null) ?? {
    type: "TEXT",
    id: "",
    nodes: [],
    textData: { text: "", decorations: [] },
  }) as RichContentNode;
  const decorations = writeDecorations(node.marks);
  const { textData } = source;
  const hasDecorations = decorations.length > 0 || textData?.decorations !== undefined;
  return {
    ...source,
    textData: { ...textData, text: node.text ?? "", ...(hasDecorations && { decorations }) },
  } as RichContentNode;
}

/** Decorations that were read are in their order; new ones follow. */
function writeDecorations(marks: readonly Mark[]): Decoration[] {
  const orderOf = ({ attrs }: Mark) => (attrs.order as number | null) ?? Number.POSITIVE_INFINITY;
  return marks
    .filter(({ type }) => type.name !== "textNode")
    .toSorted((a, b) => (orderOf(a) === orderOf(b) ? 0 : orderOf(a) - orderOf(b)))
    .map(({ type, attrs }) => structuredClone((attrs.data as Decoration | null) ?? newDecoration(type.name)));
}
