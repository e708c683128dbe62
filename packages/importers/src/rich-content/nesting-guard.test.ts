import { describe, expect, it } from "vitest";
import { guardNesting } from "./nesting-guard.ts";

describe("guardNesting", () => {
  it("leaves what people write as it is", () => {
    const text = `# a\n\n${"> ".repeat(20)}quote\n\n${"  ".repeat(30)}- item\n\n${"- ".repeat(200)}\n\n${"* *".repeat(80)}\n\n- - b\n`;
    expect(guardNesting(text)).toEqual({ markdown: text, disabled: [], warnings: [] });
  });

  it("makes text of the marks beyond 60 on one line, and says where", () => {
    const { markdown, warnings } = guardNesting(`x\n${">".repeat(100)} a`);
    expect(markdown).toBe(`x\n${">".repeat(60)}\\${">".repeat(40)} a`);
    expect(warnings).toEqual([
      { line: 2, reason: "The line is nested too deeply; its innermost marks are taken as text." },
    ]);
    expect(guardNesting(`${"1. ".repeat(61)}a`).markdown).toBe(`${"1. ".repeat(60)}1\\. a`);
    expect(guardNesting(`${"- > ".repeat(31)}a`).markdown).toBe(`${"- > ".repeat(30)}\\- > a`);
  });

  it("moves list items that are indented beyond 120 columns", () => {
    expect(guardNesting(`${" ".repeat(300)}- a`).markdown).toBe(`${" ".repeat(120)}- a`);
    expect(guardNesting(`${" ".repeat(300)}a - b`).markdown).toBe(`${" ".repeat(300)}a - b`);
  });

  it("turns emphasis off where one paragraph has more than 500 marks of it", () => {
    expect(guardNesting("*a ".repeat(500)).disabled).toEqual([]);
    expect(guardNesting(`${"*a ".repeat(300)}\n\n${"*a ".repeat(300)}`).disabled).toEqual([]);
    expect(guardNesting(`x\n\n${"*a ".repeat(300)}\n${"_a ".repeat(300)}`)).toMatchObject({
      disabled: ["attention"],
      warnings: [{ line: 4 }],
    });
  });

  it("turns inline code off where one paragraph has backticks of more than 100 lengths", () => {
    const lengths = (count: number) =>
      Array.from({ length: count }, (_, index) => `${"`".repeat(index + 1)} `).join("");
    expect(guardNesting(lengths(100)).disabled).toEqual([]);
    expect(guardNesting(lengths(101)).disabled).toEqual(["codeText"]);
  });
});
