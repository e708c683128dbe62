import { describe, expect, it } from "vitest";
import { excerptOf, minutesToRead, plainTextOf, truncateAtWord } from "./plain-text.ts";
import type { Decoration, RichContentNode } from "./rich-content.ts";

function text(value: string, ...decorations: Decoration[]): RichContentNode {
  return { type: "TEXT", id: "", nodes: [], textData: { text: value, decorations } };
}
function block(type: string, ...nodes: RichContentNode[]): RichContentNode {
  return { type, id: "", nodes };
}
const anchor: Decoration = { type: "LINK", linkData: { link: { anchor: "footnote-1" } } };

describe("plainTextOf", () => {
  it("puts each block with text on a line, in document order", () => {
    const nodes = [
      block("HEADING", text("News")),
      block("BULLETED_LIST", block("LIST_ITEM", block("PARAGRAPH", text("one "), text("two"))), block("LIST_ITEM")),
      block("UNKNOWN_TO_US", block("PARAGRAPH", text("three"))),
      block("PARAGRAPH", text("  ")),
    ];
    expect(plainTextOf(nodes)).toBe("News\none two\nthree");
  });

  it("omits footnote marks and back arrows, but no other internal link", () => {
    const mark = text("1", { type: "SUPERSCRIPT", superscriptData: true }, anchor);
    expect(plainTextOf([block("PARAGRAPH", text("said"), mark, text("."))])).toBe("said.");
    expect(plainTextOf([block("PARAGRAPH", text("Note. "), text("↩2", anchor))])).toBe("Note.");
    expect(plainTextOf([block("PARAGRAPH", text("see above", anchor))])).toBe("see above");
  });

  it("includes text in the data of nodes, but no URLs", () => {
    const nodes = [
      { ...block("POLL"), pollData: { poll: { title: "Tea?", options: [{ title: "Yes" }, { title: "No" }, {}] } } },
      { ...block("BUTTON"), buttonData: { text: " Buy ", link: { url: "https://shop.example" } } },
      { ...block("FILE"), fileData: { name: "plan.pdf", src: { url: "https://files.example/plan" } } },
      { ...block("GALLERY"), galleryData: { items: [{ title: "Dawn", altText: "red sky" }, { title: null }] } },
      { ...block("LINK_PREVIEW"), linkPreviewData: { title: "Title", description: "About", html: "<b>x</b>" } },
      { ...block("AUDIO"), audioData: { name: "Song", authorName: "Band" } },
      { ...block("VIDEO"), videoData: { title: "Film" } },
      { ...block("EMBED"), embedData: { oembed: { title: "A post", html: "<script>" } } },
      { ...block("MAP"), mapData: { mapSettings: { locationName: "Harbour", address: "Quay 1" } } },
      { ...block("APP_EMBED"), appEmbedData: { name: "Lamp" } },
      block("SMART_BLOCK", {
        ...block("SMART_BLOCK_CELL", block("PARAGRAPH", text("of all"))),
        smartBlockCellData: { label: "90 %" },
      }),
      { ...block("HTML"), htmlData: { html: "<p>hidden</p>" } },
    ];
    const lines =
      "Tea? Yes No Buy plan.pdf Dawn Title About Song Band Film A_post Harbour Quay_1 Lamp 90_% of_all".split(" ");
    expect(plainTextOf(nodes)).toBe(lines.map((line) => line.replace("_", " ")).join("\n"));
    expect(excerptOf({ nodes: [...nodes.slice(0, 10), block("PARAGRAPH", text("Prose."))] })).toBe("Prose.");
  });

  it("tolerates data of the wrong type", () => {
    const nodes = [
      { ...block("POLL"), pollData: { poll: { title: 7, options: "x" } } },
      { ...block("GALLERY"), galleryData: { items: [null, 5] } },
    ] as unknown as RichContentNode[];
    expect(plainTextOf(nodes)).toBe("");
  });

  it("reads a tree of 200 000 levels", () => {
    let node = block("PARAGRAPH", text("deep"));
    for (let level = 0; level < 200_000; level += 1) node = block("BLOCKQUOTE", node);
    expect(plainTextOf([node])).toBe("deep");
  });
});

describe("truncateAtWord", () => {
  it.each([
    ["short text", 20, "short text"],
    ["one two three", 9, "one two…"],
    ["one two three", 8, "one two…"],
    ["one, two three", 6, "one…"],
    ["a  b\n\nc", 20, "a b c"],
    ["unbrokenword", 6, "unbro…"],
  ])("%j in %i characters is %j", (input, length, expected) => {
    expect(truncateAtWord(input, length)).toBe(expected);
  });

  it("does not split a surrogate pair", () => {
    expect(truncateAtWord("🦀🦀🦀🦀", 4)).toBe("🦀…");
  });

  it("never exceeds the maximum length", () => {
    for (let length = 2; length < 60; length += 1) {
      expect(
        truncateAtWord("The quick brown fox — jumps over, the 🦀 lazy dog again and again", length).length,
      ).toBeLessThanOrEqual(length);
    }
  });
});

describe("excerptOf", () => {
  it("uses prose and skips headings, code and tables", () => {
    const nodes = [
      block("HEADING", text("Title")),
      block("CODE_BLOCK", text("fn main() {}")),
      block("PARAGRAPH", text("First.")),
      block("BLOCKQUOTE", block("PARAGRAPH", text("Second."))),
    ];
    expect(excerptOf({ nodes })).toBe("First. Second.");
  });

  it("falls back to other text without prose", () => {
    expect(excerptOf({ nodes: [block("CODE_BLOCK", text("a\nb"))] })).toBe("a b");
    expect(excerptOf({ nodes: [] })).toBe("");
  });

  it("is at most 500 characters long and ends after a word", () => {
    const excerpt = excerptOf({ nodes: [block("PARAGRAPH", text("word ".repeat(300)))] });
    expect(excerpt.length).toBeLessThanOrEqual(500);
    expect(excerpt).toMatch(/word…$/);
  });
});

describe("minutesToRead", () => {
  it("is at least 1 and counts 200 words a minute", () => {
    expect(minutesToRead("")).toBe(1);
    expect(minutesToRead("word ".repeat(900))).toBe(5);
  });

  it("counts scripts without spaces by their characters", () => {
    expect(minutesToRead("文".repeat(1200))).toBe(3);
  });
});
