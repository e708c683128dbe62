import { isRecord, type Json, readJson, writeJson } from "../../form/json-values.ts";
import { type DrawContext, drawNodes, PartRegistry, type ReadContext, readBlocks, readContext } from "./rich-dom.ts";
import { readHtml, writeHtml } from "./rich-html.ts";
import { childrenOf, type RichNode } from "./rich-nodes.ts";

/** Rich text between the form and the editor. */
export interface RichDocument extends DrawContext {
  /** Creates the elements to edit. */
  draw(): HTMLElement[];
  /** The elements' content as the form stores it; empty if there is none. Unedited content is retained exactly. */
  read(root: Element): string;
}

export function openDocument(typed: string, isHtml: boolean, boxText: DrawContext["boxText"]): RichDocument {
  const parts = new PartRegistry();
  const whole: Json = isHtml || typed === "" ? {} : (readJson(typed) as Json);
  const nodes = isHtml ? readHtml(typed) : childrenOf(whole as RichNode);
  const context = { parts, boxText };

  const shapeOf = (element: Element): string => {
    const parent = document.createElement("div");
    parent.append(element.cloneNode(true));
    return JSON.stringify(readBlocks(parent, readContext({ parts, makeId: () => "" })));
  };

  function read(root: Element): string {
    const seen = new Set<RichNode>();
    const ids = new Set<string>();
    const untouched: ReadContext["untouched"] = (element) => {
      const part = parts.of(element);
      const node = part?.value as RichNode | undefined;
      if (!node || part?.shape === undefined || seen.has(node) || shapeOf(element) !== part.shape) return undefined;
      seen.add(node);
      collectIds(node, ids);
      return node;
    };
    const blocks = readBlocks(root, readContext({ parts, ids, untouched }));
    if (blocks.every((node) => node.type === "PARAGRAPH" && childrenOf(node).length === 0)) return "";
    if (isHtml) return writeHtml(blocks);
    const around = typed === "" ? { metadata: { version: 1 }, documentStyle: {} } : whole;
    return writeJson({ ...around, nodes: blocks });
  }

  return {
    ...context,
    draw() {
      const elements = drawNodes(nodes, context);
      for (const element of elements) {
        const part = parts.of(element);
        if (part) part.shape = shapeOf(element);
      }
      return elements;
    },
    read,
  };
}

function collectIds(node: RichNode, ids: Set<string>): void {
  if (typeof node.id === "string") ids.add(node.id);
  for (const child of childrenOf(node)) if (isRecord(child)) collectIds(child, ids);
}
