import { describe, expect, it } from "vitest";
import { outlineOf } from "../../../test/outline.ts";
import { type HtmlToRichContentOptions, htmlToRichContent } from "./html-to-rich-content.ts";

function convert(html: string, options?: HtmlToRichContentOptions) {
  const { richContent, lost } = htmlToRichContent(html, options);
  return { outline: outlineOf(richContent.nodes), nodes: richContent.nodes, lost };
}

const lines = (...parts: string[]) => parts.join("\n");

describe("htmlToRichContent", () => {
  it("converts the output of blog editors", () => {
    const { outline, lost } = convert(
      '<h2>Day one</h2>\n<p style="text-align:center">Up <em>early</em>, <a href="https://example.org/">out</a>.</p>' +
        "<ul><li>one</li><li>two<ol><li>deep</li></ol></li></ul><blockquote><p>said</p></blockquote><hr>" +
        "<table><tr><th>a</th></tr><tr><td>b</td></tr></table>",
    );
    expect(lost).toEqual([]);
    expect(outline).toBe(
      lines(
        "HEADING#day-one level=2",
        '  "Day one"',
        "PARAGRAPH alignment=CENTER",
        '  "Up "',
        '  ITALIC "early"',
        '  ", "',
        '  LINK(https://example.org/) "out"',
        '  "."',
        "BULLETED_LIST",
        "  LIST_ITEM",
        "    PARAGRAPH",
        '      "one"',
        "  LIST_ITEM",
        "    PARAGRAPH",
        '      "two"',
        "    ORDERED_LIST",
        "      LIST_ITEM",
        "        PARAGRAPH",
        '          "deep"',
        "BLOCKQUOTE",
        "  PARAGRAPH",
        '    "said"',
        "DIVIDER",
        "TABLE rowHeader=true",
        "  TABLE_ROW",
        "    TABLE_CELL",
        "      PARAGRAPH",
        '        "a"',
        "  TABLE_ROW",
        "    TABLE_CELL",
        "      PARAGRAPH",
        '        "b"',
      ),
    );
  });

  it("converts videos, audio and frames", () => {
    const { nodes, outline, lost } = convert(
      '<video src="/v.mp4" width="640" height="360" poster="/p.jpg" title="Dawn"></video>' +
        '<audio><source src="https://example.org/a.mp3"></audio>' +
        '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0"></iframe>' +
        '<iframe src="https://maps.example.org/m" title="The way" height="400"></iframe>',
    );
    expect(lost).toEqual([]);
    expect(outline).toBe(
      lines(
        "VIDEO src=/v.mp4 title=Dawn",
        "AUDIO src=https://example.org/a.mp3",
        "VIDEO src=https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        "EMBED src=https://maps.example.org/m title=The way",
      ),
    );
    expect(nodes[0]?.videoData).toMatchObject({
      video: { width: 640, height: 360 },
      thumbnail: { src: { url: "/p.jpg" } },
    });
    expect(nodes[3]?.embedData?.oembed).toMatchObject({ height: 400 });
  });

  it("converts a figure that is marked as a gallery", () => {
    const picture = (n: number, caption: string) =>
      `<figure><img src="/${n}.jpg" alt="no ${n}" width="30" height="20">${caption}</figure>`;
    const html = `<figure class="wp-block-gallery has-nested-images">${picture(1, "<figcaption>first</figcaption>")}${picture(2, "")}<figcaption>All</figcaption></figure>`;
    const { nodes, lost } = convert(html);
    expect(lost).toEqual([]);
    expect(nodes[0]?.galleryData?.items).toEqual([
      { image: { media: { src: { url: "/1.jpg" }, width: 30, height: 20 } }, altText: "no 1", title: "first" },
      { image: { media: { src: { url: "/2.jpg" }, width: 30, height: 20 } }, altText: "no 2" },
    ]);
    expect(outlineOf(nodes)).toBe(lines("GALLERY items=2 columns=2", "  CAPTION", '    "All"'));
    const decorated = convert(html.replace("first", "<b>first</b>"));
    expect(decorated.nodes[0]?.galleryData?.items?.[0]?.title).toBe("first");
    const single = convert(html.replace(picture(2, ""), ""));
    expect(single.nodes.map(({ type }) => type)).toEqual(["IMAGE", "PARAGRAPH"]);
  });

  it("converts colors, sizes and lines of styles, and nothing else", () => {
    const style = (css: string) =>
      convert(`<p><span style="${css}">x</span></p>`).nodes[0]?.nodes[0]?.textData?.decorations;
    expect(style("color: rgb(255, 0, 16); background-color:#FFF")).toEqual([
      { type: "COLOR", colorData: { foreground: "#ff0010", background: "#fff" } },
    ]);
    expect(style("font-size: 18px; font-weight: 700")).toEqual([
      { type: "BOLD", fontWeightValue: 700 },
      { type: "FONT_SIZE", fontSizeData: { unit: "PX", value: 18 } },
    ]);
    expect(style("font-size:125%; text-decoration: underline line-through")).toEqual([
      { type: "UNDERLINE", underlineData: true },
      { type: "STRIKETHROUGH", strikethroughData: true },
      { type: "FONT_SIZE", fontSizeData: { unit: "EM", value: 1.25 } },
    ]);
    for (const hostile of [
      "color: url(javascript:alert(1))",
      "background: expression(alert(1))",
      "color: red}body{display:none",
      "color: var(--x)",
      "position: fixed; inset: 0",
      "font-size: 99999px",
    ])
      expect(style(hostile)).toEqual([]);
  });

  it("resolves addresses relative to the base", () => {
    const html = '<a href="../about">me</a><img src="cat.png" alt="cat">';
    expect(convert(html, { base: "https://old.example/blog/post/" }).outline).toBe(
      lines(
        "PARAGRAPH",
        '  LINK(https://old.example/blog/about) "me"',
        "IMAGE src=https://old.example/blog/post/cat.png alt=cat",
      ),
    );
    const without = convert(`<!-- of\nold -->${html}`);
    expect(without.outline).toBe(lines("PARAGRAPH", '  "me"', "IMAGE alt=cat"));
    expect(without.lost).toEqual([
      { line: 2, reason: 'The address "../about" is relative and cannot be resolved.' },
      { line: 2, reason: 'The address "cat.png" is relative and cannot be resolved.' },
    ]);
  });

  it("returns the end of the summary", () => {
    expect(htmlToRichContent("<p>a</p><!--more--><p>b</p>").summaryBlocks).toBe(1);
  });

  it("returns an empty document for empty HTML", () => {
    expect(convert("").nodes).toEqual([]);
    expect(convert("<!-- only -->\n").lost).toEqual([]);
  });
});

describe("hostile HTML", () => {
  it.each([
    "<script>alert(1)</script>x",
    "<scr<script>ipt>alert(1)</scr</script>ipt>x",
    '<img src=x onerror=alert(1) alt="x">',
    "<svg onload=alert(1)><script>alert(1)</script></svg>x",
    '<svg><a xlink:href="javascript:alert(1)"><text>y</text></a></svg>x',
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>x",
    '<a href="jAvAsCrIpT:alert(1)">x</a>',
    '<a href="java&Tab;script&colon;alert(1)">x</a>',
    '<a href="&#1;javascript:alert(1)">x</a>',
    '<a href="\u200bjavascript:alert(1)">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>">x</iframe>',
    '<iframe src="javascript:alert(1)">x</iframe>',
    '<iframe src="data:text/html,<script>alert(1)</script>">x</iframe>',
    '<video src="javascript:alert(1)" poster="javascript:alert(1)">x</video>',
    '<object data="javascript:alert(1)"></object>x',
    '<embed src="javascript:alert(1)">x',
    '<base href="javascript:alert(1)//">x',
    '<form action="javascript:alert(1)">x</form>',
    '<div style="background:url(javascript:alert(1))">x</div>',
    '<p style="color:red;--x:url(data:x);behavior:url(#x)">x</p>',
    '<style>@import "javascript:alert(1)";</style>x',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">x',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">x</noscript>',
    "<textarea><img src=x onerror=alert(1)></textarea>x",
    "<!--><img src=x onerror=alert(1)>-->x",
    "<xmp><img src=x onerror=alert(1)></xmp>x",
    '<template><iframe src="javascript:alert(1)"></iframe></template>x',
    '<a href="//evil.example\\@x" onclick=alert(1)>x</a>',
  ])("retains no executable part of %s", (html) => {
    const { nodes } = convert(html, { base: "https://old.example/" });
    const json = JSON.stringify(nodes);
    expect(json).not.toMatch(/"(?:url|src)":"(?!https?:|mailto:|tel:|\/)/i);
    expect(json).not.toMatch(/srcdoc|onerror"|"html"|expression|behavior/i);
    expect(json).toContain("x");
  });

  it.each([
    ["50,000 open elements", "<div>".repeat(50_000)],
    ["50,000 open bold elements", "<b>".repeat(50_000)],
    ["a table in a table in a table", "<table><tr><td>".repeat(2_000)],
    ["a list 5,000 deep", "<ul><li>".repeat(5_000)],
    ["1 MB of brackets", "<".repeat(1_000_000)],
    ["attributes without end", `<p ${'a="'.repeat(100_000)}`],
  ])("reads %s in bounded depth", (_, html) => {
    const { nodes } = convert(`<p>before</p>${html}last`);
    expect(JSON.stringify(nodes)).toContain("before");
    let depth = 0;
    for (let level = nodes; level.length > 0; level = level.flatMap((node) => node.nodes)) depth += 1;
    expect(depth).toBeLessThanOrEqual(30);
  });
});
