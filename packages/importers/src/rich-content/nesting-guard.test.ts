import { describe, expect, it } from "vitest";
import { guardNesting } from "./nesting-guard.ts";

describe("guardNesting", () => {
  it("does not change real documents", () => {
    const text = `# a\n\n${"> ".repeat(20)}quote\n\n${"  ".repeat(30)}- item\n\n${"- ".repeat(200)}\n\n${"* *".repeat(80)}\n\n- - b\n`;
    expect(guardNesting(text)).toEqual({ markdown: text, disabled: [], warnings: [] });
  });

  it("converts marks beyond 60 on one line to text, with a note", () => {
    const { markdown, warnings } = guardNesting(`x\n${">".repeat(100)} a`);
    expect(markdown).toBe(`x\n${">".repeat(60)}\\${">".repeat(40)} a`);
    expect(warnings).toEqual([
      { line: 2, reason: "The line is nested too deeply; its innermost marks are imported as text." },
    ]);
    expect(guardNesting(`${"1. ".repeat(61)}a`).markdown).toBe(`${"1. ".repeat(60)}1\\. a`);
    expect(guardNesting(`${"- > ".repeat(31)}a`).markdown).toBe(`${"- > ".repeat(30)}\\- > a`);
  });

  it("moves list items indented beyond 120 columns", () => {
    expect(guardNesting(`${" ".repeat(300)}- a`).markdown).toBe(`${" ".repeat(120)}- a`);
    expect(guardNesting(`${" ".repeat(300)}a - b`).markdown).toBe(`${" ".repeat(300)}a - b`);
  });

  it("disables emphasis for more than 500 marks in a paragraph", () => {
    expect(guardNesting("*a ".repeat(500)).disabled).toEqual([]);
    expect(guardNesting(`${"*a ".repeat(300)}\n\n${"*a ".repeat(300)}`).disabled).toEqual([]);
    expect(guardNesting(`x\n\n${"*a ".repeat(300)}\n${"_a ".repeat(300)}`)).toMatchObject({
      disabled: ["attention"],
      warnings: [{ line: 4 }],
    });
  });

  it("disables inline code for backticks of more than 100 lengths in a paragraph", () => {
    const lengths = (count: number) =>
      Array.from({ length: count }, (_, index) => `${"`".repeat(index + 1)} `).join("");
    expect(guardNesting(lengths(100)).disabled).toEqual([]);
    expect(guardNesting(lengths(101)).disabled).toEqual(["codeText"]);
  });
});
