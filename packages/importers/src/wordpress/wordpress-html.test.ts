import { describe, expect, it } from "vitest";
import { outlineOf } from "../../test/outline.ts";
import { htmlToRichContent } from "../rich-content/html/html-to-rich-content.ts";
import type { Attachment } from "./shortcodes.ts";
import { type WordpressOptions, wordpressToHtml } from "./wordpress-html.ts";

const image = (name: string, more: Partial<Attachment> = {}): Attachment => ({
  url: `https://one.example/${name}`,
  order: 0,
  ...more,
});
const library = new Map([
  ["1", image("a.jpg", { altText: "A", caption: "First <em>one</em>" })],
  ["2", image("b.jpg")],
  ["3", image("c.jpg")],
  ["4", image("talk.mp3")],
]);

function convert(text: string, options: Partial<WordpressOptions> = {}) {
  const notes: string[] = [];
  const html = wordpressToHtml(text, {
    findAttachment: (id) => library.get(id),
    findAttachmentsOf: () => [...library].map(([id, attachment]) => ({ id, attachment })),
    findPattern: () => undefined,
    warn: (reason) => notes.push(reason),
    ...options,
  });
  const { richContent, lost, summaryBlocks } = htmlToRichContent(html);
  notes.push(...lost.map(({ reason }) => reason));
  return { nodes: richContent.nodes, outline: outlineOf(richContent.nodes), notes, summaryBlocks };
}

const img = (name: string) => `<img src="https://one.example/${name}" alt="${name}"/>`;
const lines = (...parts: string[]) => parts.join("\n");

describe("galleries", () => {
  const items = [
    { image: { media: { src: { url: "https://one.example/a.jpg" } } }, altText: "a.jpg", title: "Dawn" },
    { image: { media: { src: { url: "https://one.example/b.jpg" } } }, altText: "b.jpg" },
  ];
  it.each([
    [
      "a list",
      `<ul class="wp-block-gallery columns-2 is-cropped"><li class="blocks-gallery-item"><figure>${img("a.jpg")}<figcaption>Dawn</figcaption></figure></li><li class="blocks-gallery-item"><figure>${img("b.jpg")}</figure></li></ul>`,
    ],
    [
      "a list in a figure",
      `<figure class="wp-block-gallery columns-2"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><a href="https://one.example/a-1024x768.jpg">${img("a.jpg")}</a><figcaption class="blocks-gallery-item__caption">Dawn</figcaption></figure></li><li class="blocks-gallery-item"><figure>${img("b.jpg")}</figure></li></ul></figure>`,
    ],
    [
      "image blocks",
      `<figure class="wp-block-gallery has-nested-images columns-2"><!-- wp:image {"id":1} --><figure class="wp-block-image size-large">${img("a.jpg")}<figcaption class="wp-element-caption">Dawn</figcaption></figure><!-- /wp:image -->\n\n<!-- wp:image {"id":2} --><figure class="wp-block-image">${img("b.jpg")}</figure><!-- /wp:image --></figure>`,
    ],
  ])("of %s become a GALLERY", (_, html) => {
    const { nodes, outline, notes } = convert(`<!-- wp:gallery {"ids":[1,2]} -->\n${html}\n<!-- /wp:gallery -->`);
    expect(outline).toBe("GALLERY items=2 columns=2");
    expect(nodes[0]?.galleryData?.items).toEqual(items);
    expect(notes).toEqual([]);
  });

  it("retain the caption of the gallery, and report links in captions of items", () => {
    const { outline, nodes, notes } = convert(
      `<!-- wp:gallery --><figure class="wp-block-gallery"><figure>${img("a.jpg")}<figcaption>By <a href="https://two.example">Ada</a></figcaption></figure><figure>${img("b.jpg")}</figure><figcaption class="blocks-gallery-caption">All <em>of</em> it</figcaption></figure><!-- /wp:gallery -->`,
    );
    expect(outline).toBe(lines("GALLERY items=2 columns=2", "  CAPTION", '    "All "', '    ITALIC "of"', '    " it"'));
    expect(nodes[0]?.galleryData?.items?.[0]?.title).toBe("By Ada");
    expect(notes).toEqual(["A caption within a gallery is imported without its links."]);
  });

  it("of the classic editor have the named images, or those of the post", () => {
    const { nodes, outline } = convert('[gallery ids="2,1" columns="4"]\n\n[gallery exclude="2"]');
    expect(outline).toBe(lines("GALLERY items=2 columns=4", "GALLERY items=2 columns=2"));
    const titles = nodes.map(({ galleryData }) => galleryData?.items?.map((item) => item.title ?? item.altText));
    expect(titles).toEqual([
      [undefined, "First one"],
      ["First one", undefined],
    ]);
    expect(convert("[gallery]", { findAttachmentsOf: () => [] }).notes).toEqual([
      "The gallery shows no image of this export and is left out.",
    ]);
  });

  it("do not link images to their own pages", () => {
    const link = (name: string) =>
      `<a href="https://one.example/${name}/"><img src="https://one.example/${name}.jpg" data-link="https://one.example/${name}/"></a>`;
    const { nodes } = convert(
      `<!-- wp:html --><figure class="wp-block-gallery">${link("a")}${link("b")}</figure><!-- /wp:html -->`,
    );
    expect(nodes[0]?.galleryData?.items?.map((item) => item.image?.link)).toEqual([undefined, undefined]);
  });

  it("of a post show a bounded number of images", () => {
    const files = Array.from({ length: 1000 }, (_, index) => ({ id: `${index}`, attachment: image(`${index}.jpg`) }));
    const { nodes, notes } = convert("[gallery]\n\n".repeat(12), { findAttachmentsOf: () => files });
    expect(nodes).toHaveLength(10);
    expect(notes).toEqual(Array(2).fill("The gallery shows no image of this export and is left out."));
  });

  it("with other content stay a sequence", () => {
    const html = `<div class="gallery">${img("a.jpg")}<h3>Later</h3>${img("b.jpg")}</div>`;
    expect(convert(`<!-- wp:html -->${html}<!-- /wp:html -->`).nodes.map(({ type }) => type)).toEqual([
      "IMAGE",
      "HEADING",
      "IMAGE",
    ]);
  });
});

describe("blocks", () => {
  const p = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
  it.each<[name: string, text: string, expected: string]>([
    [
      "columns",
      `<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column {"width":"66.66%"} --><div class="wp-block-column" style="flex-basis:66.66%">${p("Left")}</div><!-- /wp:column --><!-- wp:column --><div class="wp-block-column">${p("Right")}</div><!-- /wp:column --></div><!-- /wp:columns -->`,
      lines(
        "LAYOUT",
        "  LAYOUT_CELL colSpan=8",
        "    PARAGRAPH",
        '      "Left"',
        "  LAYOUT_CELL colSpan=4",
        "    PARAGRAPH",
        '      "Right"',
      ),
    ],
    [
      "media and text",
      `<!-- wp:media-text {"mediaPosition":"right"} --><div class="wp-block-media-text has-media-on-the-right" style="grid-template-columns:auto 25%"><figure class="wp-block-media-text__media">${img("a.jpg")}</figure><div class="wp-block-media-text__content">${p("Words")}</div></div><!-- /wp:media-text -->`,
      lines(
        "LAYOUT",
        "  LAYOUT_CELL colSpan=9",
        "    PARAGRAPH",
        '      "Words"',
        "  LAYOUT_CELL colSpan=3",
        "    IMAGE src=https://one.example/a.jpg alt=a.jpg",
      ),
    ],
    [
      "cover",
      `<!-- wp:cover {"url":"https://one.example/a.jpg"} --><div class="wp-block-cover"><img class="wp-block-cover__image-background" alt="" src="https://one.example/a.jpg" data-object-fit="cover"/><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container"><!-- wp:paragraph --><p class="has-text-align-center has-text-color" style="color:#ffffff">On top</p><!-- /wp:paragraph --></div></div><!-- /wp:cover -->`,
      lines("CARD src=https://one.example/a.jpg", "  PARAGRAPH alignment=CENTER", '    "On top"'),
    ],
    [
      "cover of earlier versions",
      `<!-- wp:cover --><div class="wp-block-cover has-background-dim" style="background-image:url(https://one.example/a.jpg)"><p class="wp-block-cover-text">On top</p></div><!-- /wp:cover -->`,
      lines("CARD src=https://one.example/a.jpg", "  PARAGRAPH", '    "On top"'),
    ],
    [
      "cover of a color",
      `<!-- wp:cover --><div class="wp-block-cover"><span class="wp-block-cover__background" style="background-color:#123456"></span><div class="wp-block-cover__inner-container">${p("On top")}</div></div><!-- /wp:cover -->`,
      lines("CARD color=#123456", "  PARAGRAPH", '    "On top"'),
    ],
    [
      "buttons",
      '<!-- wp:buttons --><div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="https://two.example/"><strong>Buy</strong> it</a></div><!-- /wp:button --><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link">No address</a></div><!-- /wp:button --></div><!-- /wp:buttons -->',
      lines("BUTTON src=https://two.example/ title=Buy it", "PARAGRAPH", '  "No address"'),
    ],
    [
      "file",
      '<!-- wp:file --><div class="wp-block-file"><a id="x" href="https://one.example/plan.pdf">The plan</a><a href="https://one.example/plan.pdf" class="wp-block-file__button" download>Download</a></div><!-- /wp:file -->',
      "FILE src=https://one.example/plan.pdf title=The plan",
    ],
    [
      "audio and video with captions",
      '<!-- wp:audio --><figure class="wp-block-audio"><audio controls src="https://one.example/a.mp3"></audio><figcaption>Talk</figcaption></figure><!-- /wp:audio --><!-- wp:video --><figure class="wp-block-video"><video controls src="https://one.example/a.mp4"></video><figcaption>Film</figcaption></figure><!-- /wp:video -->',
      lines(
        "AUDIO src=https://one.example/a.mp3",
        "PARAGRAPH",
        '  "Talk"',
        "VIDEO src=https://one.example/a.mp4",
        "  CAPTION",
        '    "Film"',
      ),
    ],
    [
      "embed",
      '<!-- wp:embed --><figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/dQw4w9WgXcQ\n</div><figcaption>Film</figcaption></figure><!-- /wp:embed -->',
      lines("VIDEO src=https://www.youtube.com/watch?v=dQw4w9WgXcQ", "  CAPTION", '    "Film"'),
    ],
    [
      "pull quote",
      '<!-- wp:pullquote --><figure class="wp-block-pullquote"><blockquote><p>Less.</p><cite>Rams</cite></blockquote></figure><!-- /wp:pullquote -->',
      lines(
        "BLOCKQUOTE",
        "  PARAGRAPH alignment=CENTER",
        '    "Less."',
        "  PARAGRAPH alignment=CENTER",
        '    ITALIC "Rams"',
      ),
    ],
    [
      "verse",
      '<!-- wp:verse --><pre class="wp-block-verse">One<br>  <em>two</em>\n three</pre><!-- /wp:verse -->',
      lines("PARAGRAPH", '  "One\\n\u00a0\u00a0"', '  ITALIC "two"', '  "\\n\u00a0three"'),
    ],
    [
      "table with a caption",
      '<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr><td>1</td></tr></tbody></table><figcaption>Sums</figcaption></figure><!-- /wp:table -->',
      lines("TABLE", "  TABLE_ROW", "    TABLE_CELL", "      PARAGRAPH", '        "1"', "  CAPTION", '    "Sums"'),
    ],
    [
      "social links",
      '<!-- wp:social-links --><ul class="wp-block-social-links"><!-- wp:social-link {"url":"https://social.example/ada","service":"mastodon"} /--></ul><!-- /wp:social-links -->',
      lines("BULLETED_LIST", "  LIST_ITEM", "    PARAGRAPH", '      LINK(https://social.example/ada) "mastodon"'),
    ],
  ])("%s", (_, text, expected) => {
    const { outline, notes } = convert(text);
    expect(outline).toBe(expected);
    expect(notes).toEqual([]);
  });

  it("end the summary at the More block, with its own text too", () => {
    const more = (text: string) =>
      `${p("In short")}<!-- wp:more -->\n<!--more${text}-->\n<!-- /wp:more -->${p("Long")}`;
    expect(convert(more("")).summaryBlocks).toBe(1);
    expect(convert(more(" Read on")).summaryBlocks).toBe(1);
  });

  it("link footnotes and references", () => {
    const reference =
      '<!-- wp:paragraph --><p>Salt<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup></p><!-- /wp:paragraph -->';
    const { outline, notes } = convert(`${reference}<!-- wp:footnotes /-->`, {
      footnotes: JSON.stringify([{ content: "Sea <em>salt</em>.", id: "f1" }]),
    });
    expect(outline).toBe(
      lines(
        "PARAGRAPH#f1-link",
        '  "Salt"',
        '  SUPERSCRIPT LINK(#f1) "1"',
        "DIVIDER",
        "ORDERED_LIST",
        "  LIST_ITEM#f1",
        "    PARAGRAPH",
        '      "Sea "',
        '      ITALIC "salt"',
        '      ". "',
        '      LINK(#f1-link) "↩"',
      ),
    );
    expect(notes).toEqual([]);
  });

  it("show synced patterns, which may contain others, but not themselves", () => {
    const patterns: Record<string, string> = {
      "7": `${p("Shared")}<!-- wp:block {"ref":8} /-->`,
      "8": p("Inner"),
      "9": '<!-- wp:block {"ref":9} /-->',
    };
    const findPattern = (id: string) => patterns[id];
    const { outline, notes } = convert('<!-- wp:block {"ref":7} /-->', { findPattern });
    expect(outline).toBe(lines("PARAGRAPH", '  "Shared"', "PARAGRAPH", '  "Inner"'));
    expect(notes).toEqual([]);
    expect(convert('<!-- wp:block {"ref":9} /-->', { findPattern }).outline).toBe("");
    expect(convert('<!-- wp:block {"ref":10} /-->', { findPattern }).notes).toEqual([
      "A synced pattern (reusable block) is not in the export and is left out.",
    ]);
  });

  it("that WordPress generates are reported once", () => {
    expect(convert("<!-- wp:latest-posts /--><!-- wp:latest-posts /--><!-- wp:spacer /-->").notes).toEqual([
      'The block "latest-posts" is generated by WordPress and has no content of its own; it is left out.',
    ]);
  });
});

describe("shortcodes", () => {
  it.each<[name: string, text: string, expected: string]>([
    ["playlist", '[playlist ids="4"]', "AUDIO src=https://one.example/talk.mp3"],
    ["audio", "[audio https://one.example/talk.mp3]", "AUDIO src=https://one.example/talk.mp3"],
    [
      "caption",
      `[caption id="attachment_1" width="300"]<a href="https://one.example/a.jpg">${img("a-300x200.jpg")}</a> Dawn[/caption]`,
      lines("IMAGE src=https://one.example/a-300x200.jpg alt=a-300x200.jpg", "  CAPTION", '    "Dawn"'),
    ],
  ])("%s", (_, text, expected) => {
    expect(convert(text).outline).toBe(expected);
  });
});

describe("cards of Ghost", () => {
  it.each<[name: string, html: string, expected: string]>([
    [
      "gallery",
      `<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image">${img("a.jpg")}</div><div class="kg-gallery-image">${img("b.jpg")}</div></div></div><figcaption>Both</figcaption></figure>`,
      lines("GALLERY items=2 columns=2", "  CAPTION", '    "Both"'),
    ],
    [
      "button",
      '<div class="kg-card kg-button-card kg-align-center"><a href="https://two.example/" class="kg-btn kg-btn-accent">Join</a></div>',
      "BUTTON src=https://two.example/ title=Join",
    ],
    [
      "callout",
      '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Salt <b>late</b>.</div></div>',
      lines("LAYOUT", "  LAYOUT_CELL", "    PARAGRAPH", '      "💡 Salt "', '      BOLD "late"', '      "."'),
    ],
    [
      "bookmark",
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://two.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Two</div><div class="kg-bookmark-description">About two</div></div></a></figure>',
      "LINK_PREVIEW src=https://two.example/ title=Two",
    ],
    [
      "file",
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://one.example/plan.pdf" title="Download" download><div class="kg-file-card-contents"><div class="kg-file-card-title">The plan</div><div class="kg-file-card-metadata"><div class="kg-file-card-filesize">1 MB</div></div></div></a></div>',
      "FILE src=https://one.example/plan.pdf title=The plan",
    ],
    [
      "audio",
      '<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="https://one.example/a.mp3"></audio><div class="kg-audio-title">Talk</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span></div></div></div>',
      "AUDIO src=https://one.example/a.mp3",
    ],
  ])("%s", (_, html, expected) => {
    const { richContent, lost } = htmlToRichContent(html);
    expect(outlineOf(richContent.nodes)).toBe(expected);
    expect(lost).toEqual([]);
  });
});
