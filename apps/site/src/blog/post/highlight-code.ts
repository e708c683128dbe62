import type { RichContent } from "@porchlight/client/blog";

type RichContentNode = RichContent["nodes"][number];

/** Longer blocks are not highlighted, and neither is the code of a text beyond that in total. */
const maxBlockLength = 20_000;
const maxTotalLength = 100_000;
/** Levels of blocks around a code block, such as a collapsible list or a layout. */
const maxDepth = 8;

/**
 * The content with the tokens of its code blocks, which `RichContent` shows. Loads the highlighter only if a block has
 * a known language; on the first page, that happens on the server.
 */
export async function highlightCode<Content extends RichContent>(content: Content): Promise<Content> {
  if (!content.nodes.some((node) => hasCode(node))) return content;
  const { tokenize } = await import("./tokenize-code.ts");
  let total = 0;
  function highlight(node: RichContentNode, depth: number): RichContentNode {
    if (!hasCode(node, depth)) return node;
    if (node.type !== "CODE_BLOCK") return { ...node, nodes: node.nodes?.map((child) => highlight(child, depth + 1)) };
    const code = (node.nodes ?? []).map(({ textData }) => textData?.text ?? "").join("");
    total += code.length;
    if (code.length > maxBlockLength || total > maxTotalLength) return node;
    const tokens = tokenize(code, node.codeBlockData?.language ?? "");
    const highlighted = { ...node.codeBlockData, tokens };
    return tokens === undefined ? node : { ...node, codeBlockData: highlighted };
  }
  return { ...content, nodes: content.nodes.map((node) => highlight(node, 0)) };
}

/** Whether it is or contains a code block with a language. */
function hasCode({ type, codeBlockData, nodes }: RichContentNode, depth = 0): boolean {
  if (type === "CODE_BLOCK") return Boolean(codeBlockData?.language);
  return depth < maxDepth && (nodes?.some((node) => hasCode(node, depth + 1)) ?? false);
}
