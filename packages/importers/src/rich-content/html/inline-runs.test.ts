import type { Decoration } from "@porchlight/contract/blog/rich-content/rich-content";
import { describe, expect, it } from "vitest";
import { createTextNodes, hasVisibleText, type InlineRun } from "./inline-runs.ts";

const bold: Decoration = { type: "BOLD", fontWeightValue: 700 };
const italic: Decoration = { type: "ITALIC", italicData: true };

function texts(runs: InlineRun[], preserved = false): [string, ...string[]][] {
  return createTextNodes(runs, preserved).map(({ textData }) => [
    textData?.text ?? "",
    ...(textData?.decorations ?? []).map(({ type }) => type),
  ]);
}
const run = (text: string, ...decorations: Decoration[]): InlineRun => ({ text, decorations });
const lineBreak: InlineRun = { text: "\n", decorations: [], hardBreak: true };

describe("createTextNodes", () => {
  it("collapses white space, and preserves no-break spaces", () => {
    expect(texts([run(" \n a \t b\u00a0 \u00a0c "), run("\n")])).toEqual([["a b\u00a0 \u00a0c"]]);
  });

  it("puts the space between two runs outside their decorations if possible", () => {
    expect(texts([run("a "), run(" b ", bold), run(" c")])).toEqual([["a "], ["b", "BOLD"], [" c"]]);
    expect(texts([run("a ", bold), run("b", italic)])).toEqual([["a", "BOLD"], [" "], ["b", "ITALIC"]]);
    expect(texts([run("a ", bold), run("b", bold, italic)])).toEqual([
      ["a ", "BOLD"],
      ["b", "BOLD", "ITALIC"],
    ]);
  });

  it("joins runs of the same decorations", () => {
    expect(texts([run("a"), run("b"), run("c", bold), run("d", bold)])).toEqual([["ab"], ["cd", "BOLD"]]);
  });

  it("preserves line breaks within the text and removes them at its ends", () => {
    expect(texts([lineBreak, run(" a "), lineBreak, run(" b"), lineBreak, run(" ")])).toEqual([["a\nb"]]);
  });

  it("does not change preserved text", () => {
    expect(texts([run("\n  a\t b \n")], true)).toEqual([["\n  a\t b \n"]]);
  });
});

describe("hasVisibleText", () => {
  it("ignores white space and line breaks", () => {
    expect(hasVisibleText([run(" \n"), lineBreak, run("")])).toBe(false);
    expect(hasVisibleText([run(" "), run("x")])).toBe(true);
  });
});
