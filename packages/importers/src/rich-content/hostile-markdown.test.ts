import { plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import { maxRichContentDepth, type RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { describe, expect, it } from "vitest";
import { maxLinearGrowth, measureGrowth } from "../../test/measure-growth.ts";
import { markdownToRichContent } from "./markdown/markdown-to-rich-content.ts";

function convert(markdown: string) {
  const notes: string[] = [];
  const { richContent } = markdownToRichContent(markdown, {
    warn: (_line, reason) => notes.push(reason),
    resolveLink: () => undefined,
    resolveImage: () => undefined,
  });
  return { nodes: richContent.nodes, notes, text: plainTextOf(richContent.nodes) };
}

function depthOf(nodes: readonly RichContentNode[]): number {
  let deepest = 0;
  const waiting = nodes.map((node) => ({ node, depth: 1 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    deepest = Math.max(deepest, next.depth);
    for (const node of next.node.nodes) waiting.push({ node, depth: next.depth + 1 });
  }
  return deepest;
}

describe("hostile Markdown", () => {
  it.each([
    ["10 000 quotes on one line", `${">".repeat(10_000)} end`],
    ["10 000 list items on one line", `${"- ".repeat(10_000)}end`],
    ["5 000 mixed marks on one line", `${"> 1. ".repeat(2500)}end`],
    [
      "a list 400 levels deep",
      `${Array.from({ length: 400 }, (_, level) => `${"  ".repeat(level)}- x${level}`).join("\n")}\n\nend`,
    ],
    ["emphasis 5 000 levels deep", `${"*a ".repeat(5000)}${"a*".repeat(5000)} end`],
    ["10 000 open elements", `${"<div>".repeat(10_000)}end`],
    ["10 000 open elements with Markdown between", `${"<div>\n\n".repeat(10_000)}end`],
    ["90 tables within each other", `${"<table><tr><td>".repeat(90)}end`],
    ["90 lists within each other", `${"<ul><li>".repeat(90)}end`],
    ["90 collapsible parts within each other", `${"<details><summary>s</summary>\n\n".repeat(90)}end`],
    ["formatting that is never closed", `${"a <b>b <i>c\n\n".repeat(2000)}end`],
    ["tags that never end", `<div ${"<a 'x' ".repeat(20_000)}end`],
    ["20 000 brackets", `${"[".repeat(20_000)}end`],
    [
      "backticks of 500 lengths",
      `${Array.from({ length: 500 }, (_, length) => `e${"`".repeat(length)}`).join("")} end`,
    ],
    ["a line of 1 MB", `${"word ".repeat(200_000)}end`],
    ["a table of 2 000 columns", `${"|a".repeat(2000)}\n${"|-".repeat(2000)}\n${"|\n".repeat(50)}\nend`],
    ["5 000 equal headings", `${"# a\n\n".repeat(5000)}end`],
    ["an element that swallows what follows", "<plaintext>\n\n**x**\n\n<textarea>\n\n<select>\n\n<title>\n\nend"],
  ])("is converted in bounded depth without loss of text: %s", (_name, markdown) => {
    const { nodes, text } = convert(markdown);
    expect(depthOf(nodes)).toBeLessThanOrEqual(maxRichContentDepth);
    expect(text).toMatch(/end$/);
  });

  it("adds a note for nesting that is removed", () => {
    expect(convert(`${"> ".repeat(28)}x`).notes).toEqual([]);
    expect(convert(`${"> ".repeat(40)}x`).notes).toEqual([
      "<blockquote> is nested too deeply; only its content is imported.",
    ]);
    expect(convert("<div>".repeat(200)).notes).toEqual([
      "Its HTML nests too deeply or leaves too many elements open; all tags are removed and only their text is imported.",
    ]);
  });

  it("takes linear time", () => {
    const text =
      "## Heading\n\nSome *text* with [a link](https://example.org) and `code`.\n\n- one\n- two\n\n<b>x</b>\n\n";
    expect(measureGrowth((count) => convert(text.repeat(count)), 50)).toBeLessThan(maxLinearGrowth);
  });

  it("replaces characters that PostgreSQL rejects", () => {
    const { nodes } = convert("a\u0000b &#0; &#xD800; `\u0000`");
    expect(JSON.stringify(nodes)).not.toMatch(/\\u0000|\\ud800/i);
  });
});
