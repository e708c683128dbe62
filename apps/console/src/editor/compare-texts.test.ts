import { describe, expect, it } from "vitest";
import { blockTexts } from "./block-texts.ts";
import { compareTexts } from "./compare-texts.ts";

const shown = (before: string[], after: string[]) =>
  compareTexts(before, after).map(
    ({ kind, parts }) =>
      `${kind}: ${parts.map((part) => ({ same: "", added: "+", removed: "-" })[part.kind] + part.text).join("|")}`,
  );

describe("the comparison of two versions", () => {
  it("marks the words of a changed block, and blocks of one version only", () => {
    expect(
      shown(["# Lamp", "It was dark outside.", "Gone."], ["# Lamp", "It was bright outside.", "New here"]),
    ).toEqual(["same: # Lamp", "changed: It was |-dark|+bright| outside.", "removed: -Gone.", "added: +New here"]);
  });

  it("shows a block that was inserted before a changed one", () => {
    expect(shown(["The end of the day."], ["Something else", "The end of a day."])).toEqual([
      "added: +Something else",
      "changed: The end of |-the|+a| day.",
    ]);
  });

  it("compares long texts without common words", () => {
    const words = (letter: string) => Array.from({ length: 5_000 }, (_, index) => `${letter}${index}`).join(" ");
    expect(compareTexts([words("a")], [words("b")]).map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });
});

describe("the texts of blocks", () => {
  it("contain the words of nested blocks, and what identifies blocks without words", () => {
    const paragraph = (words: string) => ({
      type: "PARAGRAPH",
      id: "",
      nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: words, decorations: [] } }],
    });
    const nodes = [
      { ...paragraph("Title"), type: "HEADING", headingData: { level: 3 } },
      { type: "BULLETED_LIST", id: "", nodes: [{ type: "LIST_ITEM", id: "", nodes: [paragraph("One")] }] },
      { type: "IMAGE", id: "", nodes: [], imageData: { altText: "A lamp", image: { src: { url: "/media/a.png" } } } },
      paragraph(""),
    ];
    expect(blockTexts(nodes as never)).toEqual(["### Title", "One", "[IMAGE] A lamp, /media/a.png"]);
  });
});
