import type { Decoration, RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareRichContent, RichContent } from "../rich-content.tsx";

const node = (type: string, data: object = {}, ...nodes: RichContentNode[]): RichContentNode => ({
  type,
  id: `${type}-${Math.abs(nodes.length)}`,
  nodes,
  ...data,
});
const text = (words: string, ...decorations: Decoration[]): RichContentNode => ({
  type: "TEXT",
  id: "",
  nodes: [],
  textData: { text: words, decorations },
});
const paragraph = (words: string, ...decorations: Decoration[]) => node("PARAGRAPH", {}, text(words, ...decorations));
const media = (url: string, more: object = {}) => ({ src: { url }, ...more });

function render(...nodes: unknown[]): string {
  const html = renderToString(<RichContent content={{ nodes } as never} headingOffset={1} />);
  return html.replace(/^<div data-part="richContent" class="site-prose">(?:<!--\$-->)?|(?:<!--\/\$-->)?<\/div>$/g, "");
}

beforeAll(() => prepareRichContent({ nodes: [node("TABLE")] }));

describe("extended nodes", () => {
  it("render videos by file, and external players on demand", () => {
    expect(
      render(node("VIDEO", { videoData: { video: media("/v.mp4", { width: 640, height: 360 }), title: "Dawn" } })),
    ).toBe(
      '<figure class="site-figure"><video src="/v.mp4" width="640" height="360" aria-label="Dawn" controls="" preload="none" playsInline=""></video></figure>',
    );
    const player = render(
      node("VIDEO", {
        videoData: { video: media("https://youtu.be/dQw4w9WgXcQ?t=3"), thumbnail: media("https://i.example/p.jpg") },
      }),
    );
    expect(player).not.toContain("<iframe");
    expect(player).toContain(">Load content from YouTube</button>");
    expect(player).toContain('href="https://youtu.be/dQw4w9WgXcQ?t=3"');
    expect(player).toContain('src="https://i.example/p.jpg"');
  });

  it("render audio, files and GIFs", () => {
    const audio = render(node("AUDIO", { audioData: { audio: media("/a.mp3"), name: "Song", authorName: "Band" } }));
    expect(audio).toContain('<p class="site-card-title">Song</p><p class="site-card-note">Band</p><audio src="/a.mp3"');
    expect(
      render(node("FILE", { fileData: { src: { url: "/f.pdf" }, name: "plan.pdf", type: "pdf", sizeInKb: "2400" } })),
    ).toBe(
      '<p class="site-file"><a href="/f.pdf" download="plan.pdf" rel="noopener noreferrer">plan.pdf</a><span class="site-card-note"> (<!-- -->PDF, 2.4 MB<!-- -->)</span></p>',
    );
    const gif = render(
      node("GIF", { gifData: { original: { gif: "https://g.example/a.gif", still: "https://g.example/a.jpg" } } }),
    );
    expect(gif).toContain('<source srcSet="https://g.example/a.jpg" media="(prefers-reduced-motion: reduce)"/>');
  });

  it("render a gallery with links to full images, titles and its layout", () => {
    const items = [
      { image: { media: media("/1.jpg", { width: 3, height: 2 }) }, altText: "one" },
      { image: { media: media("/2.jpg"), link: { url: "https://two.example/" } }, title: "Two" },
      { video: { media: media("/3.mp4"), thumbnail: media("/3.jpg") } },
      { image: { media: media("javascript:alert(1)") } },
      null,
    ];
    const html = render(
      node("GALLERY", {
        galleryData: { items, options: { layout: { type: "SLIDER" }, item: { ratio: 1.5, crop: "FIT" } } },
      }),
    );
    expect(html).toContain('aria-label="Gallery with 3 pictures" tabindex="0"');
    expect(html).toContain('data-layout="strip" data-fit="true" style="--columns:3;--ratio:1.5"');
    expect(html).toContain('<a href="/1.jpg" data-picture="true"><img src="/1.jpg" alt="one" width="3" height="2"');
    expect(html).toContain('<a href="https://two.example/" rel="noopener noreferrer"><img src="/2.jpg" alt="Two"');
    expect(html).toContain('<video src="/3.mp4" poster="/3.jpg"');
    expect(html.match(/<li>/g)).toHaveLength(3);
    const fixed = render(node("GALLERY", { galleryData: { items: items.slice(0, 1), disableExpand: true } }));
    expect(fixed).not.toContain("<a ");
  });

  it("load external pages only on demand", () => {
    const html = render(
      node("HTML", { htmlData: { html: "<script>alert(1)</script>" } }),
      node("HTML", { htmlData: { url: "https://widgets.example/clock" } }),
      node("EMBED", { embedData: { src: "https://talks.example/1", oembed: { title: "A talk" } } }),
      node("MAP", { mapData: { mapSettings: { lat: 53.5, lng: 10, locationName: "Harbour" } } }),
    );
    expect(html).not.toMatch(/<iframe|<script|alert/);
    expect(html.match(/<button/g)).toHaveLength(4);
    expect(html).toContain("Load content from widgets.example");
    expect(html).toContain(">A talk</p>");
    expect(html).toContain("Open on openstreetmap.org");
  });

  it("render one link per preview, product and external post", () => {
    const preview = render(
      node("LINK_PREVIEW", {
        linkPreviewData: {
          link: { url: "https://www.example.org/a" },
          title: "Title",
          description: "About",
          thumbnailUrl: "/t.png",
        },
      }),
    );
    expect(preview).toBe(
      '<a class="site-card-row" href="https://www.example.org/a" rel="noopener noreferrer"><img class="site-card-picture" src="/t.png" alt="" loading="lazy" decoding="async"/>' +
        '<span class="site-card-words"><span class="site-card-title">Title</span><span class="site-card-note">About</span><span class="site-card-note">example.org</span></span></a>',
    );
    const offer = render(
      node("APP_EMBED", {
        appEmbedData: {
          type: "PRODUCT",
          name: "Lamp",
          url: "https://shop.example/l",
          pricingData: { valueFrom: "10", valueTo: "12.50", currency: "EUR" },
        },
      }),
    );
    expect(offer).toContain("€10.00 – €12.50");
    const post = render(
      node("EMBED", {
        embedData: {
          src: "https://social.example/1",
          oembed: { html: "<blockquote>", authorName: "Ann", type: "rich" },
        },
      }),
    );
    expect(post).toContain('<a class="site-card-row" href="https://social.example/1"');
    expect(post).not.toContain("blockquote");
  });

  it("render buttons with a target, in readable colors only", () => {
    const button = (styles: object, link: object = { url: "/shop", target: "BLANK" }) =>
      render(node("BUTTON", { buttonData: { text: "Buy", link, styles } }));
    expect(button({})).toBe(
      '<p class="site-button-line"><a class="site-link-button" href="/shop" rel="noopener noreferrer" target="_blank">Buy</a></p>',
    );
    expect(button({ background: { color: "#FFD700" }, textColor: "#ffff00", borderRadius: 20 })).toContain(
      'style="color:rgb(0 0 0);background-color:rgb(255 215 0);border-radius:20px"',
    );
    expect(button({}, {})).toBe("");
    expect(button({}, { url: "javascript:alert(1)" })).toBe("");
  });

  it("render tables with headers, collapsible sections, layouts, cards and smart blocks", () => {
    const cell = (words: string) => node("TABLE_CELL", {}, paragraph(words));
    const row = (...cells: RichContentNode[]) => node("TABLE_ROW", {}, ...cells);
    const table = render(
      node(
        "TABLE",
        { tableData: { rowHeader: true, columnHeader: true, dimensions: { colsWidthRatio: [1, 3] } } },
        row(cell("a"), cell("b")),
        row(cell("c"), cell("d")),
      ),
    );
    expect(table).toContain('<col style="width:25%"/><col style="width:75%"/>');
    expect(table).toContain('<th scope="col"><p>a</p></th><th scope="col"><p>b</p></th>');
    expect(table).toContain('<th scope="row"><p>c</p></th><td><p>d</p></td>');
    const item = (title: string) =>
      node(
        "COLLAPSIBLE_ITEM",
        {},
        node("COLLAPSIBLE_ITEM_TITLE", {}, paragraph(title)),
        node("COLLAPSIBLE_ITEM_BODY", {}, paragraph("body")),
      );
    const sections = render(
      node(
        "COLLAPSIBLE_LIST",
        { collapsibleListData: { initialExpandedItems: "FIRST", direction: "RTL" } },
        item("one"),
        item("two"),
      ),
    );
    expect(sections).toContain('dir="rtl"><details open=""><summary>');
    const layout = render(
      node(
        "LAYOUT",
        { layoutData: { gap: 10 } },
        node("LAYOUT_CELL", { layoutCellData: { colSpan: 8 } }, paragraph("wide")),
        node("LAYOUT_CELL", {}, paragraph("narrow")),
      ),
    );
    expect(layout).toBe(
      '<div class="site-layout" style="gap:10px"><div style="flex-grow:8"><p>wide</p></div><div style="flex-grow:6"><p>narrow</p></div></div>',
    );
    const smart = render(
      node(
        "SMART_BLOCK",
        { smartBlockData: { type: "PROCESS_STEPS" } },
        node("SMART_BLOCK_CELL", { smartBlockCellData: { label: "1st" } }, paragraph("do")),
      ),
    );
    expect(smart).toBe('<ol class="site-smart"><li><p class="site-smart-label">1st</p><p>do</p></li></ol>');
    expect(render(node("CARD", {}, paragraph("in")))).toBe('<div class="site-surface"><p>in</p></div>');
  });

  it("render the document's table of contents", () => {
    const heading = (level: number, words: string) => ({
      ...node("HEADING", { headingData: { level } }, text(words)),
      id: words,
    });
    const html = render(
      node("TOC", { tocData: { includedHeadings: [2, 3] } }),
      heading(2, "one"),
      heading(3, "two"),
      heading(4, "three"),
    );
    expect(html).toContain(
      '<nav class="site-toc" aria-label="Contents"><ul><li><a href="#one">one</a></li><li data-step="1"><a href="#two">two</a></li></ul></nav>',
    );
  });

  it("omit unknown nodes", () => {
    expect(
      render(node("HOLOGRAM", {}, paragraph("x")), node("EXTERNAL", { externalData: { a: 1 } }, paragraph("y"))),
    ).toBe("");
  });
});

describe("extended decorations and styles", () => {
  it("keep colors where they are readable", () => {
    const colour = (colorData: object) => render(paragraph("x", { type: "COLOR", colorData }));
    expect(colour({ foreground: "#7b1fa2" })).toBe(
      '<p><span class="site-colour" style="--on-light:rgb(123 31 162)">x</span></p>',
    );
    expect(colour({ foreground: "#90caf9" })).toBe(
      '<p><span class="site-colour" style="--on-dark:rgb(144 202 249)">x</span></p>',
    );
    expect(colour({ foreground: "#ffffff", background: "#003366" })).toContain(
      'style="color:rgb(255 255 255);background-color:rgb(0 51 102)"',
    );
    expect(colour({ foreground: "#ffff00", background: "#ffffff" })).toContain("color:rgb(0 0 0)");
    for (const junk of ["url(x)", "red;position:fixed", "expression(1)", "var(--x)", "#12345", 7, {}, "color_11"])
      expect(colour({ foreground: junk, background: junk })).toBe("<p>x</p>");
  });

  it("render sizes, families, mentions, sketches and spoilers", () => {
    expect(render(paragraph("x", { type: "FONT_SIZE", fontSizeData: { unit: "PX", value: 24 } }))).toContain(
      "font-size:1.5rem",
    );
    expect(render(paragraph("x", { type: "FONT_SIZE", fontSizeData: { unit: "PX", value: 900 } }))).toBe("<p>x</p>");
    expect(render(paragraph("x", { type: "FONT_FAMILY", fontFamilyData: { value: "georgia, serif" } }))).toContain(
      "font-family:georgia, serif",
    );
    expect(render(paragraph("x", { type: "FONT_FAMILY", fontFamilyData: { value: "x;background:url(//e)" } }))).toBe(
      "<p>x</p>",
    );
    expect(render(paragraph("@Ann", { type: "MENTION", mentionData: { name: "Ann", slug: "ann" } }))).toBe(
      '<p><span class="site-mention" title="Ann" data-member="ann">@Ann</span></p>',
    );
    expect(render(paragraph("x", { type: "SKETCH", sketchData: { variant: "BOX", color: "#f00" } }))).toContain(
      'data-variant="box" style="--ink:rgb(255 0 0)"',
    );
    const spoiler = render(paragraph("who did it", { type: "SPOILER", spoilerData: { id: "1" } }));
    expect(spoiler).toContain('aria-expanded="false"');
    expect(spoiler).toContain(">Show hidden content</button>");
  });

  it("keep indentation, padding, width and alignment", () => {
    expect(render({ ...paragraph("x"), paragraphData: { indentation: 2, textStyle: { lineHeight: "1.8" } } })).toBe(
      '<p style="margin-inline-start:min(4em, 12%);line-height:1.8">x</p>',
    );
    expect(
      render({
        ...paragraph("x"),
        style: { paddingTop: "12px", paddingBottom: "javascript:1", backgroundColor: "#003366" },
      }),
    ).toBe('<p style="padding-block-start:12px;color:rgb(255 255 255);background-color:rgb(0 51 102)">x</p>');
    const image = (containerData: object) =>
      render(node("IMAGE", { imageData: { altText: "a", image: media("/a.png"), containerData } }));
    expect(image({ width: { custom: "50%" }, alignment: "LEFT", textWrap: true })).toMatch(
      /^<div class="site-placed" data-place="left" data-wrap="true" style="inline-size:50%"><figure/,
    );
    expect(image({ spoiler: { enabled: true, buttonText: "Look", description: "Blood" } })).toMatch(
      /Blood<\/p><button[^>]*>Look<\/button>/,
    );
    expect(image({ width: { size: "CONTENT" }, alignment: "CENTER" })).toMatch(/^<figure/);
  });
});

describe("content with a nonce", () => {
  it("has one style sheet with the nonce, and the same text", () => {
    const nodes = [
      paragraph("red", { type: "COLOR", colorData: { foreground: "#b00020" } }),
      paragraph("red too", { type: "COLOR", colorData: { foreground: "#b00020" } }),
      node(
        "LAYOUT",
        { layoutData: { gap: 0 } },
        node("LAYOUT_CELL", { layoutCellData: { colSpan: 8 } }, paragraph("wide")),
      ),
      node("HTML", { htmlData: { html: "<p>x</p>", containerData: { height: { custom: "300" } } } }),
    ];
    const html = renderToString(<RichContent content={{ nodes }} nonce="abc" />);
    expect(html).not.toContain("style=");
    expect(html.match(/<style nonce="abc">/g)).toHaveLength(1);
    const sheet = /<style nonce="abc">(.*?)<\/style>/.exec(html)?.[1] ?? "";
    const rules = sheet.split("}").map((rule) => rule.split("{"));
    expect(rules.map(([, declarations]) => declarations).filter(Boolean)).toEqual([
      "--on-light:rgb(176 0 32);",
      "gap:0;",
      "flex-grow:8;",
      "aspect-ratio:auto;block-size:300px;",
    ]);
    for (const [selector] of rules.slice(0, -1)) expect(html).toContain(selector?.slice(1, -1));
    expect(html.match(/class="site-colour" data-look/g)).toHaveLength(2);
  });

  it("has no style sheet without styles", () => {
    expect(
      renderToString(
        <RichContent content={{ nodes: [node("FILE", { fileData: { src: { url: "/f" } } })] }} nonce="abc" />,
      ),
    ).not.toContain("<style");
  });
});
