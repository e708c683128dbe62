import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { escapeNonAscii } from "./build.ts";

describe("escapeNonAscii", () => {
  it.each([
    ["a string", '"Grüße 🎉"', "Grüße 🎉"],
    ["a string with a backslash before the character", '"C:\\\\ü"', "C:\\ü"],
    ["a regular expression", "/^[à-ü–]+$/u.source.length > 0 && /^[à-ü–]+$/u.test('é–')", true],
    ["an escaped character of a regular expression", "/^\\–$/.test('–')", true],
    ["a surrogate pair in a regular expression", "/^🎉$/u.test('🎉')", true],
    ["a name", "(ä => ä)(1)", 1],
  ])("preserves the value of %s", (_what, script, value) => {
    const escaped = escapeNonAscii(script);
    expect(escaped).toMatch(/^[\0-\x7f]*$/);
    expect(runInNewContext(escaped)).toBe(value);
  });
});
