import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";

/** For tests: a paragraph nested `levels` deep in nodes of these types. */
export function nestedIn(types: readonly string[], levels: number, words: string): RichContentNode {
  const text: RichContentNode = { type: "TEXT", id: "", nodes: [], textData: { text: words, decorations: [] } };
  let node: RichContentNode = { type: "PARAGRAPH", id: `${types[0]}-p`, nodes: [text] };
  // The remaining levels are quotes, which may contain all other types.
  const rest = (levels - 2) % types.length;
  for (let level = 0; level < rest; level++) node = { type: "BLOCKQUOTE", id: `${types[0]}-q${level}`, nodes: [node] };
  for (let level = 0; level < levels - 2 - rest; level++) {
    const type = types.at(-1 - (level % types.length)) ?? "";
    const siblings: RichContentNode[] =
      type === "COLLAPSIBLE_ITEM"
        ? [
            {
              type: "COLLAPSIBLE_ITEM_TITLE",
              id: `${level}-t`,
              nodes: [{ ...text, textData: { text: "More", decorations: [] } }],
            },
          ]
        : [];
    node = { type, id: `${types[0]}-${level}`, nodes: [...siblings, node] };
  }
  return node;
}
