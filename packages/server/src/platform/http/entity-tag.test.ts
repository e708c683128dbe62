import { describe, expect, it } from "vitest";
import { entityTag, matchesEntityTag } from "./entity-tag.ts";

describe("entityTag", () => {
  it("is the same for the same text only", () => {
    expect(entityTag("a")).toMatch(/^"[\w-]{22}"$/);
    expect(entityTag("a")).toBe(entityTag("a"));
    expect(entityTag("a")).not.toBe(entityTag("b"));
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
  ])("is matched by If-None-Match %j or not", (header, expected) => {
    expect(matchesEntityTag(header, '"x"')).toBe(expected);
  });
});
