import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareRichContent, RichContent } from "./rich-content.tsx";

let ids = 0;
const node = (type: string, nodes: RichContentNode[] = [], data: Partial<RichContentNode> = {}): RichContentNode => ({
  type,
  id: `n${++ids}`,
  nodes,
  ...data,
});
const text = (words: string, ...decorations: Decoration[]): RichContentNode => ({
  type: "TEXT",
  id: "",
  nodes: [],
  textData: { text: words, decorations },
});
const paragraph = (...nodes: RichContentNode[]) => node("PARAGRAPH", nodes);
const item = (...nodes: RichContentNode[]) => node("LIST_ITEM", nodes);
const link = (url: string): Decoration => ({ type: "LINK", linkData: { link: { url } } });
const bold: Decoration = { type: "BOLD", fontWeightValue: 700 };
const italic: Decoration = { type: "ITALIC", italicData: true };
const code: Decoration = { type: "FONT_FAMILY", fontFamilyData: { value: "monospace" } };

function render(nodes: unknown, headingOffset: 0 | 1 | 2 | 3 = 1): string {
  const html = renderToString(<RichContent content={{ nodes } as never} headingOffset={headingOffset} />);
  return html.replace(/^<div data-part="richContent" class="site-prose">(?:<!--\$-->)?|(?:<!--\/\$-->)?<\/div>$/g, "");
}

beforeAll(() => prepareRichContent({ nodes: [node("TABLE")] }));

describe("RichContent", () => {
  it("nests decorations in list order", () => {
    expect(render([paragraph(text("a", bold, italic), text("b", italic, bold))])).toBe(
      "<p><strong><em>a</em></strong><em><strong>b</strong></em></p>",
    );
  });

  it("merges adjacent runs into one link", () => {
    const rust = link("https://www.rust-lang.org/");
    expect(render([paragraph(text("the ", rust), text("std", rust, code), text(" docs", rust), text("."))])).toBe(
      '<p><a href="https://www.rust-lang.org/" rel="noopener noreferrer">the <code>std</code> docs</a>.</p>',
    );
  });

  it("renders every decoration of the import", () => {
    const decorations: [Decoration, string][] = [
      [{ type: "UNDERLINE", underlineData: true }, "<u>x</u>"],
      [{ type: "STRIKETHROUGH", strikethroughData: true }, "<s>x</s>"],
      [{ type: "SUPERSCRIPT", superscriptData: true }, "<sup>x</sup>"],
      [{ type: "SUBSCRIPT", subscriptData: true }, "<sub>x</sub>"],
      [{ type: "BOLD", fontWeightValue: 400 }, "x"],
      [{ type: "ITALIC", italicData: false }, "x"],
      [{ type: "WOBBLE" }, "x"],
    ];
    for (const [decoration, html] of decorations)
      expect(render([paragraph(text("x", decoration))])).toBe(`<p>${html}</p>`);
  });

  it("breaks lines in a paragraph and retains them in code", () => {
    expect(render([paragraph(text("a\nb"))])).toBe("<p>a<br/>b</p>");
    const block = render([node("CODE_BLOCK", [text("a\n  <b>\n")], { codeBlockData: { language: "rust,ignore" } })]);
    expect(block).toContain("<pre><code>a\n  &lt;b&gt;\n</code></pre>");
    expect(block).toContain('role="group" tabindex="0" aria-label="Code in rust, example 1"');
    expect(block).toContain('data-language="rust"');
  });

  it("shows the tokens of code, and ignores those that do not cover it", () => {
    const code = (tokens: unknown) => {
      const codeBlockData = { language: "js", tokens };
      return render([node("CODE_BLOCK", [text("let <b>\n")], { codeBlockData })]);
    };
    expect(code("3k1.3s1.")).toContain(
      '<code><span data-token="k">let</span> <span data-token="s">&lt;b&gt;</span>\n</code>',
    );
    for (const tokens of ["3k", "3k99.", "9999999k", "<i>", 7, null])
      expect(code(tokens)).toContain("<code>let &lt;b&gt;\n</code>");
  });

  it("starts headings below the title, without gaps, each with an id", () => {
    const heading = (level: number, id: string) => ({ ...node("HEADING", [text(id)], { headingData: { level } }), id });
    const html = render([heading(3, "one"), heading(5, "two"), heading(3, "three"), heading(4, "four")]);
    expect(html).toBe('<h2 id="one">one</h2><h3 id="two">two</h3><h2 id="three">three</h2><h3 id="four">four</h3>');
  });

  it("never uses an id twice or one reserved by the page", () => {
    const heading = (id: string) => ({ ...node("HEADING", [text("x")], { headingData: { level: 2 } }), id });
    const to = (anchor: string): Decoration => ({ type: "LINK", linkData: { link: { anchor } } });
    const html = render([
      heading("a"),
      heading("a"),
      heading("main"),
      heading("with space"),
      paragraph(text("up", to("main"))),
    ]);
    expect([...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1])).toEqual(["a", "content-main"]);
    expect(html).toContain('<a href="#content-main">up</a>');
  });

  it("resolves links within the document to any block, or to none if missing", () => {
    const target = { ...paragraph(text("note")), id: "fn-1" };
    const to = (anchor: string): Decoration => ({ type: "LINK", linkData: { link: { anchor } } });
    const html = render([paragraph(text("1", to("fn-1")), text("2", to("gone"))), target]);
    expect(html).toBe('<p><a href="#fn-1">1</a>2</p><p id="fn-1">note</p>');
  });

  it("renders nested, numbered and checked lists", () => {
    const inner = node("ORDERED_LIST", [item(paragraph(text("c")))], { orderedListData: { start: 3 } });
    expect(render([node("BULLETED_LIST", [item(paragraph(text("a"))), item(paragraph(text("b")), inner)])])).toBe(
      '<ul><li><p>a</p></li><li><p>b</p><ol start="3"><li><p>c</p></li></ol></li></ul>',
    );
    const checks = [true, false].map((checked) =>
      node("LIST_ITEM", [paragraph(text("x"))], { listItemData: { checked } }),
    );
    const html = render([node("CHECKBOX_LIST", checks)]);
    expect(html).toContain('role="img" data-checked="true" aria-label="Done"');
    expect(html).toContain('aria-label="Not done"');
  });

  it("renders tables with header cells, a name and a scroll container", () => {
    const row = (...cells: string[]) =>
      node(
        "TABLE_ROW",
        cells.map((cell) => node("TABLE_CELL", [paragraph(text(cell))], { tableCellData: {} })),
      );
    const html = render([
      node("TABLE", [row("a", "b"), row("c", "d")], { tableData: { rowHeader: true, columnHeader: true } }),
    ]);
    expect(html).toContain('<section class="site-table-scroll" tabindex="0" aria-label="Table 1">');
    expect(html).toContain('<thead><tr><th scope="col"><p>a</p></th><th scope="col"><p>b</p></th></tr></thead>');
    expect(html).toContain('<tbody><tr><th scope="row"><p>c</p></th><td><p>d</p></td></tr></tbody>');
  });

  it("renders an image with its size, or its alt text without a file", () => {
    const image = (data: RichContentNode["imageData"], ...nodes: RichContentNode[]) =>
      node("IMAGE", nodes, { ...(data ? { imageData: data } : {}) });
    const caption = node("CAPTION", [text("Figure 1")]);
    const html = render([
      image({ image: { src: { url: "/media/a.png" }, width: 640, height: 480 }, altText: "A graph" }, caption),
    ]);
    expect(html).toContain('src="/media/a.png" alt="A graph" width="640" height="480" loading="lazy"');
    expect(html).toContain('<figcaption class="site-caption">Figure 1</figcaption>');
    expect(render([image({ altText: "A graph" })])).toContain("<span>A graph</span>");
    expect(render([image({ image: { src: { url: "javascript:alert(1)" } }, altText: "A graph" })])).not.toContain(
      "<img",
    );
    expect(render([image({ decorative: true, altText: "x" })])).toBe("");
  });

  it("links an image to its full size, unless it has a link, is decorative or disables it", () => {
    const picture = (data: RichContentNode["imageData"]) =>
      render([node("IMAGE", [], { imageData: { image: { src: { url: "/media/a.png" } }, ...data } })]);
    expect(picture({ altText: "A graph" })).toContain('<a href="/media/a.png" data-picture="true"><img');
    expect(picture({})).toContain('alt="Picture"');
    const linked = picture({ link: { url: "/blog" } });
    expect(linked).toContain('<a href="/blog"><img');
    expect(linked).not.toContain("data-picture");
    for (const data of [{ decorative: true }, { disableExpand: true }]) expect(picture(data)).not.toContain("<a ");
  });

  it("renders collapsible items with native elements", () => {
    const one = node("COLLAPSIBLE_ITEM", [
      node("COLLAPSIBLE_ITEM_TITLE", [paragraph(text("More"))]),
      node("COLLAPSIBLE_ITEM_BODY", [paragraph(text("Words"))]),
    ]);
    const html = render([node("COLLAPSIBLE_LIST", [one], { collapsibleListData: { initialExpandedItems: "FIRST" } })]);
    expect(html).toContain(
      '<details open=""><summary><span>More <!-- --></span></summary>'.replace(" <!-- --></span>", "<!-- --> </span>"),
    );
    expect(html).toContain("<p>Words</p></div></details>");
  });

  it("omits unknown nodes with their content", () => {
    expect(
      render([
        node("GALLERY", [paragraph(text("inside"))]),
        node("HTML"),
        node("BRAND_NEW", [text("x")]),
        paragraph(text("y")),
      ]),
    ).toBe("<p>y</p>");
  });
});

describe("RichContent with hostile documents", () => {
  it.each([
    "javascript:alert(1)",
    " JAVASCRIPT:alert(1)",
    "java\nscript:alert(1)",
    "java\u0000script:alert(1)",
    "data:text/html;base64,PHNjcmlwdD4=",
    "vbscript:x",
  ])("does not link to %j", (url) => {
    const html = render([
      paragraph(text("x", link(url))),
      node("IMAGE", [], { imageData: { altText: "y", link: { url } } }),
    ]);
    expect(html).not.toMatch(/href|script:|data:/i);
  });

  it("renders markup in texts, names and ids as text", () => {
    const evil = '"><script>alert(1)</script>';
    const html = render([
      { ...node("HEADING", [text(evil)], { headingData: { level: 2 } }), id: '"onload=alert(1)' },
      node("CODE_BLOCK", [text(evil)], { codeBlockData: { language: evil } }),
      node("IMAGE", [], { imageData: { altText: evil, image: { src: { url: "/a.png" } } } }),
      node("TABLE", [node("TABLE_ROW", [])], { tableData: { altText: evil } }),
    ]);
    expect(html).not.toContain("<script");
    expect(html).not.toMatch(/<[a-z]+[^>]* onload=/);
  });

  it("stops at the maximum depth", () => {
    let deep: RichContentNode = paragraph(text("bottom"));
    for (let level = 0; level < 50_000; level++) deep = node("BLOCKQUOTE", [deep]);
    const html = render([paragraph(text("top")), deep]);
    expect(html).toContain("top");
    expect(html).not.toContain("bottom");
    expect(html.match(/<blockquote>/g)?.length).toBeLessThan(110);
  });

  it("accepts nulls and wrong types anywhere", () => {
    const junk = [null, undefined, 0, 7, "x", true, [], {}, [null], { nodes: null }, { nodes: [null] }, { type: 7 }];
    const types = [
      "PARAGRAPH",
      "TEXT",
      "HEADING",
      "BULLETED_LIST",
      "ORDERED_LIST",
      "CHECKBOX_LIST",
      "LIST_ITEM",
      "BLOCKQUOTE",
      "CODE_BLOCK",
      "DIVIDER",
      "IMAGE",
      "VIDEO",
      "CAPTION",
      "TABLE",
      "TABLE_ROW",
      "COLLAPSIBLE_LIST",
      "COLLAPSIBLE_ITEM",
    ];
    const dataKeys = [
      "textData",
      "headingData",
      "paragraphData",
      "orderedListData",
      "codeBlockData",
      "imageData",
      "videoData",
      "tableData",
    ];
    for (const nodes of junk) expect(render(nodes)).toBe("");
    for (const type of types) {
      for (const value of junk) {
        const data = Object.fromEntries(
          [...dataKeys, "dividerData", "listItemData", "collapsibleListData"].map((key) => [key, value]),
        );
        expect(() =>
          render([
            { type, id: value, nodes: value, ...data },
            { type, nodes: [{ type: "TEXT", ...data }], ...data },
          ]),
        ).not.toThrow();
      }
    }
    const wild = {
      type: "TEXT",
      textData: { text: "x", decorations: [null, 7, "x", {}, { type: "LINK" }, { type: "LINK", linkData: 7 }] },
    };
    expect(render([{ type: "PARAGRAPH", nodes: [wild] }])).toBe("<p>x</p>");
    expect(render([{ type: "HEADING", id: "h", nodes: [text("x")], headingData: { level: 99 } }])).toContain("<h2");
  });

  it("never nests a block in a paragraph or a link in a link", () => {
    const html = render([
      paragraph(paragraph(text("inner")), text("x", link("https://a.example/"), link("https://b.example/"))),
      node("TABLE", [paragraph(text("no row"))]),
      node("BULLETED_LIST", [paragraph(text("no item"))]),
    ]);
    expect(html).not.toContain("<p><p>");
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).not.toMatch(/no row|no item/);
  });
});
