import type { Nodes } from "mdast";
import { describe, expect, it } from "vitest";
import { maxLinearGrowth, measureGrowth } from "../../../test/measure-growth.ts";
import { parseMarkdown } from "./parse-markdown.ts";

/** More changes between text and quotes than one piece takes. */
const filler = "text\n\n> quote\n\n".repeat(220);

function nodesOf(tree: Nodes): Nodes[] {
  return "children" in tree ? [tree, ...tree.children.flatMap(nodesOf)] : [tree];
}

describe("parseMarkdown", () => {
  it("returns positions within the whole text", () => {
    const markdown = `${filler}# Near the end\n\n${filler}last *words*`;
    const nodes = nodesOf(parseMarkdown(markdown, []));
    const heading = nodes.find(({ type }) => type === "heading");
    const emphasis = nodes.find(({ type }) => type === "emphasis");
    expect(heading?.position?.start.line).toBe(filler.split("\n").length);
    expect(heading?.position?.start.offset).toBe(markdown.indexOf("# Near"));
    expect(emphasis?.position?.start.offset).toBe(markdown.indexOf("*words"));
    expect(nodes.filter(({ type }) => type === "blockquote")).toHaveLength(440);
  });

  it("finds definitions and footnotes anywhere in long texts, each once", () => {
    const definitions = "[Site  one]: https://example.org\n\n[^n]: note";
    const nodes = nodesOf(
      parseMarkdown(`See [it][site one] and[^n].\n\n${filler}${definitions}\n\n${filler}Again [it][site one].`, []),
    );
    expect(nodes.filter(({ type }) => type === "linkReference")).toHaveLength(2);
    expect(nodes.filter(({ type }) => type === "footnoteReference")).toHaveLength(1);
    expect(nodes.filter(({ type }) => type === "footnoteDefinition")).toHaveLength(1);
    expect(nodes.filter(({ type }) => type === "definition")).toHaveLength(1);
  });

  it("does not split code, comments or lists", () => {
    const code = `\`\`\`\n${"a\n\n> b\n\n".repeat(10)}\`\`\``;
    const nodes = parseMarkdown(
      `${filler}- item\n\n${code}\n\n<!--\n\nword\n\n-->\n\n- item\n\n  more\n\nend`,
      [],
    ).children;
    expect(nodes.slice(-5).map(({ type }) => type)).toEqual(["list", "code", "html", "list", "paragraph"]);
  });

  it("takes linear time for alternating text and quotes", () => {
    expect(measureGrowth((count) => parseMarkdown(filler.repeat(count), []), 1)).toBeLessThan(maxLinearGrowth);
  });

  it("disables the named constructs", () => {
    expect(nodesOf(parseMarkdown("*a*", ["attention"])).map(({ type }) => type)).toEqual(["root", "paragraph", "text"]);
  });
});
