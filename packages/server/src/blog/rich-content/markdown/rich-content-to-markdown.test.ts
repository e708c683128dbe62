import { type CalloutKind, calloutData, calloutKinds } from "@porchlight/contract/blog/rich-content/callouts";
import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { markdownToRichContent } from "@porchlight/importers/rich-content/markdown/markdown-to-rich-content";
import { describe, expect, it } from "vitest";
import { randomRichContent } from "../../../../test/blog/random-rich-content.ts";
import { richContentToMarkdown } from "./rich-content-to-markdown.ts";

function read(markdown: string) {
  const warnings: string[] = [];
  const { richContent } = markdownToRichContent(markdown, {
    warn: (_line, reason) => warnings.push(reason),
    resolveLink: () => undefined,
    resolveImage: () => undefined,
  });
  return { nodes: richContent.nodes, notes: warnings };
}

function withoutIds(nodes: readonly RichContentNode[]): object[] {
  return nodes.map(({ id: _, nodes: inner, ...node }) => ({ ...node, nodes: withoutIds(inner) }));
}

function paragraph(text: string, decorations: Decoration[] = []): RichContentNode {
  return { type: "PARAGRAPH", id: "", nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text, decorations } }] };
}

describe("richContentToMarkdown", () => {
  it("round-trips any text", () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const nodes = randomRichContent(seed);
      const markdown = richContentToMarkdown({ nodes });
      const back = read(markdown);
      expect(withoutIds(back.nodes), `seed ${seed}:\n${markdown}`).toEqual(withoutIds(nodes));
      expect(back.notes, `seed ${seed}:\n${markdown}`).toEqual([]);
    }
  }, 300_000);

  it.each([
    "a*b*c **d** _e_ snake_case_name",
    "# no heading",
    "- no item",
    "1) no item",
    "``` no fence",
    "| a | b |\n|---|---|\n| c | d |",
    "no heading\n---",
    "[no](link) ![no](picture) [^1]",
    "<script>alert(1)</script> <b>x</b> &lt; &copy;",
    "https://a.example/x www.a.example me@a.example",
    "title {#id}",
    "\\ \\* \\\\",
  ])("escapes text: %s", (text) => {
    expect(read(richContentToMarkdown({ nodes: [paragraph(text)] })).nodes).toMatchObject([
      { type: "PARAGRAPH", nodes: [{ textData: { text, decorations: [] } }] },
    ]);
  });

  describe("callouts", () => {
    const callout = (kind: CalloutKind, nodes: RichContentNode[]): RichContentNode => ({
      type: "LAYOUT",
      id: "",
      nodes: [{ type: "LAYOUT_CELL", id: "", nodes }],
      layoutData: calloutData(kind),
    });
    const quote = (nodes: RichContentNode[]): RichContentNode => ({
      type: "BLOCKQUOTE",
      id: "",
      nodes,
      blockquoteData: { indentation: 0 },
    });

    it.each(calloutKinds)("round-trips a %s", (kind) => {
      const [list] = read("1. # no heading\n2. b").nodes;
      for (const inner of [
        [paragraph("# Bring"), paragraph("a *lantern*")],
        [list!, paragraph("After")],
      ]) {
        const markdown = richContentToMarkdown({ nodes: [callout(kind, inner), quote([paragraph("Quote")])] });
        expect(markdown).toMatch(new RegExp(`^> \\[!${kind.toUpperCase()}\\]\n`));
        const back = read(markdown);
        expect(back.notes).toEqual([]);
        expect(withoutIds(back.nodes), markdown).toMatchObject(
          withoutIds([callout(kind, inner), quote([paragraph("Quote")])]),
        );
      }
    });

    it("imports GitHub's syntax", () => {
      const { nodes } = read("> [!important]\n> Bring a lantern.");
      expect(withoutIds(nodes)).toMatchObject(withoutIds([callout("note", [paragraph("Bring a lantern.")])]));
    });

    it.each(["> [!NOTE] in the middle", "> [!NOTE]**x**", "> [!OTHER]\n> x", "> \\[!NOTE]\n> x"])(
      "imports other quotes as quotes: %s",
      (markdown) => expect(read(markdown).nodes).toMatchObject([{ type: "BLOCKQUOTE" }]),
    );

    it("does not make a callout of a quote with the same text", () => {
      const nodes = [quote([paragraph("[!NOTE]"), paragraph("Text")])];
      expect(read(richContentToMarkdown({ nodes })).nodes).toMatchObject([{ type: "BLOCKQUOTE" }]);
    });
  });

  it.each([
    ["at the edges of words", [{ type: "BOLD" }], "plain**bold**plain"],
    ["within a word", [{ type: "ITALIC" }], "plain*bold*plain"],
    ["next to punctuation within a word", [{ type: "BOLD" }], "plai&#x6E;**“bold”**&#x70;lain", "“bold”"],
    ["as HTML, where Markdown has no syntax", [{ type: "UNDERLINE" }], "plain<u>bold</u>plain"],
    ["with white space at its edges", [{ type: "BOLD" }], "plain **bold** plain", " bold "],
    ["of white space only", [{ type: "BOLD" }], "plain plain", " "],
  ])("writes emphasis %s", (_name, decorations, markdown, text = "bold") => {
    const [first] = paragraph("plain").nodes;
    const [middle] = paragraph(text, decorations).nodes;
    const nodes = [{ ...paragraph(""), nodes: [first, middle, first] }] as RichContentNode[];
    expect(richContentToMarkdown({ nodes })).toBe(markdown);
  });

  it("retains nested fences and white space of code", () => {
    const code = "~~~\n```md\n````\n  a  \n\n";
    const nodes = [{ ...paragraph(code), type: "CODE_BLOCK" }] as RichContentNode[];
    const quoted = [{ type: "BLOCKQUOTE", id: "", nodes }] as RichContentNode[];
    expect(read(richContentToMarkdown({ nodes: quoted })).nodes[0]?.nodes[0]?.nodes[0]?.textData?.text).toBe(code);
  });

  it("escapes pipes in table cells", () => {
    const cell = { type: "TABLE_CELL", id: "", nodes: [paragraph("a | b \\| c")] };
    const row = { type: "TABLE_ROW", id: "", nodes: [cell, cell] };
    const nodes = [{ type: "TABLE", id: "", nodes: [row, row], tableData: { rowHeader: true } }] as RichContentNode[];
    const [table] = read(richContentToMarkdown({ nodes })).nodes;
    expect(
      table?.nodes.map(({ nodes: cells }) => cells.map(({ nodes: [text] }) => text?.nodes[0]?.textData?.text)),
    ).toEqual([
      ["a | b \\| c", "a | b \\| c"],
      ["a | b \\| c", "a | b \\| c"],
    ]);
  });

  it("retains links within the document", () => {
    const link = paragraph("up", [{ type: "LINK", linkData: { link: { anchor: "top" } } }]);
    const toText = paragraph("down", [{ type: "LINK", linkData: { link: { anchor: "end" } } }]);
    const nodes = [
      { ...paragraph("A heading"), type: "HEADING", id: "top", headingData: { level: 2 } },
      link,
      toText,
      { ...paragraph("words"), id: "end" },
    ] as RichContentNode[];
    const back = read(richContentToMarkdown({ nodes }));
    expect(back.notes).toEqual([]);
    expect(back.nodes.map(({ id }) => id)).toMatchObject({ 0: "top", 3: "end" });
    expect(back.nodes[2]?.nodes[0]?.textData?.decorations[0]?.linkData?.link).toEqual({ anchor: "end" });
  });
});
