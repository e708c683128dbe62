import { describe, expect, it } from "vitest";
import { FrontMatterError, readFrontMatter } from "./front-matter.ts";

function failure(markdown: string): string {
  try {
    readFrontMatter(markdown);
  } catch (error) {
    if (error instanceof FrontMatterError) return error.message;
    throw error;
  }
  throw new Error("The front matter was read.");
}

function read(lines: string) {
  const { frontMatter, notes } = readFrontMatter(`---\ntitle: t\n${lines}\n---\n`);
  return { ...frontMatter, reasons: notes.map(({ reason }) => reason) };
}

describe("hostile front matter", () => {
  const entangled = "The front matter is too entangled to be read.";

  it("rejects nesting that would overflow the stack", () => {
    const lists = `${"[".repeat(60_000)}"a.png"${"]".repeat(60_000)}`;
    expect(failure(`{"title":"t","cover":${lists}}\n`)).toBe(entangled);
    expect(failure(`{"title":"t",${'"extra":{'.repeat(20_000)}"a":1${"}".repeat(20_000)}}\n`)).toBe(entangled);
    expect(failure(`---\ntitle: t\nx: ${"[".repeat(60_000)}${"]".repeat(60_000)}\n---\n`)).toBe(entangled);
  });

  it("rejects cycles", () => {
    expect(failure("---\ntitle: t\nextra: &e { team: z, extra: *e }\n---\n")).toBe(entangled);
    expect(failure("---\ntitle: t\ncover: &c [*c]\n---\n")).toBe(entangled);
    expect(failure("---\ntitle: t\nx: &x [*x, *x, [*x]]\n---\n")).toBe(entangled);
  });

  it("reads values that several keys share", () => {
    const shared = read("tags: &tags [bread, rye]\ncategories: *tags\nextra: { a: *tags, b: [*tags] }");
    expect([shared.tags, shared.categories]).toEqual([
      ["bread", "rye"],
      ["bread", "rye"],
    ]);
  });

  it("reads names of JavaScript's prototypes as plain keys", () => {
    const { frontMatter } = readFrontMatter(
      '{"title":"t","__proto__":{"draft":true,"title":"p"},"constructor":1,"tags":["__proto__","toString"]}\n',
    );
    expect(frontMatter).toMatchObject({ title: "t", isDraft: false, tags: ["__proto__", "toString"] });
    expect(({} as Record<string, unknown>).draft).toBeUndefined();
  });
});

describe("invalid dates", () => {
  it("reports days that do not exist, in all formats", () => {
    const { frontMatter, notes } = readFrontMatter('+++\ntitle = "t"\ndate = 2023-02-30\n+++\n');
    expect(frontMatter.date).toBeUndefined();
    expect(notes).toEqual([{ line: 3, reason: '"2023-02-30" is no date.' }]);
  });

  it("reports years out of range", () => {
    const { updated, reasons } = read("lastmod: 9999-12-31T23:59:59-12:00");
    expect(updated).toBeUndefined();
    expect(reasons).toEqual(['"9999-12-31T23:59:59-12:00" is no date.']);
    expect(read("date: 1000-01-01T00:00:00+14:00").date).toBeUndefined();
    expect(read("date: 9999-12-31").date).toEqual(new Date("9999-12-31T00:00:00Z"));
  });

  it("reports time zones that do not exist", () => {
    expect(read("date: 2024-01-01T00:00:00+99:99").reasons).toEqual(['"2024-01-01T00:00:00+99:99" is no date.']);
    expect(read("date: 2024-01-01T00:00:00+05:60").date).toBeUndefined();
    expect(read("date: 2024-01-01T00:00:00+14:00").date).toEqual(new Date("2023-12-31T10:00:00Z"));
  });
});

describe("authors", () => {
  const list = (names: string[]) => `authors: [${names.map((name) => JSON.stringify(name)).join(", ")}]`;

  it("cuts names at two hundred characters, with a note", () => {
    const { authors, reasons } = read(list(["Ada Lovelace", "N".repeat(5000)]));
    expect(authors).toEqual(["Ada Lovelace", `${"N".repeat(199)}…`]);
    expect(reasons).toEqual(["The name of a writer is longer than 200 characters; it is cut."]);
  });

  it("reads the first fifty, with a note", () => {
    const { authors, reasons } = read(list(Array.from({ length: 20_000 }, (_, number) => `n${number}`)));
    expect(authors).toEqual(Array.from({ length: 50 }, (_, number) => `n${number}`));
    expect(reasons).toEqual(["A post has at most 50 writers; the others are left out."]);
  });
});
