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

/** Anyone can write to the clipboard: the result is an object of the same type, or null. */
function parseSource(text: string | undefined, type: string): NodeSource | null {
  if (!text) return null;
  try {
    const value = JSON.parse(text);
    return value?.type === type ? { ...value, nodes: [] } : null;
  } catch {
    return null;
  }
}
