import { describe, expect, it } from "vitest";
import { foldCode, isInsertedAtOnce, isWholeCode } from "./verification-code.ts";

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

describe("isInsertedAtOnce", () => {
  it.each([
    [{ inputType: "insertFromPaste" }, "111111", "222222", true],
    [{ inputType: "insertFromPaste" }, "", "222222", true],
    [{ inputType: "insertText", data: "222222" }, "111111", "222222", true],
    [{ inputType: "insertText", data: "2" }, "11111", "111112", false],
    [{ inputType: "deleteContentBackward" }, "1111112", "111111", false],
    [{}, "", "222222", true],
    [{}, "111111", "222222", true],
    [{}, "11111", "111112", false],
    [{}, "111111", "121111", false],
    [{}, "111111", "111111", false],
  ])("for %j from %j to %j is %j", (event, before, after, expected) => {
    expect(isInsertedAtOnce(event, before, after)).toBe(expected);
  });
});
