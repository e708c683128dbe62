import { lengthOf, type Run } from "./rich-nodes.ts";

/** Blocks that only contain text. */
export const textBlocks = "p, h2, h3, h4, h5, h6";

/** A selection: offsets in the text of the first and last block. */
export interface Marked {
  blocks: HTMLElement[];
  /** Offset in the first block. */
  from: number;
  /** Offset in the last block. */
  to: number;
  isCollapsed: boolean;
}

const isAtom = (node: Node): boolean =>
  node instanceof HTMLElement && (node.tagName === "BR" || node.contentEditable === "false");

/** Offset of a DOM position within a block. */
function offsetOf(block: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEnd(node, offset);
  return signsIn(range.cloneContents());
}

function signsIn(node: Node): number {
  if (node.nodeType === 3) return (node as Text).data.length;
  if (node instanceof HTMLElement && node.dataset.filler !== undefined) return 0;
  if (isAtom(node)) return 1;
  return [...node.childNodes].reduce((sum, child) => sum + signsIn(child), 0);
}

/** DOM position of an offset. */
function pointAt(block: HTMLElement, place: number): [Node, number] {
  let left = place;
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node.parentElement?.closest("[contenteditable=false]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === 3) {
      if (left <= (node as Text).data.length) return [node, left];
      left -= (node as Text).data.length;
    } else if (isAtom(node)) {
      const index = [...node.parentNode!.childNodes].indexOf(node as ChildNode);
      if (left === 0) return [node.parentNode!, index];
      left -= signsIn(node);
      if (left === 0 && !node.nextSibling) return [node.parentNode!, index + 1];
    }
  }
  return [block, block.childNodes.length];
}

/** The selection within `root`; `undefined` if it is elsewhere. */
export function readMarked(root: HTMLElement): Marked | undefined {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return undefined;
  const blocks = [...root.querySelectorAll<HTMLElement>(textBlocks)].filter(
    (block) => range.intersectsNode(block) && !block.closest("[contenteditable=false]"),
  );
  const [first] = blocks;
  const last = blocks.at(-1);
  if (!first || !last) return undefined;
  return {
    blocks,
    from: first.contains(range.startContainer) ? offsetOf(first, range.startContainer, range.startOffset) : 0,
    to: last.contains(range.endContainer) ? offsetOf(last, range.endContainer, range.endOffset) : signsIn(last),
    isCollapsed: range.collapsed,
  };
}

export function mark({ blocks, from, to }: Pick<Marked, "blocks" | "from" | "to">): void {
  const [first] = blocks;
  const last = blocks.at(-1);
  if (!first || !last) return;
  document.getSelection()?.setBaseAndExtent(...pointAt(first, from), ...pointAt(last, to));
}

/** The selected range of a block. */
export function selectedRange(
  { blocks, from, to }: Marked,
  block: HTMLElement,
  runs: readonly Run[],
): [number, number] {
  const end = runs.reduce((sum, run) => sum + lengthOf(run), 0);
  return [block === blocks[0] ? from : 0, block === blocks.at(-1) ? to : end];
}

type Path = readonly number[];

const pathTo = (root: Node, node: Node): Path => {
  const path: number[] = [];
  for (let one = node; one !== root && one.parentNode; one = one.parentNode)
    path.unshift([...one.parentNode.childNodes].indexOf(one as ChildNode));
  return path;
};
const follow = (root: Node, path: Path): Node =>
  path.reduce<Node>((node, index) => node.childNodes[index] ?? node, root);

interface Snapshot {
  nodes: Node[];
  selection: { anchor: [Path, number]; focus: [Path, number] } | undefined;
}

/** Input within a second is one undo step, in milliseconds. */
const oneGo = 1000;

/** Undo history. Stored as nodes: input is never parsed as HTML. */
export class History {
  #root: HTMLElement;
  #states: Snapshot[];
  #at = 0;
  #typedAt = 0;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#states = [this.#take()];
  }

  #take(): Snapshot {
    const selection = document.getSelection();
    const { anchorNode, focusNode } = selection ?? {};
    const isHere = anchorNode && focusNode && this.#root.contains(anchorNode) && this.#root.contains(focusNode);
    return {
      nodes: [...this.#root.childNodes].map((node) => node.cloneNode(true)),
      selection: isHere
        ? {
            anchor: [pathTo(this.#root, anchorNode), selection!.anchorOffset],
            focus: [pathTo(this.#root, focusNode), selection!.focusOffset],
          }
        : undefined,
    };
  }

  /** Records the current text. */
  record(isTyping: boolean): void {
    const now = Date.now();
    const joins = isTyping && now - this.#typedAt < oneGo && this.#at > 0;
    this.#typedAt = isTyping ? now : 0;
    this.#states.splice(this.#at + 1);
    if (joins) this.#states.pop();
    this.#states.push(this.#take());
    if (this.#states.length > 100) this.#states.shift();
    this.#at = this.#states.length - 1;
  }

  /** @returns Whether there was a step. */
  go(step: -1 | 1): boolean {
    const state = this.#states[this.#at + step];
    if (!state) return false;
    this.#at += step;
    this.#typedAt = 0;
    this.#root.replaceChildren(...state.nodes.map((node) => node.cloneNode(true)));
    if (state.selection) {
      const { anchor, focus } = state.selection;
      const point = ([path, offset]: [Path, number]): [Node, number] => {
        const node = follow(this.#root, path);
        return [node, Math.min(offset, node.nodeType === 3 ? (node as Text).data.length : node.childNodes.length)];
      };
      document.getSelection()?.setBaseAndExtent(...point(anchor), ...point(focus));
    }
    return true;
  }
}
