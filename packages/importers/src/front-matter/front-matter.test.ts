import { describe, expect, it } from "vitest";
import { FrontMatterError, readFrontMatter } from "./front-matter.ts";

function failure(markdown: string): FrontMatterError {
  try {
    readFrontMatter(markdown);
  } catch (error) {
    if (error instanceof FrontMatterError) return error;
  }
  throw new Error("The front matter was read.");
}

describe("readFrontMatter", () => {
  it("reads YAML without an opening line, as Hexo writes it", () => {
    const { frontMatter, body, bodyLine } = readFrontMatter("title: Rye\ndate: 2024-05-06\ntags:\n- bread\n---\nBody");
    expect(frontMatter).toMatchObject({ title: "Rye", tags: ["bread"], date: new Date("2024-05-06") });
    expect([body, bodyLine]).toEqual(["Body", 6]);
    expect(failure("Title\n---\nBody").message).toContain("does not begin with front matter");
    expect(failure("Only: words\n---\nBody").message).toContain("does not begin with front matter");
  });

  it("reads all fields", () => {
    const { frontMatter, body, bodyLine } = readFrontMatter(
      `+++
path = "inside-log/2024/02/29/Leap.Day"
title = "Leap & <day>"
authors = ["Ada", "Ben Č."]
aliases = ["inside-log/2024/02/29/leap.html", "releases/1.2.3"]
description = "One day more."

[extra]
team = "the calendar team"
team_url = "https://example.org/teams"
release = true

[taxonomies]
tags = ["time", "days"]
+++
Body
`,
    );
    expect(frontMatter).toMatchObject({
      title: "Leap & <day>",
      slug: "Leap.Day",
      path: "inside-log/2024/02/29/Leap.Day",
      date: new Date("2024-02-29T00:00:00Z"),
      authors: ["Ada", "Ben Č."],
      aliases: ["inside-log/2024/02/29/leap.html", "releases/1.2.3"],
      team: "the calendar team",
      teamUrl: "https://example.org/teams",
      isRelease: true,
      isDraft: false,
      description: "One day more.",
      tags: ["time", "days"],
    });
    expect(frontMatter.raw).toHaveProperty("extra.team");
    expect(body).toBe("Body\n");
    expect(bodyLine).toBe(16);
  });

  it.each([
    ['path = "2020/07/16/x"', "2020-07-16T00:00:00.000Z"],
    ['path = "/2020/07/16/x/"', "2020-07-16T00:00:00.000Z"],
    ["date = 2020-07-16", "2020-07-16T00:00:00.000Z"],
    ['date = "2020-07-16"', "2020-07-16T00:00:00.000Z"],
    ["date = 2020-07-16T10:30:00", "2020-07-16T10:30:00.000Z"],
    ["date = 2020-07-16 10:30:00", "2020-07-16T10:30:00.000Z"],
    ["date = 2020-07-16T10:30:00+02:00", "2020-07-16T08:30:00.000Z"],
    ['path = "2020/07/16/x"\ndate = 2021-01-01', "2021-01-01T00:00:00.000Z"],
  ])("reads the date of %j in UTC", (head, expected) => {
    expect(readFrontMatter(`+++\n${head}\n+++\n`).frontMatter.date?.toISOString()).toBe(expected);
  });

  it("returns no date and no slug if there are none", () => {
    const { frontMatter } = readFrontMatter('+++\ntitle = "x"\npath = "about"\n+++\n');
    expect(frontMatter.date).toBeUndefined();
    expect(frontMatter.slug).toBe("about");
    expect(readFrontMatter("+++\n+++\n").frontMatter.slug).toBeUndefined();
  });

  it("reads a single author or tag as text, drafts, and a slug", () => {
    const { frontMatter } = readFrontMatter('+++\nauthors = "Ada"\ntags = "x"\ndraft = true\nslug = "short"\n+++\n');
    expect(frontMatter).toMatchObject({ authors: ["Ada"], tags: ["x"], isDraft: true, slug: "short" });
  });

  it("reads files with a byte order mark and carriage returns", () => {
    const { frontMatter, body } = readFrontMatter('\uFEFF+++\r\ntitle = "x"\r\n+++\r\nBody');
    expect(frontMatter.title).toBe("x");
    expect(body).toBe("Body");
  });

  it("replaces control characters and unpaired surrogates", () => {
    expect(readFrontMatter('{"title": "a\\ud83db"}\n').frontMatter.title).toBe("a\uFFFDb");
    expect(readFrontMatter('+++\ntitle = "a\\u0000b\\u001fc"\n+++\n').frontMatter.title).toBe("a b c");
  });

  it("skips values of the wrong type, with a note", () => {
    const { frontMatter, notes } = readFrontMatter(
      '+++\ntitle = ["x"]\nextra = "x"\nauthors = [true, "Ada"]\ndate = 10:00:00\ndraft = 7\nslug = 2020-01-01\n+++\n',
    );
    expect(frontMatter).toMatchObject({
      title: undefined,
      authors: ["Ada"],
      team: undefined,
      date: undefined,
      isDraft: false,
    });
    expect(notes.toSorted((a, b) => a.line - b.line)).toEqual([
      { line: 2, reason: '"title" is a list where a text belongs; it is left out.' },
      { line: 3, reason: '"extra" is a text where a table belongs; it is left out.' },
      { line: 4, reason: '"authors" is "true" where a text belongs; it is left out.' },
      { line: 5, reason: '"date" is a time of day where a date belongs; it is left out.' },
      { line: 6, reason: '"draft" is a number where true or false belongs; it is left out.' },
      { line: 7, reason: '"slug" is a date where a text belongs; it is left out.' },
    ]);
  });

  it("reports errors with their line", () => {
    expect(failure("# No head").message).toBe(
      'The file does not begin with front matter: YAML between "---" lines, TOML between "+++" lines, or JSON.',
    );
    expect(failure("+++\ntitle = 1\n")).toMatchObject({
      line: 1,
      message: 'The front matter has no closing "+++" line.',
    });
    const broken = failure('+++\ntitle = "x"\npath = no quotes\n+++\n');
    expect(broken.line).toBe(3);
    expect(broken.message).toMatch(/^The front matter is not TOML: .+[^.]\.$/);
    const { notes } = readFrontMatter('+++\ntitle = "x"\npath = "2021/02/30/x"\n+++\n');
    expect(notes).toEqual([{ line: 3, reason: '"2021-02-30" is no date.' }]);
    expect(readFrontMatter('+++\ndate = "soon"\n+++\n').notes).toEqual([{ line: 2, reason: '"soon" is no date.' }]);
  });
});

describe("front matter in YAML", () => {
  const read = (head: string) => readFrontMatter(`---\n${head}\n---\nBody`);

  it("reads lists, texts and dates of Hugo, Jekyll and Astro", () => {
    const { frontMatter, body, bodyLine, notes } = read(
      [
        'title: "Café: a story"',
        "date: 2024-05-06 10:00:00 +0200",
        "lastmod: 2024-06-01",
        "authors: [Ada, {name: Ben, url: https://example.org}]",
        "tags:",
        "  - rust",
        "  - 1.10",
        "categories: news, Long reads",
        "aliases: /old/",
        "redirect_from: [/older/]",
        "summary: >",
        "  Folded",
        "  over lines.",
        "draft: no",
      ].join("\n"),
    );
    expect(frontMatter).toMatchObject({
      title: "Café: a story",
      date: new Date("2024-05-06T08:00:00Z"),
      updated: new Date("2024-06-01T00:00:00Z"),
      authors: ["Ada", "Ben"],
      tags: ["rust", "1.10"],
      categories: ["news", "Long reads"],
      aliases: ["/old/", "/older/"],
      description: "Folded over lines.",
      isDraft: false,
    });
    expect([body, bodyLine, notes]).toEqual(["Body", 17, []]);
  });

  it("does not convert numbers and booleans in text fields", () => {
    expect(read("title: 1.10").frontMatter.title).toBe("1.10");
    expect(read("title: No").frontMatter.title).toBe("No");
    expect(read("title: 2024-05-06").frontMatter.title).toBe("2024-05-06");
    expect(read("title: 0x1F").frontMatter.title).toBe("0x1F");
  });

  it("reads keys in any case, ignores empty ones, and resolves anchors and merges", () => {
    const { frontMatter, notes } = read(
      "base: &b {author: Ada}\n<<: *b\nTitle: x\ntags:\nslug: ~\npubdate: 2024-01-02",
    );
    expect(frontMatter).toMatchObject({ title: "x", tags: [], slug: undefined, authors: ["Ada"] });
    expect(frontMatter.date?.toISOString()).toBe("2024-01-02T00:00:00.000Z");
    expect(notes).toEqual([]);
  });

  it("ends at three dots, and may be empty", () => {
    expect(readFrontMatter("---\ntitle: x\n...\nBody")).toMatchObject({ body: "Body", bodyLine: 4 });
    expect(readFrontMatter("---\n---\nBody").body).toBe("Body");
    expect(readFrontMatter("---\n# nothing\n---\n").frontMatter.title).toBeUndefined();
  });

  it("reads drafts and expiry dates", () => {
    expect(read("published: false").frontMatter.isDraft).toBe(true);
    expect(read("published: true\ndate: 2020-01-01").frontMatter).toMatchObject({ isDraft: false });
    expect(read("published: 2020-01-01").frontMatter.date?.getUTCFullYear()).toBe(2020);
    expect(read("date: 2020-01-01\npublishDate: 2021-01-01").frontMatter.date?.getUTCFullYear()).toBe(2021);
    expect(read("expiryDate: 2022-01-01").frontMatter.expires?.getUTCFullYear()).toBe(2022);
  });

  it("reports errors with their line", () => {
    expect(failure("---\ntitle: a: b\n---\n")).toMatchObject({ line: 2 });
    expect(failure('---\na: 1\nb: "x\n---\n').message).toMatch(/^The front matter is not YAML: .+[^.]\.$/);
    expect(failure("---\n- a list\n---\n").message).toBe("The front matter holds no names with values.");
    expect(failure("---\njust words\n---\n").message).toBe("The front matter holds no names with values.");
    expect(read("title: a\ntitle: b")).toMatchObject({
      frontMatter: { title: "b" },
      notes: [{ line: 3, reason: '"title" is there twice; the last one counts.' }],
    });
    expect(read("title: a\ntags: {a: 1}\ndate: [1]").notes).toEqual([
      { line: 4, reason: '"date" is a list where a date belongs; it is left out.' },
      { line: 3, reason: '"tags" is a table where a text belongs; it is left out.' },
    ]);
  });

  it("ignores tags and names of JavaScript's prototypes", () => {
    const { frontMatter } = read(
      "title: !!js/function 'x'\nslug: !ruby/object y\n__proto__: {polluted: 1}\nconstructor: z",
    );
    expect(frontMatter).toMatchObject({ title: "x", slug: "y" });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(frontMatter.raw)).toBe(Object.prototype);
  });

  it("rejects multiplying aliases, cycles and deep nesting", () => {
    const levels = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(",")}]`);
    const entangled = "The front matter is too entangled to be read.";
    expect(failure(`---\na0: &a0 [x]\n${levels.join("\n")}\ntitle: x\n---\n`).message).toBe(entangled);
    expect(failure(`---\na: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n---\n`).message).toMatch(
      /^The front matter is/,
    );
    expect(failure(`---\ntitle: ${"x".repeat(300_000)}\n---\n`).message).toBe(
      "The front matter is larger than 256 KiB.",
    );
    try {
      expect(readFrontMatter("---\na: &a [*a]\ntags: *a\ntitle: x\n---\n").frontMatter.title).toBe("x");
    } catch (error) {
      expect(error).toBeInstanceOf(FrontMatterError);
    }
  });
});

describe("front matter in JSON", () => {
  it("reads an object at the start of the file, as in Hugo", () => {
    const { frontMatter, body, bodyLine } = readFrontMatter(
      '{\n  "title": "Braces } and \\"quotes\\"",\n  "date": "2024-05-06",\n  "tags": ["a", 2]\n}\n\nBody\n',
    );
    expect(frontMatter).toMatchObject({ title: 'Braces } and "quotes"', tags: ["a", "2"] });
    expect([body, bodyLine]).toEqual(["\nBody\n", 6]);
  });

  it.each([
    ["as Hexo has it", ';;;\n"title": "x"\n;;;\nBody', 4],
    ["between semicolons", ';;;\n{"title": "x"}\n;;;\nBody', 4],
    ["as gray-matter has it", '---json\n{"title": "x"}\n---\nBody', 4],
    ["in one line with the text", '{"title": "x"} Body', 1],
  ])("reads JSON %s", (_name, markdown, bodyLine) => {
    const reading = readFrontMatter(markdown);
    expect([reading.frontMatter.title, reading.body.trim(), reading.bodyLine]).toEqual(["x", "Body", bodyLine]);
  });

  it("reads other formats by gray-matter's names", () => {
    expect(readFrontMatter("---toml\ntitle = 'x'\n---\n").frontMatter.title).toBe("x");
    expect(readFrontMatter("---yaml\ntitle: x\n---\n").frontMatter.title).toBe("x");
  });

  it("reports errors with their line", () => {
    expect(failure('{\n  "title": "x",\n  oops\n}\n')).toMatchObject({ line: 3 });
    expect(failure('{\n  "title": "x"\n').message).toBe("The front matter has no closing brace.");
    expect(failure(';;;\n"title" "x"\n;;;\n').message).toMatch(/^The front matter is not JSON: .+\.$/);
    expect(failure("{% include x %}\n").message).toMatch(/^The file does not begin with front matter/);
    expect(readFrontMatter('{\n  "title": true\n}\n').notes).toEqual([
      { line: 2, reason: '"title" is "true" where a text belongs; it is left out.' },
    ]);
  });
});

describe("dates in front matter", () => {
  it.each([
    ["2024-05-06", "2024-05-06T00:00:00.000Z"],
    ["2024/5/6", "2024-05-06T00:00:00.000Z"],
    ["2024-05-06 10:00", "2024-05-06T10:00:00.000Z"],
    ["2024-05-06T10:00:00.123456Z", "2024-05-06T10:00:00.123Z"],
    ["2024-05-06T10:00:00-07:00", "2024-05-06T17:00:00.000Z"],
    ["2024-05-06 10:00:00 +0530", "2024-05-06T04:30:00.000Z"],
    ["2024-05-06 10:00:00 UTC", "2024-05-06T10:00:00.000Z"],
    ["Jul 08 2022", "2022-07-08T00:00:00.000Z"],
    ["July 8th, 2022", "2022-07-08T00:00:00.000Z"],
    ["8 July 2022 09:30", "2022-07-08T09:30:00.000Z"],
    ["Fri, 8 Jul 2022 10:00:00 +0200", "2022-07-08T08:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ])("reads %s in any time zone of the machine", (written, expected) => {
    expect(readFrontMatter(`---\ndate: "${written}"\n---\n`).frontMatter.date?.toISOString()).toBe(expected);
  });

  it.each([
    "2023-02-29",
    "2024-13-01",
    "2024-05-06 25:00",
    "0000-01-01",
    "06.05.2024",
    "1715000000",
    "soon",
    "Foo 8 2022",
  ])("ignores %s", (written) => {
    const { frontMatter, notes } = readFrontMatter(`---\ndate: "${written}"\n---\n`);
    expect(frontMatter.date).toBeUndefined();
    expect(notes).toEqual([{ line: 2, reason: `"${written}" is no date.` }]);
  });
});

describe("cover in front matter", () => {
  it.each([
    ["heroImage: ./hero.jpg\nheroImageAlt: A hero", "./hero.jpg", "A hero", 2],
    ["title: x\nfeatured_image: /images/a.png", "/images/a.png", undefined, 3],
    ["images: [first.png, second.png]", "first.png", undefined, 2],
    ["cover:\n  image: a.png\n  alt: Words", "a.png", "Words", 2],
    ["image:\n  path: /assets/a.png\n  alt: Words", "/assets/a.png", "Words", 2],
    ["header:\n  overlay_image: /a.jpg", "/a.jpg", undefined, 2],
    ["params:\n  cover: a.webp", "a.webp", undefined, 3],
    ["extra:\n  thumbnail: a.webp", "a.webp", undefined, 3],
    ["cover: false\nimage: https://example.org/a.png", "https://example.org/a.png", undefined, 3],
  ])("is read from %j", (head, src, alt, line) => {
    expect(readFrontMatter(`---\n${head}\n---\n`).frontMatter.cover).toEqual({ src, alt, line });
  });

  it.each(["cover: wide", "image: [1]", "images: []", "cover: {color: red}", "header: true"])(
    "is none in %j",
    (head) => {
      expect(readFrontMatter(`---\n${head}\n---\n`).frontMatter.cover).toBeUndefined();
    },
  );
});
