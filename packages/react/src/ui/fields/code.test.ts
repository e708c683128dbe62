import { describe, expect, it } from "vitest";
import { foldCode, isWholeCode } from "./code.ts";

describe("foldCode", () => {
  it.each([
    ["123 456", "123456"],
    ["123-456", "123456"],
    ["123–456", "123456"],
    ["１２３４５６", "123456"],
    ["١٢٣٤٥٦", "123456"],
    ["۱۲۳۴۵۶", "123456"],
    ["\u200e123\u00a0456\n", "123456"],
    ["12a456", "12a456"],
  ])("normalizes %j to %j", (typed, code) => expect(foldCode(typed)).toBe(code));

  it("distinguishes a complete code from a partial one and from letters", () => {
    expect(["123456", "12345", "1234567", "12a456"].map(isWholeCode)).toEqual([true, false, false, false]);
  });
});
