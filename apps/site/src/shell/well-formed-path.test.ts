import { describe, expect, it } from "vitest";
import { wellFormedPath } from "./well-formed-path.ts";

describe("wellFormedPath", () => {
  it.each(["/", "/blog/a%2Fb", "/blog/%C3%A4", "//"])("leaves %s as it is", (path) => {
    expect(wellFormedPath(path)).toBe(path);
  });

  it.each([
    ["/%E0%A4%A", "/%25E0%25A4%25A"],
    ["/blog/%", "/blog/%25"],
    ["/blog/category/%ff", "/blog/category/%25ff"],
  ])("makes %s decodable", (path, expected) => {
    expect(wellFormedPath(path)).toBe(expected);
  });
});
