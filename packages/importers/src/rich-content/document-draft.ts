import {
  type Decoration,
  type Link,
  maxRichContentDepth,
  type RichContent,
  type RichContentNode,
} from "@porchlight/contract/blog/rich-content/rich-content";
import { createTextNodes, hasVisibleText, type InlineRun } from "./html/inline-runs.ts";

/** Blocks of one container, and the text that becomes the next of them. */
export interface Flow {
  blocks: RichContentNode[];
  runs: InlineRun[];
  /** In titles and headings, blocks become one line. */
  inlineOnly: boolean;
}

export function createFlow(inlineOnly = false): Flow {
  return { blocks: [], runs: [], inlineOnly };
}

/** Each is compared with every unresolved link. */
const maxOpenEndedNames = 200;

/** A target of links within the document. */
interface LinkTarget {
  node: RichContentNode;
  names: string[];
}

/** Collects nodes, then assigns ids and resolves links within the document. */
export interface DocumentDraft {
  /** Makes the next finished block a target with this name. */
  nameNextBlock(name: string): void;
  /**
   * Makes `node` a target with this name; the first name becomes its id if it is free. With `isOpenEnded` the link may
   * have a suffix, as programs write that put images into words: `#news-crab` for "News 🦀".
   */
  nameBlock(node: RichContentNode, name: string, isOpenEnded?: boolean): void;
  /**
   * Returns a link to a target of this document, which gets its anchor in `finish`. `line` is for the note if there is
   * no such target.
   */
  linkTo(name: string, line: number): Link;
  /** Creates a block from the waiting text and clears it; undefined if no text is visible. */
  finishRuns(
    flow: Flow,
    create: (text: RichContentNode[]) => RichContentNode,
    preserved?: boolean,
  ): RichContentNode | undefined;
  finishBlock(node: RichContentNode): RichContentNode;
  /** Returns the document. Call it once, after the last node. */
  finish(nodes: RichContentNode[]): RichContent;
}

export function createDocumentDraft(warn: (line: number, reason: string) => void): DocumentDraft {
  const targets = new Map<RichContentNode, LinkTarget>();
  const links: { link: Link; name: string; line: number }[] = [];
  const openEnded: { looseName: string; node: RichContentNode }[] = [];
  let pendingNames: string[] = [];

  function nameBlock(node: RichContentNode, name: string, isOpenEnded = false) {
    if (isOpenEnded && openEnded.length < maxOpenEndedNames) openEnded.push({ looseName: looseName(name), node });
    const place = targets.get(node) ?? { node, names: [] };
    place.names.push(name);
    targets.set(node, place);
  }

  function finishBlock(node: RichContentNode) {
    for (const name of pendingNames) nameBlock(node, name);
    pendingNames = [];
    return node;
  }

  function finishRuns(flow: Flow, create: (text: RichContentNode[]) => RichContentNode, preserved = false) {
    const runs = flow.runs;
    flow.runs = [];
    if (!preserved && !hasVisibleText(runs)) return undefined;
    return finishBlock(create(createTextNodes(runs, preserved)));
  }

  function finish(nodes: RichContentNode[]): RichContent {
    const ids = createIds();
    const byName = new Map<string, RichContentNode>();
    for (const { node, names } of targets.values()) {
      for (const name of names) if (!byName.has(name)) byName.set(name, node);
      node.id = ids.claim(names[0] ?? "");
    }
    resolveLinks(byName);
    assignIds(nodes, ids);
    return { nodes, metadata: { version: 1 }, documentStyle: {} };
  }

  function resolveLinks(byName: Map<string, RichContentNode>) {
    const byLooseName = new Map<string, RichContentNode>();
    for (const [name, node] of byName) {
      const loose = looseName(name);
      if (loose !== "" && !byLooseName.has(loose)) byLooseName.set(loose, node);
    }
    for (const { link, name, line } of links) {
      const loose = looseName(name);
      const open = openEnded.find((place) => place.looseName !== "" && loose.startsWith(place.looseName));
      const node = byName.get(name) ?? byLooseName.get(loose) ?? open?.node;
      if (node !== undefined) link.anchor = node.id;
      else warn(line, `The post has no heading or anchor "${name.slice(0, 100)}"; only the link's text is imported.`);
    }
  }

  return {
    nameNextBlock: (name) => pendingNames.push(name),
    nameBlock,
    linkTo(name, line) {
      const link: Link = {};
      links.push({ link, name, line });
      return link;
    },
    finishRuns,
    finishBlock,
    finish,
  };
}

/** Assigns missing ids in document order. Links without a target become text. */
function assignIds(nodes: RichContentNode[], ids: Ids) {
  let count = 0;
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.textData !== undefined) continue;
    removeDeadLinks(node);
    if (node.id === "") {
      do count += 1;
      while (ids.has(`n${count}`));
      node.id = `n${count}`;
    }
    if (node.imageData?.link !== undefined && Object.keys(node.imageData.link).length === 0) delete node.imageData.link;
    for (let index = node.nodes.length - 1; index >= 0; index -= 1) {
      const child = node.nodes[index];
      if (child !== undefined) waiting.push(child);
    }
  }
}

function removeDeadLinks(block: RichContentNode) {
  const hasTarget = ({ type, linkData }: Decoration) =>
    type !== "LINK" || linkData?.link?.url !== undefined || linkData?.link?.anchor !== undefined;
  if (block.nodes.every(({ textData }) => textData === undefined || textData.decorations.every(hasTarget))) return;
  const merged: RichContentNode[] = [];
  for (const node of block.nodes) {
    if (node.textData !== undefined) node.textData.decorations = node.textData.decorations.filter(hasTarget);
    const previous = merged.at(-1)?.textData;
    const isPlain = node.textData?.decorations.length === 0 && previous?.decorations.length === 0;
    if (isPlain && previous !== undefined) previous.text += node.textData?.text ?? "";
    else merged.push(node);
  }
  block.nodes = merged;
}

interface Ids {
  /** Returns `preferred`, or with a number as suffix if it is taken. */
  claim(preferred: string): string;
  has(id: string): boolean;
}

function createIds(): Ids {
  const taken = new Set<string>();
  const lastSuffixes = new Map<string, number>();
  return {
    claim(preferred) {
      const base = preferred.replace(/\s+/g, "-").slice(0, 100) || "section";
      let suffix = lastSuffixes.get(base) ?? 0;
      let id = base;
      for (; taken.has(id); id = `${base}-${suffix}`) suffix += 1;
      lastSuffixes.set(base, suffix);
      taken.add(id);
      return id;
    },
    has: (id) => taken.has(id),
  };
}

/** Programs create different fragments for one heading: `what-s-next`, `whats-next`. */
function looseName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Fragment of a heading: lower case, with `-` in place of everything except letters and digits. */
export function headingFragment(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

/** Whether a container of `levels` levels at `depth` has room for a paragraph and its text. */
export function hasRoomFor(levels: number, depth: number): boolean {
  return depth + levels + 2 <= maxRichContentDepth;
}
