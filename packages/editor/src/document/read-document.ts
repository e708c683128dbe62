import { findFootnoteLink } from "@porchlight/contract/blog/rich-content/footnotes";
import type { Decoration, RichContent, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { Fragment, type Mark, type Node, type NodeType, type Schema } from "@tiptap/pm/model";
import { TableMap } from "@tiptap/pm/tables";
import { readAttributes } from "../schema/native-attributes.ts";
import type { NodeSource } from "../schema/source-attribute.ts";

/** Deeper nodes are opaque: browsers fail on very deep trees. */
const maxDepth = 60;

/**
 * Converts rich content to a document of the editor. Every node is in it: a node of an unknown type, or with children
 * that its type does not allow, becomes one opaque node. {@link writeDocument} returns the same content.
 */
export function readDocument(schema: Schema, { nodes }: Pick<RichContent, "nodes">): Node {
  return new Reader(schema).readDocument(nodes);
}

class Reader {
  private readonly schema: Schema;
  private textCount = 0;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  readDocument(nodes: RichContentNode[]): Node {
    const type = this.schema.topNodeType;
    return type.createChecked(null, this.readChildren(type, nodes, 0));
  }

  private readBlock(node: RichContentNode, depth: number): Node {
    const type = isRecord(node) && typeof node.type === "string" ? this.nodeType(node.type) : undefined;
    if (!type || depth > maxDepth) return this.opaque(node, "opaqueBlock");
    const { nodes, ...rest } = node;
    if (nodes !== undefined && !Array.isArray(nodes)) return this.opaque(node, "opaqueBlock");
    const attributes = readAttributes((nodes ? { ...rest, nodes: [] } : rest) as NodeSource);
    try {
      const block = type.inlineContent
        ? this.readTextBlock(type, attributes, nodes ?? [])
        : type.createChecked(attributes, this.readChildren(type, nodes ?? [], depth));
      return isEditable(block) ? block : this.opaque(node, "opaqueBlock");
    } catch (error) {
      if (error instanceof RangeError) return this.opaque(node, "opaqueBlock");
      throw error;
    }
  }

  private nodeType(name: string): NodeType | undefined {
    const type = Object.hasOwn(this.schema.nodes, name) ? this.schema.nodes[name] : undefined;
    return type && type !== this.schema.topNodeType && !type.isText && !name.startsWith("opaque") ? type : undefined;
  }

  private readChildren(type: NodeType, nodes: RichContentNode[], depth: number): Node[] {
    const paragraph = this.schema.nodes.PARAGRAPH!;
    const holdsBlocks = type.contentMatch.matchType(paragraph) !== null;
    if (nodes.length === 0) return holdsBlocks ? [paragraph.create({ isFiller: true })] : [];
    return nodes.map((node) => {
      const child = this.readBlock(node, depth + 1);
      return holdsBlocks && !child.type.isInGroup("block") ? this.opaque(node, "opaqueBlock") : child;
    });
  }

  private readTextBlock(type: NodeType, attributes: Record<string, unknown>, nodes: RichContentNode[]): Node {
    if (nodes.length > 0 && nodes.every(isEmptyText)) return type.createChecked({ ...attributes, emptyTexts: nodes });
    return type.createChecked(attributes, Fragment.from(nodes.map((node) => this.readText(node))));
  }

  private readText(node: RichContentNode): Node {
    const data = isRecord(node) && node.type === "TEXT" && !node.nodes?.length ? node.textData : undefined;
    if (!isRecord(data) || typeof data.text !== "string" || data.text === "") return this.opaque(node, "opaqueInline");
    if (findFootnoteLink(node)) return this.opaque(node, "opaqueFootnote");
    const { decorations } = data;
    if (decorations !== undefined && !Array.isArray(decorations)) return this.opaque(node, "opaqueInline");
    const source = {
      ...node,
      textData: { ...data, text: "", ...(decorations && { decorations: [] }) },
    };
    const marks = this.readDecorations(decorations ?? []);
    const textNode = this.schema.marks.textNode!.create({ source, key: ++this.textCount });
    return this.schema.text(data.text, [...marks, textNode]);
  }

  private readDecorations(decorations: Decoration[]): Mark[] {
    const { marks } = this.schema;
    const seen = new Set<string>();
    return decorations.map((data, order) => {
      const isKnown = isRecord(data) && Object.hasOwn(marks, data.type) && /^[A-Z_]+$/.test(data.type);
      const type = isKnown && !seen.has(data.type) ? marks[data.type]! : marks.unknownDecoration!;
      if (isRecord(data)) seen.add(data.type);
      return type.create({ data, order });
    });
  }

  private opaque(node: RichContentNode, type: "opaqueBlock" | "opaqueInline" | "opaqueFootnote"): Node {
    return this.schema.nodes[type]!.create({ node });
  }
}

const isRecord = <Value>(value: Value): value is Value & object => typeof value === "object" && value !== null;

const isEmptyText = (node: RichContentNode): boolean =>
  isRecord(node) && node.type === "TEXT" && !node.nodes?.length && node.textData?.text === "";

/** Commands for tables fail on rows of different length. */
const isEditable = (block: Node): boolean =>
  block.type.name !== "TABLE" || (!hasEmptyRow(block) && TableMap.get(block).problems === null);

const hasEmptyRow = (table: Node): boolean => {
  let isFound = false;
  table.forEach((row) => {
    isFound ||= row.childCount === 0;
  });
  return isFound;
};
