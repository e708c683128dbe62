import { describe, expect, it } from "vitest";
import { type MarkupNode, readMarkup } from "./markup.ts";

/** As short as a person reads it. */
const rendered = (nodes: readonly MarkupNode[]): string =>
  nodes
    .map((node) =>
      typeof node === "string"
        ? node
        : `<${node.tag}${node.address ? ` ${node.address}` : ""}>${rendered(node.children)}</>`,
    )
    .join("");

describe("readMarkup", () => {
  it.each([
    ["<p>a<p>b", "<p>a</><p>b</>"],
    ["<b>a</b><i>b</i>", "<strong>a</><em>b</>"],
    ["<ul><li>a<li>b<ul><li>c</ul></ul>d", "<ul><li>a</><li>b<ul><li>c</></></></>d"],
    ["<li>a", "<div>a</>"],
    ['<a href="https://example.com/?a=1&amp;b=2">a</a>', "<a https://example.com/?a=1&b=2>a</>"],
    ["<a href=one><a href='two'>b</a></a>c", "<a one></><a two>b</>c"],
    ["a<script>b</script>c<style>d</style>e", "ace"],
    ["<svg><a href=x>a</a></svg>b", "b"],
    ["a<!-- <b>c</b> -->d<!-- e", "ad"],
    ['<p title="1 > 0">a</p>', "<p>a</>"],
    ["1 < 2 &amp; 3 &lt; 4 &#8364; &euro; &nowhere;", "1 < 2 & 3 < 4 € € &nowhere;"],
    ["<x-odd>a</x-odd><font color=red>b</font>", "ab"],
    ["<p><h2>a</h2></p>", "<p></><h2>a</>"],
    ["</p></div>a", "a"],
    ["<tr><td>a</td><td>b</td></tr>", "<div> a b</>"],
  ])("%s", (html, expected) => {
    expect(rendered(readMarkup(html))).toBe(expected);
  });

  it.each(["<", "<a ", '<a "', "<!--", "<!-", "<b>", "<ul><li>", "&#", "</p", "<a href='"])(
    "parses long input in linear time: %s",
    (part) => {
      const startedAt = performance.now();
      readMarkup(part.repeat(500_000 / part.length));
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    },
  );

  it("limits the depth", () => {
    const depth = (nodes: readonly MarkupNode[]): number =>
      Math.max(0, ...nodes.map((node) => (typeof node === "string" ? 0 : 1 + depth(node.children))));
    expect(depth(readMarkup("<blockquote>".repeat(1000)))).toBeLessThan(50);
  });
});
