import { describe, expect, it } from "vitest";
import { formatMessage } from "./format.ts";

const text = (message: string, values = {}, language = "en") => formatMessage(message, values, language).join("");

describe("formatMessage", () => {
  it("formats names and numbers for the language", () => {
    expect(text("{name} has {n} posts", { name: "Ada", n: 12345 })).toBe("Ada has 12,345 posts");
    expect(text("{n, number}", { n: 12345 }, "de")).toBe("12.345");
  });

  it("chooses the plural form by the rules of the language", () => {
    const message = "{n, plural, =0 {none} one {# try} few {# спроби} other {# tries}}";
    expect([0, 1, 2].map((n) => text(message, { n }))).toEqual(["none", "1 try", "2 tries"]);
    expect(text(message, { n: 3 }, "uk")).toBe("3 спроби");
  });

  it("selects by value and falls back to other", () => {
    const message = "{role, select, owner {Owner {name}} other {Someone}}";
    expect(text(message, { role: "owner", name: "Ada" })).toBe("Owner Ada");
    expect(text(message, { role: "guest" })).toBe("Someone");
  });

  it("passes the contents of a tag to its function, or keeps them as text", () => {
    const link = (inside: unknown) => `[${String(inside)}]`;
    expect(text("Check, or <reset>reset it</reset>.", { reset: link })).toBe("Check, or [reset it].");
    expect(text("Check, or <reset>reset it</reset>.")).toBe("Check, or reset it.");
  });

  it("parses quotes as ICU does", () => {
    expect(text("the site''s name")).toBe("the site's name");
    expect(text("a '{'brace'}'")).toBe("a {brace}");
    expect(text("it's plain")).toBe("it's plain");
  });

  it("does not parse values as messages", () => {
    expect(text("Hello {name}", { name: "{n, plural, other {x}} <b>" })).toBe("Hello {n, plural, other {x}} <b>");
  });

  it("rejects an unclosed message and an unknown placeholder", () => {
    expect(() => text("{n, plural, one {x}}")).toThrow(SyntaxError);
    expect(() => text("Hello {name")).toThrow(SyntaxError);
    expect(() => text("<a>open")).toThrow(SyntaxError);
    expect(() => text("{d, date, short}")).toThrow(SyntaxError);
  });
});
