import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { markdownToRichContent } from "@porchlight/importers/rich-content/markdown/markdown-to-rich-content";
import { expect, it } from "vitest";
import { contentToMailHtml } from "./post-content.ts";

const options = { postUrl: "https://example.com/blog/a", openLabel: "Read the post", baseUrl: "https://example.com" };
const htmlOf = (nodes: readonly RichContentNode[]) => contentToMailHtml(nodes, options).text;
const fromMarkdown = (markdown: string) =>
  htmlOf(
    markdownToRichContent(markdown, {
      warn: () => undefined,
      resolveLink: (href) => href,
      resolveImage: (src) => ({ url: src, width: 8, height: 6 }),
    }).richContent.nodes,
  );
const text = (value: string): RichContentNode => ({
  type: "TEXT",
  id: "",
  nodes: [],
  textData: { text: value, decorations: [] },
});

it("writes paragraphs, headings, lists, quotes, code, tables and images", () => {
  const written = fromMarkdown(
    "## A & B\n\nOne **two**.\n\n1. first\n2. second\n\n> quoted\n\n```\nx < y\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![Lamp](/media/1.png)\n",
  );
  for (const part of [
    ">A &amp; B</h2>",
    "One <strong>two</strong>.</p>",
    '<ol start="1"',
    "<blockquote",
    "x &lt; y</pre>",
    '<td colspan="1" rowspan="1">',
    '<img src="https://example.com/media/1.png" alt="Lamp"',
  ])
    expect(written).toContain(part);
});

it("makes links absolute and drops dangerous ones", () => {
  const link = (url: string): RichContentNode => ({
    ...text("here"),
    textData: { text: "here", decorations: [{ type: "LINK", linkData: { link: { url } } }] },
  });
  const linked = (url: string) => htmlOf([{ type: "PARAGRAPH", id: "p", nodes: [link(url)] }]);
  expect(linked("/blog/b")).toContain('href="https://example.com/blog/b"');
  expect(linked("mailto:ada@example.com")).toContain('href="mailto:ada@example.com"');
  expect(linked("javascript:alert(1)")).not.toContain("javascript:");
});

it("links to the page instead of videos and polls, and escapes text", () => {
  const written = htmlOf([
    { type: "VIDEO", id: "v", nodes: [] },
    { type: "PARAGRAPH", id: "p", nodes: [text('<script>"x"')] },
  ]);
  expect(written).toContain('href="https://example.com/blog/a"');
  expect(written).toContain("&lt;script&gt;&quot;x&quot;");
});

it("ends at any depth", () => {
  let node: RichContentNode = { type: "PARAGRAPH", id: "p", nodes: [text("deep")] };
  for (let depth = 0; depth < 500; depth++) node = { type: "BLOCKQUOTE", id: `q${depth}`, nodes: [node] };
  expect(htmlOf([node])).toContain("deep");
});
