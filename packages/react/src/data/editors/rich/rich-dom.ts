import { inlineCodeFontFamily } from "@porchlight/contract/blog/rich-content/rich-content";
import { safeUrl } from "../../../ui/safe-url.ts";
import { isRecord } from "../../form/json-values.ts";
import {
  childrenOf,
  decorations,
  linkTo,
  mergeRuns,
  newId,
  nodesOf,
  type RichDecoration,
  type RichNode,
  type Run,
  runsOf,
  urlOfLink,
} from "./rich-nodes.ts";

/** Deeper nodes are shown as boxes: the server accepts none. */
const maxDepth = 20;

/** Nodes and decorations by the number that their element has. Never shrinks, for undo. */
export class PartRegistry {
  #parts: { value: RichNode | RichDecoration; shape?: string }[] = [];

  /** Associates the element with a node or decoration. */
  register(element: HTMLElement, value: RichNode | RichDecoration): void {
    element.dataset.keep = String(this.#parts.push({ value }) - 1);
  }
  of(element: Element): { value: RichNode | RichDecoration; shape?: string } | undefined {
    const { keep } = (element as HTMLElement).dataset;
    return keep === undefined ? undefined : this.#parts[Number(keep)];
  }
}

export interface DrawContext {
  parts: PartRegistry;
  /** Label of the box for a node that cannot be edited. */
  boxText(type: string): string;
}

/** Elements by decoration. */
export const inlineTags: Readonly<Record<string, string>> = {
  BOLD: "strong",
  ITALIC: "em",
  UNDERLINE: "u",
  STRIKETHROUGH: "s",
  SUPERSCRIPT: "sup",
  SUBSCRIPT: "sub",
  LINK: "a",
};

/** Creates the elements of a document. Unsupported nodes become boxes. */
export function drawNodes(nodes: readonly RichNode[], context: DrawContext, depth = 0): HTMLElement[] {
  return nodes.map((node) => drawNode(node, context, depth));
}

function drawNode(node: RichNode, context: DrawContext, depth: number): HTMLElement {
  const tag = depth < maxDepth ? tagOf(node) : undefined;
  const element = document.createElement(tag ?? "div");
  context.parts.register(element, node);
  if (!tag) return boxed(element, context.boxText(node.type));
  if (tag === "p" || tag.startsWith("h")) {
    if (tag !== "p") element.dataset.level = String(levelOf(node));
    drawRuns(element, runsOf(node), context);
    return element;
  }
  element.append(...drawNodes(childrenOf(node), context, depth + 1));
  if (element instanceof HTMLOListElement && isRecord(node.orderedListData)) {
    const { start } = node.orderedListData;
    if (typeof start === "number") element.start = start;
  }
  return element;
}

function boxed(element: HTMLElement, text: string): HTMLElement {
  element.contentEditable = "false";
  element.className = "site-rich-box";
  element.textContent = text;
  return element;
}

const levelOf = ({ headingData }: RichNode): number => {
  const level = isRecord(headingData) ? headingData.level : undefined;
  return typeof level === "number" && level >= 1 && level <= 6 ? level : 2;
};

/** The page has a single `h1`, outside the content. */
export const headingTag = (level: number): string => `h${Math.max(2, level)}`;

/** Lists and quotes are editable if all their content is; anything else is a box. */
function tagOf(node: RichNode): string | undefined {
  const children = childrenOf(node);
  const isAll = (...types: string[]) => children.length > 0 && children.every(({ type }) => types.includes(type));
  switch (node.type) {
    case "PARAGRAPH":
      return "p";
    case "HEADING":
      return headingTag(levelOf(node));
    case "BULLETED_LIST":
      return isAll("LIST_ITEM") ? "ul" : undefined;
    case "ORDERED_LIST":
      return isAll("LIST_ITEM") ? "ol" : undefined;
    case "LIST_ITEM":
      return children[0]?.type === "PARAGRAPH" && !children.some(({ type }) => type === "TEXT") ? "li" : undefined;
    case "BLOCKQUOTE":
      return isAll("PARAGRAPH") ? "blockquote" : undefined;
    default:
      return undefined;
  }
}

/** Replaces a block's content with text. */
export function drawRuns(block: HTMLElement, runs: readonly Run[], { parts, boxText }: DrawContext): void {
  const pieces = runs.map((run) => {
    if ("node" in run) {
      const box = boxed(document.createElement("span"), boxText(run.node.type));
      parts.register(box, run.node);
      return box;
    }
    const lines = run.text
      .split("\n")
      .flatMap((line, index) => (index > 0 ? [document.createElement("br"), line] : line));
    return run.decorations.reduceRight<HTMLElement | DocumentFragment>((inside, decoration) => {
      const isCode = isRecord(decoration.fontFamilyData) && decoration.fontFamilyData.value === inlineCodeFontFamily;
      const tag = Object.hasOwn(inlineTags, decoration.type) ? inlineTags[decoration.type] : undefined;
      const element = document.createElement(isCode ? "code" : (tag ?? "span"));
      parts.register(element, decoration);
      const href = element instanceof HTMLAnchorElement && safeUrl(urlOfLink(decoration))?.href;
      if (href) element.setAttribute("href", href);
      element.append(inside);
      return element;
    }, fragmentOf(lines));
  });
  block.replaceChildren(...pieces);
  fill(block);
}

function fragmentOf(nodes: readonly (Node | string)[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...nodes.filter((node) => node !== ""));
  return fragment;
}

/** An empty line requires a break to have height and a caret position. */
export function fill(block: Element): void {
  const last = lastLeaf(block);
  if (!last || last.nodeName === "BR") {
    // A trailing line feed requires a second break.
    const isFiller = last instanceof HTMLElement && last.dataset.filler !== undefined;
    if (isFiller) return;
    const filler = document.createElement("br");
    filler.dataset.filler = "";
    block.append(filler);
  } else for (const filler of block.querySelectorAll("br[data-filler]")) filler.remove();
}

function lastLeaf(node: Node): Node | undefined {
  let last: Node | null = node.lastChild;
  while (last) {
    if (last.nodeType === 3 && (last as Text).data === "") {
      const before: Node | null = last.previousSibling;
      (last as Text).remove();
      last = before;
    } else if (last.lastChild && (last as HTMLElement).contentEditable !== "false") last = last.lastChild;
    else return last;
  }
  return undefined;
}

/** Decorations by element, in the editor, pasted text and HTML. */
const decorationTags: Readonly<Record<string, RichDecoration>> = {
  B: decorations.BOLD,
  STRONG: decorations.BOLD,
  I: decorations.ITALIC,
  EM: decorations.ITALIC,
  U: decorations.UNDERLINE,
  S: { type: "STRIKETHROUGH", strikethroughData: true },
  DEL: { type: "STRIKETHROUGH", strikethroughData: true },
  SUP: { type: "SUPERSCRIPT", superscriptData: true },
  SUB: { type: "SUBSCRIPT", subscriptData: true },
  CODE: { type: "FONT_FAMILY", fontFamilyData: { value: inlineCodeFontFamily } },
};

/** How to read elements other than the editor's. */
export interface ReadContext {
  parts?: PartRegistry | undefined;
  /** Decoration of an inline element; `undefined` reads only its text. */
  inline?: ((element: Element) => RichDecoration | undefined) | undefined;
  /** A node for an element retained as a whole; `undefined` reads its content. */
  whole?: ((element: Element) => RichNode | undefined) | undefined;
  /** The node of an unedited element. */
  untouched?: ((element: Element) => RichNode | undefined) | undefined;
  /** Further properties for an element's node or decoration. */
  more?: ((element: Element) => object) | undefined;
  /** Whether to collapse white space, as in HTML. */
  isCollapsed?: boolean;
  /** Ids in use. */
  ids: Set<string>;
  makeId(): string;
}

export const readContext = (more: Partial<ReadContext> = {}): ReadContext => ({
  ids: new Set(),
  makeId: newId,
  ...more,
});

/** The node of an element, with a unique id. */
export function createNode(
  element: Element | undefined,
  context: ReadContext,
  type: string,
  nodes: RichNode[],
  data: object = {},
): RichNode {
  const former = element && context.parts?.of(element)?.value;
  const { type: formerType, id: formerId, source: _source, ...rest } = (former ?? {}) as Partial<RichNode>;
  const isSame = formerType === type;
  const id = typeof formerId === "string" && !context.ids.has(formerId) ? formerId : context.makeId();
  if (id !== "") context.ids.add(id);
  const common = isSame ? rest : rest.style === undefined ? {} : { style: rest.style };
  return { type, id, ...common, ...data, ...(element && context.more?.(element)), nodes };
}

const blockTags =
  /^(?:P|DIV|H[1-6]|UL|OL|LI|BLOCKQUOTE|PRE|TABLE|TBODY|THEAD|TR|HR|SECTION|ARTICLE|MAIN|HEADER|FOOTER|FIGURE|DL)$/;
const ignoredTags = /^(?:SCRIPT|STYLE|TEMPLATE|HEAD|TITLE|META|LINK|NOSCRIPT|IFRAME|OBJECT)$/;

/** Reads elements to nodes. */
export function readBlocks(parent: Element, context: ReadContext): RichNode[] {
  const blocks: RichNode[] = [];
  let loose: Node[] = [];
  const flush = () => {
    const runs = readRuns(loose, context);
    loose = [];
    if (runs.some((run) => "node" in run || run.text.trim() !== ""))
      blocks.push(createNode(undefined, context, "PARAGRAPH", nodesOf(runs)));
  };
  for (const child of parent.childNodes) {
    const isBlock =
      child instanceof Element &&
      (blockTags.test(child.tagName) || (context.parts?.of(child) && child.matches("div.site-rich-box")));
    if (!isBlock) {
      loose.push(child);
      continue;
    }
    flush();
    const same = context.untouched?.(child);
    blocks.push(...(same ? [same] : readBlock(child, context)));
  }
  flush();
  return blocks;
}

function readBlock(element: Element, context: ReadContext): RichNode[] {
  const { tagName } = element;
  if (element.matches(".site-rich-box")) {
    const box = context.parts?.of(element)?.value;
    return box ? [box as RichNode] : [];
  }
  const whole = context.whole?.(element);
  if (whole) return [whole];
  const former = context.parts?.of(element)?.value;
  if (tagName === "P") {
    // Text style is retained when a heading becomes text and vice versa.
    const { textStyle } = Object(former?.headingData);
    const data = former?.type === "HEADING" && textStyle ? { paragraphData: { textStyle } } : {};
    return [createNode(element, context, "PARAGRAPH", nodesOf(readRuns(element.childNodes, context)), data)];
  }
  if (/^H[1-6]$/.test(tagName)) {
    const level = Number((element as HTMLElement).dataset.level ?? tagName[1]);
    const { textStyle } = Object(former?.paragraphData);
    const data = { headingData: { ...Object(former?.headingData), ...(textStyle && { textStyle }), level } };
    return [createNode(element, context, "HEADING", nodesOf(readRuns(element.childNodes, context)), data)];
  }
  if (tagName === "UL" || tagName === "OL") {
    const items = [...element.children].flatMap((child) =>
      child.tagName === "LI"
        ? [createNode(child, context, "LIST_ITEM", withText(readBlocks(child, context), context))]
        : [],
    );
    return items.length > 0
      ? [createNode(element, context, tagName === "UL" ? "BULLETED_LIST" : "ORDERED_LIST", items)]
      : [];
  }
  if (tagName === "BLOCKQUOTE") {
    const inside = withText(readBlocks(element, context), context);
    return [
      createNode(
        element,
        context,
        "BLOCKQUOTE",
        inside.map((node) => (node.type === "HEADING" ? asText(node) : node)),
      ),
    ];
  }
  return readBlocks(element, context);
}

const asText = ({ type: _type, headingData: _data, ...node }: RichNode): RichNode =>
  ({ ...node, type: "PARAGRAPH" }) as RichNode;

/** List items start with a paragraph. */
const withText = (nodes: RichNode[], context: ReadContext): RichNode[] =>
  nodes[0]?.type === "PARAGRAPH" || nodes[0]?.type === "HEADING"
    ? nodes
    : [createNode(undefined, context, "PARAGRAPH", []), ...nodes];

/** The text of a block, without a trailing break for the caret. */
export function readRuns(nodes: Iterable<Node>, context: ReadContext): Run[] {
  const runs: Run[] = [];
  for (const node of nodes) readRun(node, [], context, runs);
  const result = mergeRuns(runs);
  const last = result.at(-1);
  if (context.isCollapsed) return trimmed(result);
  if (last && !("node" in last) && last.text.endsWith("\n") && !context.parts) {
    result[result.length - 1] = { ...last, text: last.text.slice(0, -1) };
  }
  return mergeRuns(result);
}

function readRun(node: Node, around: readonly RichDecoration[], context: ReadContext, runs: Run[]): void {
  if (node.nodeType === 3) {
    const { data } = node as Text;
    runs.push({ text: context.isCollapsed ? data.replace(/[ \t\r\n\f]+/g, " ") : data, decorations: [...around] });
    return;
  }
  if (!(node instanceof Element) || ignoredTags.test(node.tagName)) return;
  if (node.tagName === "BR") {
    if ((node as HTMLElement).dataset.filler === undefined) runs.push({ text: "\n", decorations: [...around] });
    return;
  }
  const part = context.parts?.of(node)?.value;
  if (part && node.matches(".site-rich-box")) {
    runs.push({ node: part as RichNode });
    return;
  }
  const whole = context.whole?.(node);
  if (whole) {
    runs.push({ node: whole });
    return;
  }
  const drawn = decorationOf(node);
  const decoration = part
    ? (part as RichDecoration)
    : drawn
      ? { ...drawn, ...context.more?.(node) }
      : context.inline?.(node);
  const isNew = decoration && (part || !around.some(({ type }) => type === decoration.type));
  for (const child of node.childNodes) readRun(child, isNew ? [...around, decoration] : around, context, runs);
}

function decorationOf(element: Element): RichDecoration | undefined {
  if (!(element instanceof HTMLAnchorElement)) return decorationTags[element.tagName];
  const href = safeUrl(element.getAttribute("href") ?? "")?.href;
  return href ? linkTo(href) : undefined;
}

/** Trims white space at both ends. */
function trimmed(runs: Run[]): Run[] {
  const result = runs.map((run) => ("node" in run ? run : { ...run, text: run.text.replace(/ *\n */g, "\n") }));
  const first = result[0];
  if (first && !("node" in first)) first.text = first.text.trimStart();
  const last = result.at(-1);
  if (last && !("node" in last)) last.text = last.text.trimEnd();
  return mergeRuns(result);
}
