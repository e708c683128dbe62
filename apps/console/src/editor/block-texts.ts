import type { DraftPost } from "@porchlight/client/blog";

type Node = NonNullable<DraftPost["richContent"]>["nodes"][number];

/** Blocks that contain text directly. */
const textBlocks = new Set(["PARAGRAPH", "HEADING", "CODE_BLOCK"]);

/** The text of each block of a document, in order; the type and data of blocks without text. */
export function blockTexts(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node): string[] => {
    if (textBlocks.has(node.type)) {
      const words = (node.nodes ?? []).map(({ textData }) => textData?.text ?? "").join("");
      if (words.trim() === "") return [];
      return [node.type === "HEADING" ? `${"#".repeat(Number(node.headingData?.level ?? 2))} ${words}` : words];
    }
    if (node.nodes?.length) return blockTexts(node.nodes);
    return [`[${node.type}] ${describe(node)}`.trim()];
  });
}

/** What a reader notices of a block without text: its title, description or address. */
function describe(node: Node): string {
  const data = Object.entries(node).find(([name]) => name.endsWith("Data"))?.[1];
  const found: string[] = [];
  const visit = (value: unknown, name: string): void => {
    if (typeof value === "string" && /^(?:altText|url|title|text|html|src|name)$/.test(name)) found.push(value);
    else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) visit(inner, Array.isArray(value) ? name : key);
  };
  visit(data, "");
  return [...new Set(found)].filter(Boolean).join(", ");
}
