import { describe, expect, it } from "vitest";
import { outlineOf } from "../../../test/outline.ts";
import { markdownToRichContent } from "../markdown/markdown-to-rich-content.ts";

function convert(markdown: string) {
  const notes: [number, string][] = [];
  const { richContent } = markdownToRichContent(markdown, {
    warn: (line, reason) => notes.push([line, reason]),
    resolveLink: () => undefined,
    resolveImage: () => undefined,
  });
  return { outline: outlineOf(richContent.nodes), notes, json: JSON.stringify(richContent) };
}

function outline(markdown: string): string {
  return convert(markdown).outline;
}

const lines = (...parts: string[]) => parts.join("\n");

describe("HTML with a meaning of its own", () => {
  it("writes the title of an abbreviation out once", () => {
    const abbr = '<abbr title="Cascading Style  Sheets">CSS</abbr>';
    expect(outline(`${abbr} and ${abbr}`)).toBe(lines("PARAGRAPH", '  "CSS (Cascading Style Sheets) and CSS"'));
  });

  it("preserves the lines of an address", () => {
    expect(outline("<address>Ada Miller<br>\n1 Mill Lane</address>")).toBe(
      lines("PARAGRAPH", '  "Ada Miller\\n1 Mill Lane"'),
    );
  });

  it("counts reversed and started lists as given", () => {
    const item = (text: string) => ["  LIST_ITEM", "    PARAGRAPH", `      "${text}"`];
    expect(outline("<ol reversed><li>a</li><li>b</li></ol>")).toBe(
      lines("ORDERED_LIST start=2", ...item("a"), "ORDERED_LIST", ...item("b")),
    );
    expect(outline('<ol start="7"><li>a</li></ol>')).toBe(lines("ORDERED_LIST start=7", ...item("a")));
  });
});

describe("inline HTML", () => {
  it("becomes decorations", () => {
    expect(
      outline(
        "<b>b</b> <i>i</i> <u>u</u> <s>s</s> x<sup>2</sup> y<sub>1</sub> <kbd>Tab</kbd> <a href='https://example.org'>l</a> <q>q</q>",
      ),
    ).toBe(
      lines(
        "PARAGRAPH",
        '  BOLD "b"',
        '  " "',
        '  ITALIC "i"',
        '  " "',
        '  UNDERLINE "u"',
        '  " "',
        '  STRIKETHROUGH "s"',
        '  " x"',
        '  SUPERSCRIPT "2"',
        '  " y"',
        '  SUBSCRIPT "1"',
        '  " "',
        '  FONT_FAMILY(monospace) "Tab"',
        '  " "',
        '  LINK(https://example.org) "l"',
        '  " “q”"',
      ),
    );
  });

  it("can be combined with Markdown without duplicate decorations", () => {
    expect(outline("<em>a **b** <strong>**c**</strong></em><br/>d &nbsp;&copy;")).toBe(
      lines("PARAGRAPH", '  ITALIC "a "', '  ITALIC BOLD "b"', '  ITALIC " "', '  ITALIC BOLD "c"', '  "\\nd \u00a0©"'),
    );
  });

  it("with unknown elements is text", () => {
    const { outline: found, notes } = convert("A Vec<T> and Box<dyn Fn> here\n\nlast <T>");
    expect(found).toBe(lines("PARAGRAPH", '  "A Vec<T> and Box<dyn Fn> here"', "PARAGRAPH", '  "last <T>"'));
    expect(notes).toEqual([
      [1, "<T> is not an HTML element; it is imported as text."],
      [1, "<dyn> is not an HTML element; it is imported as text."],
      [3, "<T> is not an HTML element; it is imported as text."],
    ]);
  });

  it("defines targets of links", () => {
    expect(outline('[go](#spot)\n\n<a name="spot"></a>Here.\n\n<span id="x"></span>\n\n# There')).toBe(
      lines("PARAGRAPH", '  LINK(#spot) "go"', "PARAGRAPH#spot", '  "Here."', "HEADING#there level=1", '  "There"'),
    );
  });

  it("retains the numbers of a progress bar", () => {
    expect(outline('<progress value="3" max="7"></progress>')).toBe(lines("PARAGRAPH", '  "3 / 7"'));
    expect(outline("<progress>half</progress>")).toBe(lines("PARAGRAPH", '  "half"'));
  });
});

describe("HTML blocks", () => {
  it("contain the Markdown between their tags", () => {
    expect(
      outline("<details open>\n<summary>More <b>x</b></summary>\n\n- a\n\n```sh\nb\n```\n\n</details>\n\nafter"),
    ).toBe(
      lines(
        "COLLAPSIBLE_LIST expanded=ALL",
        "  COLLAPSIBLE_ITEM",
        "    COLLAPSIBLE_ITEM_TITLE",
        "      PARAGRAPH",
        '        "More "',
        '        BOLD "x"',
        "    COLLAPSIBLE_ITEM_BODY",
        "      BULLETED_LIST",
        "        LIST_ITEM",
        "          PARAGRAPH",
        '            "a"',
        "      CODE_BLOCK language=sh",
        '        "b"',
        "PARAGRAPH",
        '  "after"',
      ),
    );
  });

  it("convert text around the title of collapsible parts, and nest", () => {
    expect(outline("<details>before<summary>T</summary><details><summary>U</summary>u</details></details>")).toBe(
      lines(
        "COLLAPSIBLE_LIST",
        "  COLLAPSIBLE_ITEM",
        "    COLLAPSIBLE_ITEM_TITLE",
        "      PARAGRAPH",
        '        "T"',
        "    COLLAPSIBLE_ITEM_BODY",
        "      PARAGRAPH",
        '        "before"',
        "      COLLAPSIBLE_LIST",
        "        COLLAPSIBLE_ITEM",
        "          COLLAPSIBLE_ITEM_TITLE",
        "            PARAGRAPH",
        '              "U"',
        "          COLLAPSIBLE_ITEM_BODY",
        "            PARAGRAPH",
        '              "u"',
      ),
    );
  });

  it("convert tables with captions, headers, spans and alignment", () => {
    const table =
      '<table><caption>Cap</caption><tr><th colspan="2">h</th></tr>' +
      '<tr><th rowspan="2">r</th><td align="right"><p>a</p><ul><li>b</li></ul></td></tr><tr><th>c</th></tr></table>';
    expect(outline(table)).toBe(
      lines(
        "PARAGRAPH",
        '  "Cap"',
        "TABLE rowHeader=true columnHeader=true",
        "  TABLE_ROW",
        "    TABLE_CELL colspan=2",
        "      PARAGRAPH",
        '        "h"',
        "  TABLE_ROW",
        "    TABLE_CELL rowspan=2",
        "      PARAGRAPH",
        '        "r"',
        "    TABLE_CELL",
        "      PARAGRAPH alignment=RIGHT",
        '        "a"',
        "      BULLETED_LIST",
        "        LIST_ITEM",
        "          PARAGRAPH alignment=RIGHT",
        '            "b"',
        "  TABLE_ROW",
        "    TABLE_CELL",
        "      PARAGRAPH",
        '        "c"',
      ),
    );
  });

  it("convert Markdown in table cells", () => {
    expect(outline("<table><tr><td>\n\n**x**\n\n</td></tr></table>")).toBe(
      lines("TABLE", "  TABLE_ROW", "    TABLE_CELL", "      PARAGRAPH", '        BOLD "x"'),
    );
  });

  it("convert headings, quotes, rules, code and lists", () => {
    const html =
      '<h2 id="own">T</h2><blockquote><p>q</p></blockquote><hr><pre><code class="language-c">int\n  x;\n</code></pre>' +
      "<ol start=4><li>a<li>b</ol><dl><dt>t</dt><dd>d</dd></dl>";
    expect(outline(html)).toBe(
      lines(
        "HEADING#own level=2",
        '  "T"',
        "BLOCKQUOTE",
        "  PARAGRAPH",
        '    "q"',
        "DIVIDER",
        "CODE_BLOCK language=c",
        '  "int\\n  x;"',
        "ORDERED_LIST start=4",
        "  LIST_ITEM",
        "    PARAGRAPH",
        '      "a"',
        "  LIST_ITEM",
        "    PARAGRAPH",
        '      "b"',
        "PARAGRAPH",
        '  BOLD "t"',
        "PARAGRAPH indentation=1",
        '  "d"',
      ),
    );
  });

  it("convert figures with captions and centered text", () => {
    const html =
      '<figure><img src="https://example.org/a.png" alt="A" width="640" height="48"><figcaption>Cap <i>x</i></figcaption></figure>' +
      '<center>c</center><p align="right">r</p><div style="text-align: center; font-weight: bold">s</div><p align="constructor" style="font-style:italic">t</p>';
    const { outline: found, json } = convert(html);
    expect(found).toBe(
      lines(
        "IMAGE src=https://example.org/a.png alt=A",
        "  CAPTION",
        '    "Cap "',
        '    ITALIC "x"',
        "PARAGRAPH alignment=CENTER",
        '  "c"',
        "PARAGRAPH alignment=RIGHT",
        '  "r"',
        "PARAGRAPH alignment=CENTER",
        '  BOLD "s"',
        "PARAGRAPH",
        '  ITALIC "t"',
      ),
    );
    expect(json).toContain('"width":640,"height":48');
  });

  it("convert the content of noscript", () => {
    expect(outline('<div class="chart"><noscript><img alt="a chart" src="x.png"/></noscript></div>')).toBe(
      "IMAGE alt=a chart",
    );
  });
});

describe("HTML without an equivalent", () => {
  it("is left out with line and reason if it has no text", () => {
    const { outline: found, notes } = convert(
      "a\n\n<script>\nalert(1)\n\n# no heading\n</script>\n\n<style>p{}</style>\n\nb <svg><title>t</title><path d='M0'/></svg> c",
    );
    expect(found).toBe(lines("PARAGRAPH", '  "a"', "PARAGRAPH", '  "b c"'));
    expect(notes).toEqual([
      [3, "<script> is not supported."],
      [9, "<style> is not supported."],
      [11, "<svg> is not supported."],
    ]);
  });

  it("becomes nodes for videos and frames", () => {
    const { outline: found, notes } = convert(
      '<iframe src="https://example.org/v" title="Talk"></iframe>\n\nx\n\n<video controls><source src="https://example.org/v.mp4">No.</video>',
    );
    expect(found).toBe(
      lines("EMBED src=https://example.org/v title=Talk", "PARAGRAPH", '  "x"', "VIDEO src=https://example.org/v.mp4"),
    );
    expect(notes).toEqual([]);
  });

  it("retains the text of forms and unknown elements", () => {
    const { outline: found, notes } = convert(
      "<form>Name <input name=x> <select><option>One</option></select> <button>Send</button></form>\n\n<my-box>in</my-box>",
    );
    expect(found.replace(/[^A-Za-z" \n]/g, "")).toContain("Send");
    expect(found).toContain('"One"');
    expect(found).toContain('"in"');
    expect(notes.map(([, reason]) => reason)).toEqual([
      "<input> is not supported.",
      "<select> is not supported; only its text is imported.",
      "<button> is not supported; only its text is imported.",
      "<my-box> is not supported; only its text is imported.",
    ]);
  });

  it("drops comments silently, and reports an unclosed one", () => {
    expect(convert("a <!-- x --> b\n\n<!-- y\n\nz -->\n\n<?php x ?>")).toMatchObject({
      outline: lines("PARAGRAPH", '  "a b"'),
      notes: [],
    });
    expect(convert("a\n\n<!-- open\n\nb").notes).toEqual([
      [3, "A comment is not closed; the text after it is left out."],
    ]);
  });

  it.each([
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java&#10;script:alert(1)">x</a>',
    '<img src=x alt=x onerror="alert(1)">',
    '<p onclick="alert(1)" style="background:url(javascript:alert(1))">x</p>',
    '<iframe src="javascript:alert(1)">x</iframe>',
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>x",
    '<math href="javascript:alert(1)">x</math>x',
    '<template><img src=x onerror="alert(1)"></template>x',
    '<details ontoggle="alert(1)" open>x</details>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  ])("retains no executable part of %s", (html) => {
    const { json } = convert(html);
    expect(json).not.toMatch(/alert|script:|data:|onerror/i);
    expect(json).toContain("x");
  });
});
