import { type DrawContext, drawNodes, drawRuns, fill, headingTag, readContext, readRuns } from "./rich-dom.ts";
import {
  changeRuns,
  childrenOf,
  decorations,
  linkTo,
  type RichDecoration,
  type RichNode,
  type Run,
  runsOf,
  type Style,
  urlOfLink,
  withUrl,
} from "./rich-nodes.ts";
import { type Marked, mark, readMarked, selectedRange, textBlocks } from "./rich-selection.ts";

export type Format = Style | "H2" | "H3" | "UL" | "OL" | "BLOCKQUOTE" | "LINK";

const runsIn = (block: HTMLElement, { parts: kept }: DrawContext): Run[] =>
  readRuns(block.childNodes, readContext({ parts: kept }));

/** Decorations of the selected runs, or of the run before the caret. */
function markedRuns(marked: Marked, context: DrawContext): RichDecoration[][] {
  return marked.blocks.flatMap((block) => {
    const runs = runsIn(block, context);
    const [from, to] = selectedRange(marked, block, runs);
    const found: RichDecoration[][] = [];
    const collect = (of: RichDecoration[]) => {
      found.push(of);
      return of;
    };
    changeRuns(runs, marked.isCollapsed ? Math.max(0, from - 1) : from, marked.isCollapsed ? from : to, collect);
    return found;
  });
}

/** Formats that the whole selection has. */
export function formatsOf(root: HTMLElement, context: DrawContext): Set<Format> {
  const marked = readMarked(root);
  if (!marked) return new Set();
  const runs = markedRuns(marked, context);
  const isAll = (format: Format) => {
    if (format === "UL" || format === "OL")
      return marked.blocks.every((block) => block.closest("ul, ol")?.tagName === format);
    if (format === "BLOCKQUOTE") return marked.blocks.every((block) => block.closest("blockquote"));
    if (format === "H2" || format === "H3")
      return marked.blocks.every((block) => block.dataset.level === format[1] && block.tagName !== "P");
    return runs.length > 0 && runs.every((of) => of.some(({ type }) => type === format));
  };
  const all: readonly Format[] = ["BOLD", "ITALIC", "UNDERLINE", "H2", "H3", "UL", "OL", "BLOCKQUOTE", "LINK"];
  return new Set(all.filter(isAll));
}

/** URL of the link at the caret; empty if none. */
export function linkAt(root: HTMLElement, context: DrawContext): string {
  const marked = readMarked(root);
  const link = marked && markedRuns(marked, context)[0]?.find(({ type }) => type === "LINK");
  return link ? urlOfLink(link) : "";
}

function changeMarked(marked: Marked, context: DrawContext, change: (of: RichDecoration[]) => RichDecoration[]): void {
  for (const block of marked.blocks) {
    const runs = runsIn(block, context);
    const [from, to] = selectedRange(marked, block, runs);
    drawRuns(block, changeRuns(runs, from, to, change), context);
  }
  mark(marked);
}

export function setStyle(marked: Marked, context: DrawContext, style: Style, isOn: boolean): void {
  const decoration = decorations[style];
  changeMarked(marked, context, (of) => {
    const others = of.filter(({ type }) => type !== style);
    return isOn ? [...others, decoration] : others;
  });
}

/**
 * Sets or removes the link of the selection. Without a selection, changes the link at the caret, or else inserts the
 * URL as text.
 */
export function setLink(marked: Marked, context: DrawContext, url: string): void {
  const change = (of: RichDecoration[]) => {
    const former = of.find(({ type }) => type === "LINK");
    const others = of.filter(({ type }) => type !== "LINK");
    return url === "" ? others : [former ? withUrl(former, url) : linkTo(url), ...others];
  };
  if (!marked.isCollapsed) {
    changeMarked(marked, context, change);
    return;
  }
  const block = marked.blocks[0]!;
  const runs = runsIn(block, context);
  let place = 0;
  for (const run of runs) {
    const from = place;
    place += "node" in run ? 1 : run.text.length;
    const isHere = !("node" in run) && from < marked.from && marked.from <= place;
    if (isHere && run.decorations.some(({ type }) => type === "LINK")) {
      drawRuns(block, changeRuns(runs, from, place, change), context);
      mark(marked);
      return;
    }
  }
  if (url !== "") insertRuns(marked, context, [{ text: url, decorations: [linkTo(url)] }]);
}

/** Inserts runs at the caret, which moves behind them. */
export function insertRuns(marked: Marked, context: DrawContext, added: readonly Run[]): void {
  const block = marked.blocks[0]!;
  const runs = runsIn(block, context);
  const before = cut(runs, 0, marked.from);
  const after = cut(runs, marked.from, Number.POSITIVE_INFINITY);
  drawRuns(block, [...before, ...added, ...after], context);
  const length = added.reduce((sum, run) => sum + ("node" in run ? 1 : run.text.length), 0);
  mark({ blocks: [block], from: marked.from + length, to: marked.from + length });
}

function cut(runs: readonly Run[], from: number, to: number): Run[] {
  let place = 0;
  return runs.flatMap((run) => {
    const start = place;
    place += "node" in run ? 1 : run.text.length;
    if (place <= from || start >= to) return [];
    return "node" in run ? run : { ...run, text: run.text.slice(Math.max(0, from - start), to - start) };
  });
}

function renamed(block: HTMLElement, tag: string): HTMLElement {
  const element = document.createElement(tag);
  if (block.dataset.keep !== undefined) element.dataset.keep = block.dataset.keep;
  element.append(...block.childNodes);
  block.replaceWith(element);
  return element;
}

/** Moves blocks out of their list item or quote; surrounding content stays. */
export function liftOut(block: HTMLElement): void {
  const frame = block.closest<HTMLElement>("li, blockquote");
  if (!frame) return;
  if (frame.tagName === "BLOCKQUOTE") {
    const rest = after(frame, block);
    frame.after(block, ...(rest ? [rest] : []));
    if (frame.childElementCount === 0) frame.remove();
    return;
  }
  const list = frame.parentElement!;
  const outer = list.parentElement?.closest("li");
  const rest = after(list, frame);
  if (outer) {
    // One level up is the outer list.
    if (rest) frame.append(rest);
    outer.after(frame);
  } else {
    list.after(...frame.childNodes, ...(rest ? [rest] : []));
    frame.remove();
  }
  if (list.childElementCount === 0) list.remove();
}

/** Splits off the content after `child` into a clone of the parent; `undefined` if there is none. */
function after(parent: HTMLElement, child: Node): HTMLElement | undefined {
  if (!child.nextSibling) return undefined;
  const twin = parent.cloneNode(false) as HTMLElement;
  while (child.nextSibling) twin.append(child.nextSibling);
  return twin;
}

const isIn = (block: HTMLElement) => block.closest("li, blockquote") !== null;

/** Turns blocks into headings, lists or a quote, or back into text. */
export function toggleBlocks(
  marked: Marked,
  root: HTMLElement,
  format: Exclude<Format, Style | "LINK">,
  isOn: boolean,
): void {
  let blocks = marked.blocks;
  const lift = () => {
    for (const block of blocks) while (isIn(block)) liftOut(block);
  };
  if (format === "H2" || format === "H3") {
    lift();
    blocks = blocks.map((block) => {
      const element = renamed(block, isOn ? "p" : headingTag(Number(format[1])));
      if (!isOn) element.dataset.level = format[1];
      return element;
    });
  } else if (isOn) {
    for (const block of blocks) if (isIn(block)) liftOut(block);
  } else if (format !== "BLOCKQUOTE" && blocks.every((block) => block.closest("ul, ol"))) {
    for (const list of new Set(blocks.map((block) => block.closest<HTMLElement>("ul, ol")!))) renamed(list, format);
  } else {
    lift();
    blocks = blocks.map((block) => (block.tagName === "P" ? block : renamed(block, "p")));
    const frame = document.createElement(format);
    blocks[0]?.before(frame);
    for (const block of blocks) {
      if (format === "BLOCKQUOTE") frame.append(block);
      else {
        const item = document.createElement("li");
        item.append(block);
        frame.append(item);
      }
    }
  }
  normalizeDom(root);
  mark({ ...marked, blocks });
}

/** Enter: splits the block or item; leaves the list or quote if empty. */
export function splitBlock(root: HTMLElement, context: DrawContext): void {
  const marked = readMarked(root);
  const block = marked?.blocks[0];
  const selection = document.getSelection();
  if (!marked || !block || !selection) return;
  const isEmpty = block.textContent === "" && !block.querySelector("[contenteditable=false]");
  if (isEmpty && isIn(block)) {
    liftOut(block);
    normalizeDom(root);
    mark({ blocks: [block], from: 0, to: 0 });
    return;
  }
  const range = selection.getRangeAt(0);
  range.setEnd(block, block.childNodes.length);
  const rest = range.extractContents();
  const isAtEnd = rest.textContent === "" && !rest.querySelector("[contenteditable=false]");
  // A paragraph follows a heading.
  const next = (isAtEnd && block.tagName !== "P" ? document.createElement("p") : block.cloneNode(false)) as HTMLElement;
  next.append(rest);
  const item = block.parentElement?.tagName === "LI" ? block.parentElement : undefined;
  if (item) {
    const twin = item.cloneNode(false) as HTMLElement;
    twin.append(next);
    while (block.nextSibling) twin.append(block.nextSibling);
    item.after(twin);
  } else block.after(next);
  // Splitting may leave empty format elements.
  for (const one of [block, next]) drawRuns(one, runsIn(one, context), context);
  mark({ blocks: [next], from: 0, to: 0 });
}

/** Backspace at the start of a block turns it into text. @returns Whether it did. */
export function unwrapAtStart(root: HTMLElement): boolean {
  const marked = readMarked(root);
  const block = marked?.blocks[0];
  if (!marked?.isCollapsed || marked.from > 0 || !block) return false;
  if (isIn(block) && !block.previousElementSibling) liftOut(block);
  else if (block.tagName !== "P") {
    mark({ blocks: [renamed(block, "p")], from: 0, to: 0 });
    return true;
  } else return false;
  normalizeDom(root);
  mark({ blocks: [block], from: 0, to: 0 });
  return true;
}

/** Inserts pasted nodes at the caret. */
export function insertNodes(root: HTMLElement, context: DrawContext, nodes: readonly RichNode[]): void {
  const marked = readMarked(root);
  const block = marked?.blocks[0];
  if (!marked || !block || nodes.length === 0) return;
  const [only] = nodes;
  if (nodes.length === 1 && only?.type === "PARAGRAPH") {
    insertRuns(marked, context, runsOf(only));
    return;
  }
  const isInside = isIn(block);
  // Lists are not nested: their text is inserted.
  const flat = isInside
    ? nodes.flatMap(function texts(node): RichNode[] {
        return node.type === "PARAGRAPH" || node.type === "HEADING" ? [node] : childrenOf(node).flatMap(texts);
      })
    : nodes;
  const drawn = drawNodes(flat, context).map((element) =>
    isInside && element.tagName !== "P" ? renamed(element, "p") : element,
  );
  splitBlock(root, context);
  const next = readMarked(root)?.blocks[0];
  if (!next) return;
  next.before(...drawn);
  if (block.textContent === "" && !isInside) block.remove();
  const isOver = next.textContent === "" && !next.querySelector("[contenteditable=false]");
  if (isOver && !isInside) next.remove();
  normalizeDom(root);
  const last = drawn.at(-1)!;
  const end = last.matches(textBlocks) ? last : ([...last.querySelectorAll<HTMLElement>(textBlocks)].at(-1) ?? next);
  const length = runsIn(end, context).reduce((sum, run) => sum + ("node" in run ? 1 : run.text.length), 0);
  mark({ blocks: [end], from: length, to: length });
}

/** Removes what browsers leave behind: loose text and their own elements. */
export function normalizeDom(root: HTMLElement): void {
  const selection = document.getSelection();
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = selection ?? {};
  let isChanged = false;
  for (const stray of root.querySelectorAll<HTMLElement>("div:not(.site-rich-box)")) {
    renamed(stray, "p");
    isChanged = true;
  }
  for (const span of root.querySelectorAll<HTMLElement>("span:not([data-keep]), font")) {
    span.replaceWith(...span.childNodes);
    isChanged = true;
  }
  for (const frame of [root, ...root.querySelectorAll<HTMLElement>("li, blockquote")]) {
    for (const child of [...frame.childNodes]) {
      if (child instanceof HTMLElement && child.matches(`${textBlocks}, ul, ol, blockquote, .site-rich-box`)) continue;
      const before = child.previousSibling;
      const block =
        before instanceof HTMLElement && before.dataset.loose !== undefined ? before : document.createElement("p");
      if (block !== before) {
        block.dataset.loose = "";
        child.before(block);
      }
      block.append(child);
      isChanged = true;
    }
  }
  for (const block of root.querySelectorAll<HTMLElement>("[data-loose]")) delete block.dataset.loose;
  for (const frame of root.querySelectorAll("ul:empty, ol:empty, li:empty, blockquote:empty")) frame.remove();
  if (root.childElementCount === 0) root.append(document.createElement("p"));
  for (const block of root.querySelectorAll<HTMLElement>(textBlocks)) {
    const only = block.childNodes.length === 1 ? block.firstChild : null;
    if (only instanceof HTMLBRElement) only.dataset.filler = "";
    fill(block);
  }
  if (isChanged && anchorNode && focusNode && root.contains(anchorNode) && root.contains(focusNode)) {
    const most = (node: Node) => (node.nodeType === 3 ? (node as Text).data.length : node.childNodes.length);
    selection?.setBaseAndExtent(
      anchorNode,
      Math.min(anchorOffset, most(anchorNode)),
      focusNode,
      Math.min(focusOffset, most(focusNode)),
    );
  }
}
