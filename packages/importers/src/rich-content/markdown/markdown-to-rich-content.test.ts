import { describe, expect, it } from "vitest";
import { outlineOf } from "../../../test/outline.ts";
import { markdownToRichContent } from "./markdown-to-rich-content.ts";

function convert(markdown: string) {
  const notes: [number, string][] = [];
  const { richContent, summaryBlocks } = markdownToRichContent(markdown, {
    warn: (line, reason) => notes.push([line, reason]),
    resolveLink: (href) => (href.startsWith("/known") ? `/blog${href}` : undefined),
    resolveImage: () => undefined,
  });
  return { outline: outlineOf(richContent.nodes), notes, richContent, summaryBlocks };
}

function outline(markdown: string): string {
  return convert(markdown).outline;
}

const lines = (...parts: string[]) => parts.join("\n");

describe("text", () => {
  it("becomes paragraphs with collapsed white space", () => {
    expect(outline("one\ntwo   three\n\nfour")).toBe(lines("PARAGRAPH", '  "one two three"', "PARAGRAPH", '  "four"'));
  });

  it("has hard breaks as line feeds", () => {
    expect(outline("a  \nb\\\nc")).toBe(lines("PARAGRAPH", '  "a\\nb\\nc"'));
  });

  it("has decorations for bold, italic, strikethrough and inline code, the outer ones first", () => {
    expect(outline("**b _bi_** ~~s~~ `c  d`")).toBe(
      lines(
        "PARAGRAPH",
        '  BOLD "b "',
        '  BOLD ITALIC "bi"',
        '  " "',
        '  STRIKETHROUGH "s"',
        '  " "',
        '  FONT_FAMILY(monospace) "c d"',
      ),
    );
  });

  it("preserves characters that are special in HTML", () => {
    expect(outline('a < b & c > d "e" &amp; `<i>`')).toBe(
      lines("PARAGRAPH", '  "a < b & c > d \\"e\\" & "', '  FONT_FAMILY(monospace) "<i>"'),
    );
  });

  it("treats carriage returns as line ends", () => {
    expect(outline("# a\r\n\r\nb\rc")).toBe(lines("HEADING#a level=1", '  "a"', "PARAGRAPH", '  "b c"'));
  });
});

describe("headings", () => {
  it("have their level, their decorations and a readable id", () => {
    expect(outline("## What's *new* in 1.45.0?\n\nSetext\n---")).toBe(
      lines(
        "HEADING#what-s-new-in-1-45-0 level=2",
        '  "What\'s "',
        '  ITALIC "new"',
        '  " in 1.45.0?"',
        "HEADING#setext level=2",
        '  "Setext"',
      ),
    );
  });

  it("have the id after their text, made unique", () => {
    expect(outline("# A {#start}\n\n# B\n\n# B\n\n# Über & café\n\n# ❧")).toBe(
      lines(
        "HEADING#start level=1",
        '  "A"',
        "HEADING#b level=1",
        '  "B"',
        "HEADING#b-1 level=1",
        '  "B"',
        "HEADING#uber-cafe level=1",
        '  "Über & café"',
        "HEADING level=1",
        '  "❧"',
      ),
    );
  });

  it("can be followed by an image", () => {
    expect(outline("# a ![b](c.png)")).toBe(lines("HEADING#a level=1", '  "a"', "IMAGE alt=b"));
  });
});

describe("links", () => {
  it("have web, mail, or resolved addresses", () => {
    expect(outline("[a](https://example.org) <b@example.org> [c](/known#x) www.example.org")).toBe(
      lines(
        "PARAGRAPH",
        '  LINK(https://example.org) "a"',
        '  " "',
        '  LINK(mailto:b@example.org) "b@example.org"',
        '  " "',
        '  LINK(/blog/known#x) "c"',
        '  " "',
        '  LINK(http://www.example.org) "www.example.org"',
      ),
    );
  });

  it("are resolved by definitions anywhere in the document", () => {
    expect(outline("[a][x] and [X]\n\n> [x]: https://example.org")).toBe(
      lines("PARAGRAPH", '  LINK(https://example.org) "a"', '  " and "', '  LINK(https://example.org) "X"'),
    );
  });

  it("within the document refer to a heading by any program's fragment", () => {
    const text = "[a](#whats-next) [b](#what-s-next) [c](#news-crab)\n\n# What's next\n\n# News 🦀";
    expect(outline(text)).toContain(
      lines("PARAGRAPH", '  LINK(#what-s-next) "a"', '  " "', '  LINK(#what-s-next) "b"', '  " "', '  LINK(#news) "c"'),
    );
  });

  it("without a target become text, with a note", () => {
    const { outline: found, notes } = convert("x\n\n[a](#nowhere) [b](/unknown) [c](javascript:alert(1))");
    expect(found).toBe(lines("PARAGRAPH", '  "x"', "PARAGRAPH", '  "a b c"'));
    expect(notes).toEqual([
      [3, 'A link with the scheme "javascript" is not supported; only its text is imported.'],
      [3, 'The post has no heading or anchor "nowhere"; only the link\'s text is imported.'],
    ]);
  });
});

describe("lists", () => {
  it("nest, and ordered ones preserve their first number", () => {
    expect(outline("- a\n\n  3. b\n  4. c\n- d\n\n  e")).toBe(
      lines(
        "BULLETED_LIST",
        "  LIST_ITEM",
        "    PARAGRAPH",
        '      "a"',
        "    ORDERED_LIST start=3",
        "      LIST_ITEM",
        "        PARAGRAPH",
        '          "b"',
        "      LIST_ITEM",
        "        PARAGRAPH",
        '          "c"',
        "  LIST_ITEM",
        "    PARAGRAPH",
        '      "d"',
        "    PARAGRAPH",
        '      "e"',
      ),
    );
  });

  it("with check boxes are checkbox lists", () => {
    expect(outline("- [x] done\n- [ ] open")).toBe(
      lines(
        "CHECKBOX_LIST",
        "  LIST_ITEM checked=true",
        "    PARAGRAPH",
        '      "done"',
        "  LIST_ITEM checked=false",
        "    PARAGRAPH",
        '      "open"',
      ),
    );
  });

  it("with check boxes in some items show them as characters", () => {
    expect(outline("- [x] done\n- other")).toBe(
      lines(
        "BULLETED_LIST",
        "  LIST_ITEM",
        "    PARAGRAPH",
        '      "☑ done"',
        "  LIST_ITEM",
        "    PARAGRAPH",
        '      "other"',
      ),
    );
    expect(outline("1. [ ] first")).toBe(lines("ORDERED_LIST", "  LIST_ITEM", "    PARAGRAPH", '      "☐ first"'));
  });

  it("contain code, quotes and empty items", () => {
    expect(outline("- \n- > q\n-     code")).toBe(
      lines(
        "BULLETED_LIST",
        "  LIST_ITEM",
        "    PARAGRAPH",
        "  LIST_ITEM",
        "    BLOCKQUOTE",
        "      PARAGRAPH",
        '        "q"',
        "  LIST_ITEM",
        "    CODE_BLOCK",
        '      "code"',
      ),
    );
  });
});

describe("other blocks", () => {
  it("include quotes and dividers", () => {
    expect(outline("> a\n> > b\n\n***")).toBe(
      lines("BLOCKQUOTE", "  PARAGRAPH", '    "a"', "  BLOCKQUOTE", "    PARAGRAPH", '      "b"', "DIVIDER"),
    );
  });

  it("include code blocks with all white space and the text after the fence", () => {
    expect(outline('```rust,ignore title="x"\n\n  a <b>\n\tc\n\n```\n\n    indented')).toBe(
      lines('CODE_BLOCK language=rust,ignore title="x"', '  "\\n  a <b>\\n\\tc\\n"', "CODE_BLOCK", '  "indented"'),
    );
    expect(outline("```\n```")).toBe("CODE_BLOCK");
  });

  it("include tables with a header row, aligned columns and no missing cells", () => {
    expect(outline("| a | b |\n|:-:|--:|\n| `x\\|y` | **z** |\n| only |")).toBe(
      lines(
        "TABLE rowHeader=true",
        "  TABLE_ROW",
        "    TABLE_CELL",
        "      PARAGRAPH alignment=CENTER",
        '        "a"',
        "    TABLE_CELL",
        "      PARAGRAPH alignment=RIGHT",
        '        "b"',
        "  TABLE_ROW",
        "    TABLE_CELL",
        "      PARAGRAPH alignment=CENTER",
        '        FONT_FAMILY(monospace) "x|y"',
        "    TABLE_CELL",
        "      PARAGRAPH alignment=RIGHT",
        '        BOLD "z"',
        "  TABLE_ROW",
        "    TABLE_CELL",
        "      PARAGRAPH alignment=CENTER",
        '        "only"',
        "    TABLE_CELL",
        "      PARAGRAPH",
      ),
    );
  });
});

describe("images", () => {
  it("on the web have their address, their text, and their title as a caption", () => {
    expect(outline('![An *A*](https://example.org/a.png "Seen in May")')).toBe(
      lines("IMAGE src=https://example.org/a.png alt=An A", "  CAPTION", '    "Seen in May"'),
    );
  });

  it("that are missing become text", () => {
    expect(outline("![a chart](chart.png)")).toBe("IMAGE alt=a chart");
    expect(outline("![](chart.png)")).toBe("");
  });

  it("within a line of text are put between two paragraphs, with a note", () => {
    const { outline: found, notes } = convert("before ![x](https://example.org/x.png) after");
    expect(found).toBe(
      lines("PARAGRAPH", '  "before"', "IMAGE src=https://example.org/x.png alt=x", "PARAGRAPH", '  "after"'),
    );
    expect(notes).toEqual([[1, "An image within a line of text is imported as a separate block."]]);
  });

  it("can be links", () => {
    expect(outline("[![x](https://example.org/x.png)](https://example.org)")).toBe(
      "IMAGE src=https://example.org/x.png alt=x link=https://example.org",
    );
  });

  it("never have executable or data URLs", () => {
    const { outline: found, notes } = convert("![a](data:image/png;base64,xx) ![b](javascript:x)");
    expect(found).toBe(lines("IMAGE alt=a", "IMAGE alt=b"));
    expect(notes).toHaveLength(2);
  });
});

describe("footnotes", () => {
  it("are numbered links to a list at the end with links back", () => {
    expect(outline("One[^b] two[^a].\n\nThree[^b].\n\n[^a]: Note *a*.\n[^b]: Note b.\n\n    More.")).toBe(
      lines(
        "PARAGRAPH#footnote-reference-0-b",
        '  "One"',
        '  SUPERSCRIPT LINK(#footnote-b) "1"',
        '  " two"',
        '  SUPERSCRIPT LINK(#footnote-a) "2"',
        '  "."',
        "PARAGRAPH#footnote-reference-1-b",
        '  "Three"',
        '  SUPERSCRIPT LINK(#footnote-b) "1"',
        '  "."',
        "DIVIDER",
        "ORDERED_LIST",
        "  LIST_ITEM#footnote-b",
        "    PARAGRAPH",
        '      "Note b."',
        "    PARAGRAPH",
        '      "More. "',
        '      LINK(#footnote-reference-0-b) "↩"',
        '      " "',
        '      LINK(#footnote-reference-1-b) "↩2"',
        "  LIST_ITEM#footnote-a",
        "    PARAGRAPH",
        '      "Note "',
        '      ITALIC "a"',
        '      ". "',
        '      LINK(#footnote-reference-0-b) "↩"',
      ),
    );
  });

  it("may refer to each other, and unused ones are retained", () => {
    const found = outline("a[^1]\n\n[^unused]: U\n[^1]: See[^2]\n[^2]: End");
    expect(found.match(/LIST_ITEM#\S+/g)).toEqual([
      "LIST_ITEM#footnote-1",
      "LIST_ITEM#footnote-2",
      "LIST_ITEM#footnote-unused",
    ]);
  });
});

describe("marks of site generators", () => {
  it("end the summary", () => {
    expect(convert("one\n\ntwo\n\n<!-- more -->\n\nthree").summaryBlocks).toBe(2);
    expect(convert("one <!--more--> two").summaryBlocks).toBe(1);
    expect(convert("one").summaryBlocks).toBeUndefined();
  });
});

it("is deterministic, with unique ids", () => {
  const text = "# a\n\n# a\n\n- x[^1]\n- y\n\n|a|\n|-|\n|b|\n\n<details>x</details>\n\n# n3\n\n[^1]: z";
  const first = convert(text).richContent;
  expect(convert(text).richContent).toEqual(first);
  const ids: string[] = [];
  const collect = (nodes: typeof first.nodes) => {
    for (const node of nodes) {
      if (node.type === "TEXT") expect(node.id).toBe("");
      else ids.push(node.id);
      collect(node.nodes);
    }
  };
  collect(first.nodes);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain("");
});
