import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";

/**
 * Assigns an id to every node that has none or whose id an earlier node has, as after a block was split or copied.
 * Links to a node lead to the first one. TEXT nodes have no ids.
 *
 * @param opaque Nodes in which only duplicate ids are replaced.
 */
export function assignIds(nodes: RichContentNode[], opaque: ReadonlySet<RichContentNode>): void {
  const taken = new Set<string>();
  const visit = (siblings: RichContentNode[], isOpaque: boolean) => {
    for (const node of siblings) {
      if (typeof node !== "object" || node === null) continue;
      const isUnchanged = isOpaque || opaque.has(node);
      if (node.id ? taken.has(node.id) : !isUnchanged && node.type !== "TEXT") {
        node.id = node.type === "TEXT" ? "" : newId(taken);
      }
      if (node.id) taken.add(node.id);
      if (Array.isArray(node.nodes)) visit(node.nodes, isUnchanged);
    }
  };
  visit(nodes, false);
}

function newId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = crypto.randomUUID().slice(0, 8);
    if (!taken.has(id)) return id;
  }
}
