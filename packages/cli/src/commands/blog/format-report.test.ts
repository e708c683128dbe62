import { describe, expect, it } from "vitest";
import { formatReport } from "./format-report.ts";

describe("formatReport", () => {
  it("groups notes by kind, the most frequent first, with location and differences", () => {
    const missing = (line: number, name: string) => ({
      file: "a.md",
      line,
      reason: `The image "${name}" is not in the folder.`,
    });
    const report = [
      { file: "b.md", reason: "The post is a draft and is left out." },
      missing(3, "x.png"),
      missing(9, "y.png"),
    ];
    expect(formatReport(report).trim()).toBe(
      [
        "Not imported:",
        "",
        'The image "…" is not in the folder. (2)',
        '  a.md:3  "x.png"',
        '  a.md:9  "y.png"',
        "",
        "The post is a draft and is left out. (1)",
        "  b.md",
      ].join("\n"),
    );
  });

  it("shows twenty locations per kind and counts the rest", () => {
    const report = Array.from({ length: 25 }, (_, index) => ({ file: `${index}.md`, reason: "It is empty." }));
    expect(formatReport(report)).toMatch(/ {2}19\.md\n {2}… and 5 more; --json lists them all$/);
  });

  it("wraps at 80 columns", () => {
    const quote = "{{< figure src='images/a-name-that-goes-on-and-on.png' caption='and its words' class='wide' >}}";
    const report = [
      { file: "a.md", line: 1, reason: `The shortcode "${quote}" is not supported; it is imported as a link.` },
      { file: `${"folder/".repeat(10)}a.md`, line: 1, reason: 'The image "x.png" is not in the folder.' },
      { file: "b.md", reason: "It has no date, neither in its front matter nor in its name, and a few more words." },
    ];
    const lines = formatReport(report).split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines).toContain("  a.md:1");
    expect(lines).toContain(`      "${quote.slice(0, 72)}…`);
    expect(lines).toContain('      "x.png"');
    expect(lines).toContain("It has no date, neither in its front matter nor in its name, and a few more");
  });

  it("is empty without notes", () => {
    expect(formatReport([])).toBe("");
  });

  it("prints a location in one line for any file name", () => {
    expect(
      formatReport([{ file: "two\nlines.md", reason: "It is a draft." }])
        .split("\n")
        .at(-1),
    ).toBe("  two�lines.md");
  });
});
