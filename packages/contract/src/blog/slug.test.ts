import { describe, expect, it } from "vitest";
import { toSlug } from "./slug.ts";

describe("toSlug", () => {
  it.each([
    ["Rust-1.45.0", "Rust-1.45.0"],
    ["a_b~c.d", "a_b~c.d"],
    ["Über uns", "Über-uns"],
    ["e\u0301te\u0301", "été"],
    ["日本語", "日本語"],
    ["a/b?c#d", "a-b-c-d"],
    ["..", "post"],
    [".hidden", "hidden"],
    ["  ", "post"],
    ["v1", "v1-post"],
    ["v3", "v3-post"],
    ["v4", "v4"],
  ])("%j becomes %j", (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });

  it("is at most 100 characters long", () => {
    expect(toSlug("x".repeat(300))).toHaveLength(100);
    expect(toSlug(`${"x".repeat(99)}𝒳`).isWellFormed()).toBe(true);
  });
});
