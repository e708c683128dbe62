import type { RichContent } from "@porchlight/client/blog";
import { describe, expect, it } from "vitest";
import { highlightCode } from "./highlight-code.ts";

const codeBlock = (text: string, language?: string) => ({
  type: "CODE_BLOCK" as const,
  id: "",
  nodes: [{ type: "TEXT" as const, id: "", nodes: [], textData: { text, decorations: [] } }],
  codeBlockData: { language },
});

async function tokensOf(...nodes: ReturnType<typeof codeBlock>[]): Promise<(string | undefined)[]> {
  const highlighted = await highlightCode({ nodes } as unknown as RichContent);
  return highlighted.nodes.map(({ codeBlockData }) => (codeBlockData as { tokens?: string }).tokens);
}

describe("highlightCode", () => {
  it("adds the lengths and kinds of tokens", async () => {
    expect(await tokensOf(codeBlock("let a = 1; // one", "js"))).toEqual(["3k5.1n2.6c"]);
    expect(await tokensOf(codeBlock("<b>1</b>", "html"))).toEqual(["1.1k4.1k1."]);
    expect(await tokensOf(codeBlock("fn main() {}", "rust,ignore"))).toEqual(["2k1.4f5."]);
  });

  it.each(["js", "ts", "tsx", "py", "sh", "yml", "toml", "c++", "c#", "rb", "kt", "md", "html", "svg", "diff"])(
    "knows %s",
    async (language) => {
      expect(await tokensOf(codeBlock("x", language))).not.toEqual([undefined]);
    },
  );

  it("finds code in collapsible lists and layouts, and ignores hostile depths", async () => {
    const around = (node: object, ...types: string[]): object =>
      types.reduceRight((inner, type) => ({ type, id: "", nodes: [inner] }), node);
    const code = codeBlock("let a = 1; // one", "js");
    const nodes = [
      around(code, "COLLAPSIBLE_LIST", "COLLAPSIBLE_ITEM", "COLLAPSIBLE_ITEM_BODY"),
      around(code, "LAYOUT", "LAYOUT_CELL", "BLOCKQUOTE"),
      around(code, ...Array.from({ length: 10_000 }, () => "BLOCKQUOTE")),
    ];
    const highlighted = await highlightCode({ nodes } as unknown as RichContent);
    expect(highlighted.nodes[2]).toBe(nodes[2]);
    for (const node of highlighted.nodes.slice(0, 2))
      expect(JSON.stringify(node)).toContain('"codeBlockData":{"language":"js","tokens":"3k5.1n2.6c"}');
    expect(JSON.stringify(nodes[0])).not.toContain("tokens");
  });

  it("leaves unknown languages and long code plain", async () => {
    const nodes = [codeBlock("x"), codeBlock("x", "klingon"), codeBlock("x ".repeat(10_001), "js")];
    expect(await tokensOf(...nodes)).toEqual([undefined, undefined, undefined]);
    const many = await tokensOf(...Array.from({ length: 7 }, () => codeBlock("x ".repeat(8_000), "js")));
    expect(many.map(Boolean)).toEqual([true, true, true, true, true, true, false]);
  });
});
