import { maxDraftDepth } from "@porchlight/contract/blog/drafts/draft-values";
import {
  decorationTypes,
  type RichContent,
  richContentNodeTypes,
} from "@porchlight/contract/blog/rich-content/rich-content";
import type { ViolatedRule } from "@porchlight/contract/field-rules";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { validateDecorationData, validateDocumentStyle, validateNodeData } from "./validate-node-data.ts";

type Values = Record<string, unknown>;

/** Required parents of nodes. Other types may appear anywhere. */
const allowedParents: Readonly<Record<string, readonly string[]>> = {
  LIST_ITEM: ["BULLETED_LIST", "ORDERED_LIST", "CHECKBOX_LIST"],
  TABLE_ROW: ["TABLE"],
  TABLE_CELL: ["TABLE_ROW"],
  COLLAPSIBLE_ITEM: ["COLLAPSIBLE_LIST"],
  COLLAPSIBLE_ITEM_TITLE: ["COLLAPSIBLE_ITEM"],
  COLLAPSIBLE_ITEM_BODY: ["COLLAPSIBLE_ITEM"],
  LAYOUT_CELL: ["LAYOUT"],
  SMART_BLOCK_CELL: ["SMART_BLOCK"],
};

/** The only child types of nodes. */
const allowedChildren: Readonly<Record<string, readonly string[]>> = {
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

const nodeTypes: ReadonlySet<string> = new Set(richContentNodeTypes);
const decorationTypeNames: ReadonlySet<string> = new Set(decorationTypes);

interface Visit {
  node: unknown;
  field: string;
  depth: number;
  /** Type of the parent; absent at the root. */
  parent?: string;
}

/**
 * Validates a document: a tree of nodes at most {@link maxDraftDepth} levels deep. Unknown types and members stay;
 * known ones must have valid values. Adds missing members that readers rely on: `id`, `nodes`, and the decorations of
 * text.
 *
 * @param field Path of the document in the request.
 * @throws {InvalidArguments} with the path of the first invalid value.
 * Source: ricos.md.
 */
export function validateRichContent(document: Values & { nodes: unknown[] }, field: string): RichContent {
  for (const name of ["metadata", "documentStyle"]) {
    const value = document[name];
    if (value != null && !isObject(value)) reject(`${field}.${name}`, "must be an object");
  }
  const { documentStyle } = document;
  if (documentStyle != null) validateDocumentStyle(documentStyle, `${field}.documentStyle`);
  const stack: Visit[] = [];
  const add = (nodes: unknown[], path: string, depth: number, parent?: string) => {
    for (let index = nodes.length - 1; index >= 0; index -= 1)
      stack.push({ node: nodes[index], field: `${path}.${index}`, depth, ...(parent !== undefined && { parent }) });
  };
  add(document.nodes, `${field}.nodes`, 1);
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node, field: path, depth, parent } = visit;
    if (depth > maxDraftDepth) reject(path, `is nested deeper than ${maxDraftDepth} levels`, "MAX");
    if (!isObject(node)) reject(path, "must be a node: an object with a type");
    const type = validateNode(node, path, parent);
    add(node["nodes"] as unknown[], `${path}.nodes`, depth + 1, type);
  }
  return document as RichContent;
}

function validateNode(node: Values, path: string, parent: string | undefined): string {
  const { type, id, nodes } = node;
  if (typeof type !== "string" || type === "" || type.length > 100)
    reject(`${path}.type`, "must be the node's type", type === undefined ? "REQUIRED_FIELD" : "VALIDATION");
  if (id == null) node["id"] = "";
  else if (typeof id !== "string") reject(`${path}.id`, "must be a string");
  if (nodes == null) node["nodes"] = [];
  else if (!Array.isArray(nodes)) reject(`${path}.nodes`, "must be a list of nodes");

  const parents = Object.hasOwn(allowedParents, type) ? allowedParents[type] : undefined;
  if (parents && !parents.includes(parent ?? "")) reject(`${path}.type`, `must be in ${parents.join(" or ")}`);
  const only = parent !== undefined && Object.hasOwn(allowedChildren, parent) ? allowedChildren[parent] : undefined;
  if (only !== undefined && !only.includes(type)) reject(`${path}.type`, `must be ${only.join(" or ")} in ${parent}`);

  if (nodeTypes.has(type)) validateNodeData(node, path);
  if (type === "TEXT") validateText(node, path, parent);
  else if (isObject(node["textData"])) reject(`${path}.textData`, "belongs to a node of type TEXT");
  if (type === "HEADING") validateHeading(node["headingData"], path);
  return type;
}

function validateText({ textData, nodes }: Values, path: string, parent: string | undefined): void {
  if (parent === undefined) reject(path, "must be inside a paragraph, heading, or similar block");
  if (Array.isArray(nodes) && nodes.length > 0) reject(`${path}.nodes`, "must be empty: TEXT has no child nodes");
  if (!isObject(textData)) reject(`${path}.textData`, "must be the text and its decorations", "REQUIRED_FIELD");
  if (typeof textData["text"] !== "string") reject(`${path}.textData.text`, "must be a string", "REQUIRED_FIELD");
  const { decorations } = textData;
  if (decorations == null) textData["decorations"] = [];
  else if (!Array.isArray(decorations)) reject(`${path}.textData.decorations`, "must be a list");
  else {
    for (const [index, entry] of decorations.entries()) {
      const decoration = `${path}.textData.decorations.${index}`;
      if (!isObject(entry) || typeof entry["type"] !== "string") reject(decoration, "must be an object with a type");
      if (decorationTypeNames.has(entry["type"])) validateDecorationData(entry, decoration);
    }
  }
}

function validateHeading(data: unknown, path: string): void {
  const level = isObject(data) ? data["level"] : undefined;
  if (!(Number.isInteger(level) && Number(level) >= 1 && Number(level) <= 6))
    reject(`${path}.headingData.level`, "must be a whole number from 1 to 6");
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function reject(field: string, description: string, rule: ViolatedRule = "VALIDATION"): never {
  throw new InvalidArguments([violation(field, description, rule)]);
}
