import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";

/**
 * The rich content node that an editor node was read from, without its children: id, data, style, and keys that this
 * version does not know. `null` for a node that was created in the editor.
 */
export type NodeSource = Omit<RichContentNode, "nodes"> & { nodes?: never[] };

/** Attributes that an editor node has besides its source, as far as they are part of the source. */
export interface NativeAttribute {
  /** The value of a new node. */
  initial: unknown;
  read(source: NodeSource): unknown;
  write(source: NodeSource, value: unknown): NodeSource;
}

/** `source` in the clipboard's HTML, so that copied nodes retain their data. */
export const sourceAttribute = (type: string) => ({
  source: {
    default: null,
    parseHTML: (element: HTMLElement) => parseSource(element.dataset.source, type),
    renderHTML: ({ source }: Record<string, unknown>) => (source ? { "data-source": JSON.stringify(source) } : {}),
  },
});

function parseSource(text: string | undefined, type: string): NodeSource | null {
  const node = parseNode(text);
  return node?.type === type ? { ...node, nodes: [] } : null;
}

/** Parses a node of the clipboard, to which anyone can write. Returns null for anything but an object with a type. */
export function parseNode(text: string | undefined): RichContentNode | null {
  try {
    const value = JSON.parse(text ?? "");
    return typeof value?.type === "string" ? value : null;
  } catch {
    return null;
  }
}
