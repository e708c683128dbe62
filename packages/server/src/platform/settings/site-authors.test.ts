import { describe, expect, it } from "vitest";
import { parseSetting } from "./settings.ts";
import { siteAuthors } from "./site-authors.ts";

const parse = (value: unknown) => parseSetting("authors", typeof value === "string" ? value : JSON.stringify(value));

describe("siteAuthors", () => {
  it("are parsed from JSON, and none from off", () => {
    const authors = [
      { name: "Ada", text: "Engines, mostly; commas too.", picture: "/media/a.webp", link: "https://ada.example/" },
      { name: "Grace", picture: "https://example.com/grace.jpg" },
    ];
    expect(siteAuthors(String(parse(authors)))).toEqual(authors);
    expect(siteAuthors(String(parse("off")))).toEqual([]);
  });

  it.each([
    ["Ada", /must be a JSON list/],
    ['{"name":"Ada"}', /must be a JSON list/],
    [[{ name: "" }], /invalid author 1: name/],
    [[{ name: "Ada" }, { name: "Grace", text: "a\nb" }], /author 2/],
    [[{ name: "Ada", picture: "javascript:alert(1)" }], /author 1/],
    [[{ name: "Ada", picture: "/sign-out" }], /author 1/],
    [[{ name: "Ada", link: "http://ada.example" }], /author 1/],
    [[{ name: "Ada", age: 36 }], /author 1/],
    [[{ name: "Ada" }, { name: "Ada" }], /duplicate author names/],
    [Array.from({ length: 21 }, (_, n) => ({ name: `Author ${n}` })), /at most 20/],
  ])("reject %j", (value, message) => {
    expect(() => parse(value)).toThrow(message);
  });
});
