import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Element } from "hast";
import { createFlow, type Flow } from "../document-draft.ts";
import { draftAttributes } from "../markdown/markdown-to-html.ts";
import {
  createEmptyParagraph,
  createParagraph,
  footnoteName,
  type HtmlContext,
  type HtmlConversion,
} from "./html-conversion.ts";

/** `<ul>` and `<ol>`, also with check boxes. */
export function convertList(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  if (!conversion.opensContainer(element, 2, flow, context)) return;
  const innerContext = { ...context, depth: context.depth + 2 };
  const items = element.children.filter((child) => child.type === "element" && child.tagName === "li") as Element[];
  const isChecklist =
    element.tagName === "ul" && items.length > 0 && items.every((item) => isChecked(item) !== undefined);
  const nodes: RichContentNode[] = [];
  for (const child of element.children) {
    if (child.type === "text" && child.value.trim() === "") continue;
    const inner = createFlow();
    const item: RichContentNode = { type: "LIST_ITEM", id: "", nodes: inner.blocks };
    if (child.type === "element" && child.tagName === "li") {
      const checked = isChecked(child);
      if (isChecklist) item.listItemData = { checked: checked ?? false };
      else if (checked !== undefined) inner.runs.push({ text: checked ? "☑ " : "☐ ", decorations: [] });
      nameItem(child, item, conversion);
      convertItem(child, inner, innerContext, conversion);
    } else {
      conversion.walk(child, inner, innerContext);
    }
    conversion.endParagraph(inner, innerContext);
    if (inner.blocks.length === 0 && child.type !== "element") continue;
    if (inner.blocks.length === 0) inner.blocks.push(createEmptyParagraph(context.alignment));
    nodes.push(item);
  }
  if (nodes.length === 0) return;
  if (element.tagName === "ol" && element.properties.reversed === true) pushReversed(element, nodes, flow);
  else flow.blocks.push(createList(element, isChecklist, nodes));
}

function nameItem(element: Element, item: RichContentNode, conversion: HtmlConversion) {
  const { id } = element.properties;
  const footnote = element.properties[draftAttributes.footnote];
  if (typeof footnote === "string") conversion.draft.nameBlock(item, footnoteName(footnote));
  else if (typeof id === "string" && id !== "") conversion.draft.nameBlock(item, id);
}

function convertItem(element: Element, inner: Flow, context: HtmlContext, conversion: HtmlConversion) {
  // The paragraph of an item must not end the line of its check box.
  const [first, ...others] = element.children;
  const startsWithParagraph = inner.runs.length > 0 && first?.type === "element" && first.tagName === "p";
  if (!startsWithParagraph) return conversion.walkChildren(element, inner, context);
  conversion.walkChildren(first, inner, context);
  conversion.endParagraph(inner, context);
  for (const child of others) conversion.walk(child, inner, context);
}

function isChecked(item: Element): boolean | undefined {
  const value = item.properties[draftAttributes.checked];
  return value === "true" ? true : value === "false" ? false : undefined;
}

function createList(element: Element, isChecklist: boolean, nodes: RichContentNode[]): RichContentNode {
  if (isChecklist) return { type: "CHECKBOX_LIST", id: "", nodes, checkboxListData: { indentation: 0 } };
  if (element.tagName === "ul") return { type: "BULLETED_LIST", id: "", nodes, bulletedListData: { indentation: 0 } };
  const { start } = element.properties;
  const orderedListData = typeof start === "number" && start !== 1 ? { indentation: 0, start } : { indentation: 0 };
  return { type: "ORDERED_LIST", id: "", nodes, orderedListData };
}

/** Rich content cannot count down: each item is a list that starts with its number. */
function pushReversed(element: Element, items: readonly RichContentNode[], flow: Flow) {
  const { start } = element.properties;
  const first = typeof start === "number" ? start : items.length;
  for (const [index, item] of items.entries())
    flow.blocks.push(createList({ ...element, properties: { start: first - index } }, false, [item]));
}

/** `<dl>`: terms are bold paragraphs, descriptions are indented. */
export function convertDescriptionList(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  conversion.endParagraph(flow, context);
  for (const child of element.children) {
    if (child.type !== "element" || (child.tagName !== "dt" && child.tagName !== "dd")) {
      conversion.walk(child, flow, context);
      continue;
    }
    conversion.endParagraph(flow, context);
    const before = flow.blocks.length;
    const isTerm = child.tagName === "dt";
    conversion.walkChildren(child, flow, isTerm ? withBold(context) : context);
    conversion.endParagraph(flow, context);
    if (isTerm) continue;
    for (const block of flow.blocks.slice(before)) if (block.paragraphData) block.paragraphData.indentation = 1;
  }
}

function withBold(context: HtmlContext): HtmlContext {
  if (context.decorations.some(({ type }) => type === "BOLD")) return context;
  return { ...context, decorations: [...context.decorations, { type: "BOLD", fontWeightValue: 700 }] };
}

/** `<details>`: its `<summary>` is the title, the rest is the body. */
export function convertCollapsible(element: Element, flow: Flow, context: HtmlContext, conversion: HtmlConversion) {
  if (!conversion.opensContainer(element, 3, flow, context)) return;
  const bodyContext = { ...context, depth: context.depth + 3 };
  const summary = element.children.find((child) => child.type === "element" && child.tagName === "summary");
  const title = createFlow(true);
  if (summary?.type === "element") conversion.walkChildren(summary, title, bodyContext);
  const titleNode =
    conversion.draft.finishRuns(title, (nodes) => createParagraph(nodes, undefined)) ??
    createEmptyParagraph(context.alignment);
  const body = createFlow();
  body.blocks.push(...title.blocks);
  for (const child of element.children) if (child !== summary) conversion.walk(child, body, bodyContext);
  conversion.endParagraph(body, bodyContext);
  const isOpen = element.properties.open === true;
  flow.blocks.push({
    type: "COLLAPSIBLE_LIST",
    id: "",
    nodes: [
      {
        type: "COLLAPSIBLE_ITEM",
        id: "",
        nodes: [
          { type: "COLLAPSIBLE_ITEM_TITLE", id: "", nodes: [titleNode] },
          { type: "COLLAPSIBLE_ITEM_BODY", id: "", nodes: body.blocks },
        ],
      },
    ],
    collapsibleListData: {
      containerData: { width: { size: "CONTENT" } },
      expandOnlyOne: false,
      initialExpandedItems: isOpen ? "ALL" : "NONE",
      direction: "LTR",
      isQapageData: false,
    },
  });
}
