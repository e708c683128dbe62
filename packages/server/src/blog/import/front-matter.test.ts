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
  it("reads every field the import uses", () => {
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

  it("has no date and no slug where none is given", () => {
    const { frontMatter } = readFrontMatter('+++\ntitle = "x"\npath = "about"\n+++\n');
    expect(frontMatter.date).toBeUndefined();
    expect(frontMatter.slug).toBe("about");
    expect(readFrontMatter("+++\n+++\n").frontMatter.slug).toBeUndefined();
  });

  it("takes one author or tag given as text, drafts, and a slug", () => {
    const { frontMatter } = readFrontMatter('+++\nauthors = "Ada"\ntags = "x"\ndraft = true\nslug = "short"\n+++\n');
    expect(frontMatter).toMatchObject({ authors: ["Ada"], tags: ["x"], isDraft: true, slug: "short" });
  });

  it("reads files with a byte order mark and with carriage returns", () => {
    const { frontMatter, body } = readFrontMatter('\uFEFF+++\r\ntitle = "x"\r\n+++\r\nBody');
    expect(frontMatter.title).toBe("x");
    expect(body).toBe("Body");
  });

  it("replaces control characters, which no database takes", () => {
    expect(readFrontMatter('+++\ntitle = "a\\u0000b\\u001fc"\n+++\n').frontMatter.title).toBe("a b c");
  });

  it("ignores values of the wrong kind", () => {
    const { frontMatter } = readFrontMatter(
      '+++\ntitle = 3\nextra = "x"\nauthors = [1, "Ada"]\ndate = 10:00:00\n+++\n',
    );
    expect(frontMatter).toMatchObject({ title: undefined, authors: ["Ada"], team: undefined, date: undefined });
  });

  it("says what is wrong and on which line of the file", () => {
    expect(failure("# No head").message).toBe('The file does not begin with front matter between "+++" lines.');
    expect(failure("+++\ntitle = 1\n")).toMatchObject({
      line: 1,
      message: 'The front matter has no closing "+++" line.',
    });
    const broken = failure('+++\ntitle = "x"\npath = no quotes\n+++\n');
    expect(broken.line).toBe(3);
    expect(broken.message).toMatch(/^The front matter is not TOML: .+\.$/);
    expect(failure('+++\ntitle = "x"\npath = "2021/02/30/x"\n+++\n')).toMatchObject({
      line: 3,
      message: '"2021-02-30" is no date.',
    });
    expect(failure('+++\ndate = "soon"\n+++\n').message).toBe('"soon" is no date.');
  });
});
