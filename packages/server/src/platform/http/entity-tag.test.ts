import { describe, expect, it } from "vitest";
import { entityTagOf, isAmongTags } from "./entity-tag.ts";

describe("entity tags", () => {
  it("are one for each text", () => {
    expect(entityTagOf("a")).toMatch(/^"[\w-]{22}"$/);
    expect(entityTagOf("a")).toBe(entityTagOf("a"));
    expect(entityTagOf("a")).not.toBe(entityTagOf("b"));
  });

  it.each([
    [undefined, false],
    ["", false],
    ['"x"', true],
    ['W/"x"', true],
    ['"y", W/"x"', true],
    ["*", true],
    ["x", false],
    ['"y"', false],
    ['"xx"', false],
  ])("are found in %j or not", (header, expected) => {
    expect(isAmongTags(header, '"x"')).toBe(expected);
  });
});
