import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Mark, Node } from "@tiptap/pm/model";
import { writeAttributes } from "../schema/native-attributes.ts";
import { createDecoration, createSource } from "../schema/new-nodes.ts";
import type { NodeSource } from "../schema/source-attribute.ts";

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
  return parent.children.flatMap((child) => (isTemporary(child) ? [] : [writeNode(child, opaque)]));
}

/** Whether a node is not saved: an image during its upload, or a paragraph that only makes a container editable. */
const isTemporary = ({ attrs, childCount }: Node): boolean =>
  Boolean(attrs.upload) || (attrs.isFiller === true && childCount === 0);

function writeNode(node: Node, opaque: Set<RichContentNode>): RichContentNode {
  if (node.type.name.startsWith("opaque")) {
    const unchanged: RichContentNode = structuredClone(node.attrs.node);
    opaque.add(unchanged);
    return unchanged;
  }
  if (node.isText) return writeText(node);
  const read: NodeSource | null = node.attrs.source;
  const source = structuredClone(read?.type === node.type.name ? read : createSource(node.type.name));
  const written = writeAttributes(source, node.attrs);
  const nodes = writeNodes(node, opaque);
  const emptyTexts: RichContentNode[] | null = node.attrs.emptyTexts;
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
  const orderOf = ({ attrs }: Mark): number => attrs.order ?? Number.POSITIVE_INFINITY;
  return marks
    .filter(({ type }) => type.name !== "textNode")
    .toSorted((a, b) => (orderOf(a) === orderOf(b) ? 0 : orderOf(a) - orderOf(b)))
    .map(({ type, attrs }): Decoration => structuredClone(attrs.data ?? createDecoration(type.name)));
}

/** Adapts the sizes of columns and rows if their number has changed: new ones have the average size. */
function writeTableDimensions(table: RichContentNode): RichContentNode {
  const { dimensions } = table.tableData ?? {};
  if (!dimensions) return table;
  const [first] = table.nodes;
  const columns = (first?.nodes ?? []).reduce((sum, { tableCellData }) => sum + (tableCellData?.colspan ?? 1), 0);
  const { colsWidthRatio, colsMinWidth, rowsHeight } = dimensions;
  const resized = {
    ...dimensions,
    ...(colsWidthRatio && { colsWidthRatio: resize(colsWidthRatio, columns) }),
    ...(colsMinWidth && { colsMinWidth: resize(colsMinWidth, columns) }),
    ...(rowsHeight && { rowsHeight: resize(rowsHeight, table.nodes.length) }),
  };
  return { ...table, tableData: { ...table.tableData, dimensions: resized } };
}

function resize(sizes: number[], count: number): number[] {
  if (!Array.isArray(sizes) || sizes.length === count || sizes.length === 0) return sizes;
  const average = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  return Array.from({ length: count }, (_, index) => sizes[index] ?? average);
}

/**
 * Assigns an id to every node that has none or whose id an earlier node has, as after a block was split or copied.
 * Links to a node lead to the first one. TEXT nodes have no ids.
 *
 * @param opaque Nodes in which only duplicate ids are replaced.
 */
function assignIds(nodes: RichContentNode[], opaque: ReadonlySet<RichContentNode>): void {
  const taken = new Set<string>();
  const visit = (siblings: RichContentNode[], isOpaque: boolean) => {
    for (const node of siblings) {
      if (typeof node !== "object" || node === null) continue;
      const isUnchanged = isOpaque || opaque.has(node);
      if (node.id ? taken.has(node.id) : !isUnchanged && node.type !== "TEXT") {
        node.id = node.type === "TEXT" ? "" : newId(taken);
      }
      if (node.id) taken.add(node.id);
      if (Array.isArray(node.nodes)) visit(node.nodes, isUnchanged);
    }
  };
  visit(nodes, false);
}

function newId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = crypto.randomUUID().slice(0, 8);
    if (!taken.has(id)) return id;
  }
}
