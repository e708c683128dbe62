import { draftMaxDepth } from "@porchlight/contract/blog/drafts/draft-values";
import { decorationTypes, type RichContent, richContentNodeTypes } from "@porchlight/contract/blog/rich-content/rich-content";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { checkDecorationData, checkDocumentStyle, checkNodeData } from "./check-data.ts";

type Values = Record<string, unknown>;

/** Nodes that are nothing without the one around them, and what that is. Types that are not named may stand anywhere. */
const within: Readonly<Record<string, readonly string[]>> = {
  LIST_ITEM: ["BULLETED_LIST", "ORDERED_LIST", "CHECKBOX_LIST"],
  TABLE_ROW: ["TABLE"],
  TABLE_CELL: ["TABLE_ROW"],
  COLLAPSIBLE_ITEM: ["COLLAPSIBLE_LIST"],
  COLLAPSIBLE_ITEM_TITLE: ["COLLAPSIBLE_ITEM"],
  COLLAPSIBLE_ITEM_BODY: ["COLLAPSIBLE_ITEM"],
  LAYOUT_CELL: ["LAYOUT"],
  SMART_BLOCK_CELL: ["SMART_BLOCK"],
};

/** Nodes that hold these types and nothing else. */
const holdsOnly: Readonly<Record<string, readonly string[]>> = {
  BULLETED_LIST: ["LIST_ITEM"],
  ORDERED_LIST: ["LIST_ITEM"],
  CHECKBOX_LIST: ["LIST_ITEM"],
  TABLE: ["TABLE_ROW", "CAPTION"],
  TABLE_ROW: ["TABLE_CELL"],
  COLLAPSIBLE_LIST: ["COLLAPSIBLE_ITEM"],
  COLLAPSIBLE_ITEM: ["COLLAPSIBLE_ITEM_TITLE", "COLLAPSIBLE_ITEM_BODY"],
  LAYOUT: ["LAYOUT_CELL"],
  SMART_BLOCK: ["SMART_BLOCK_CELL"],
};

const knownTypes: ReadonlySet<string> = new Set(richContentNodeTypes);
const knownDecorations: ReadonlySet<string> = new Set(decorationTypes);

interface Visit {
  node: unknown;
  field: string;
  depth: number;
  /** Type of the node around it; absent at the top. */
  parent?: string;
}

/**
 * A document from outside as one that can be stored: a tree of nodes at most {@link draftMaxDepth} levels deep. Types and members
 * that this version does not know stay as they are; those that it knows have values of the contract's kind. Only what every node has and readers rely on (`id`, `nodes`, the decorations
 * of a text) is put in where it is left out.
 *
 * @param field Where the document is in the request.
 * @throws {InvalidArguments} with the place of the first thing that is wrong.
 * Source: ricos.md.
 */
export function checkRichContent(document: { nodes: unknown[] }, field: string): RichContent {
  for (const name of ["metadata", "documentStyle"]) {
    const value = (document as Values)[name];
    if (value != null && !isObject(value)) refuse(`${field}.${name}`, "must be an object");
  }
  const { documentStyle } = document as Values;
  if (documentStyle != null) checkDocumentStyle(documentStyle, `${field}.documentStyle`);
  const waiting: Visit[] = [];
  const add = (nodes: unknown[], place: string, depth: number, parent?: string) => {
    for (let index = nodes.length - 1; index >= 0; index -= 1)
      waiting.push({ node: nodes[index], field: `${place}.${index}`, depth, ...(parent !== undefined && { parent }) });
  };
  add(document.nodes, `${field}.nodes`, 1);
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { node, field: place, depth, parent } = visit;
    if (depth > draftMaxDepth) refuse(place, `is nested deeper than ${draftMaxDepth} levels`, "MAX");
    if (!isObject(node)) refuse(place, "must be a node: an object with a type");
    const type = checkNode(node, place, parent);
    add(node["nodes"] as unknown[], `${place}.nodes`, depth + 1, type);
  }
  return document as RichContent;
}

function checkNode(node: Values, place: string, parent: string | undefined): string {
  const { type, id, nodes } = node;
  if (typeof type !== "string" || type === "" || type.length > 100)
    refuse(`${place}.type`, "must be the node's type", type === undefined ? "REQUIRED_FIELD" : "VALIDATION");
  if (id == null) node["id"] = "";
  else if (typeof id !== "string") refuse(`${place}.id`, "must be a text");
  if (nodes == null) node["nodes"] = [];
  else if (!Array.isArray(nodes)) refuse(`${place}.nodes`, "must be a list of nodes");

  const places = Object.hasOwn(within, type) ? within[type] : undefined;
  if (places && !places.includes(parent ?? "")) refuse(`${place}.type`, `stands in ${places.join(" or ")} alone`);
  const only = parent !== undefined && Object.hasOwn(holdsOnly, parent) ? holdsOnly[parent] : undefined;
  if (only !== undefined && !only.includes(type))
    refuse(`${place}.type`, `must be ${only.join(" or ")}, since ${parent} holds nothing else`);

  if (knownTypes.has(type)) checkNodeData(node, place);
  if (type === "TEXT") checkText(node, place, parent);
  else if (isObject(node["textData"])) refuse(`${place}.textData`, "belongs to a node of type TEXT");
  if (type === "HEADING") checkHeading(node["headingData"], place);
  return type;
}

function checkText({ textData, nodes }: Values, place: string, parent: string | undefined): void {
  if (parent === undefined) refuse(place, "is a text outside a paragraph, heading or the like");
  if ((nodes as unknown[] | undefined)?.length) refuse(`${place}.nodes`, "must be empty: a text holds no nodes");
  if (!isObject(textData)) refuse(`${place}.textData`, "must be the text and its decorations", "REQUIRED_FIELD");
  if (typeof textData["text"] !== "string") refuse(`${place}.textData.text`, "must be a text", "REQUIRED_FIELD");
  const { decorations } = textData;
  if (decorations == null) textData["decorations"] = [];
  else if (!Array.isArray(decorations)) refuse(`${place}.textData.decorations`, "must be a list");
  else {
    for (const [index, one] of decorations.entries()) {
      const decoration = `${place}.textData.decorations.${index}`;
      if (!isObject(one) || typeof one["type"] !== "string") refuse(decoration, "must be an object with a type");
      if (knownDecorations.has(one["type"])) checkDecorationData(one, decoration);
    }
  }
}

function checkHeading(data: unknown, place: string): void {
  const level = isObject(data) ? data["level"] : undefined;
  if (!(Number.isInteger(level) && Number(level) >= 1 && Number(level) <= 6))
    refuse(`${place}.headingData.level`, "must be a whole number from 1 to 6");
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(field: string, description: string, rule = "VALIDATION"): never {
  throw new InvalidArguments([violation(field, description, rule)]);
}
