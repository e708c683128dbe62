import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "./run-step.ts";

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const checklist = read("docs/reference/security-checklist.md");

interface Row {
  ids: string[];
  state: string;
  notes: string;
}

const rows = [...checklist.matchAll(/^\| (\d[\d., ]*) \| [\d/]+ \| .* \| ([a-z ]+) \| (.*) \|$/gm)].map(
  ([, ids = "", state = "", notes = ""]): Row => ({ ids: ids.split(", "), state, notes }),
);
const testsIn = (text: string) => [...text.matchAll(/`([^`\s]+\.test\.tsx?)`/g)].map(([, file = ""]) => file);

/** Requirements of levels 1 and 2 per chapter of ASVS 5.0.0. */
const requirements = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
};

describe("the security checklist", () => {
  it("lists every requirement of levels 1 and 2 once", () => {
    const ids = rows.flatMap((row) => row.ids);
    expect(new Set(ids).size).toBe(ids.length);
    const chapters = Object.groupBy(ids, (id) => id.split(".", 1)[0] ?? "");
    const counts = Object.fromEntries(Object.entries(chapters).map(([chapter, list]) => [chapter, list?.length]));
    expect(counts).toEqual(Object.fromEntries(Object.entries(requirements).map(([key, count]) => [key, count])));
  });

  it("counts the states as the rows do", () => {
    for (const [, state = "", count] of checklist.matchAll(/^\| ([a-z ]+) \| [^|]+ \| (\d+) \|$/gm))
      expect([state, rows.filter((row) => row.state === state).flatMap(({ ids }) => ids).length]).toEqual([
        state,
        Number(count),
      ]);
  });

  it("names a test or a document for what is fulfilled, and a reason for what is not", () => {
    for (const { ids, state, notes } of rows) {
      if (state === "met") expect([ids, testsIn(notes).length > 0 || notes.includes("](")]).toEqual([ids, true]);
      else expect([ids, notes.replaceAll(/`[^`]+\.test\.tsx?`[,; ]*/g, "").length > 0]).toEqual([ids, true]);
    }
  });
});

describe("the security documents", () => {
  it.each(["docs/reference/security-checklist.md", "docs/explanation/threat-model.md"])(
    "%s names tests that exist",
    (file) => {
      const tests = testsIn(read(file));
      expect(tests.length).toBeGreaterThan(20);
      expect(tests.filter((test) => !existsSync(path.join(root, test)))).toEqual([]);
    },
  );

  it("SECURITY.md links to files that exist", () => {
    const links = [...read("SECURITY.md").matchAll(/\]\(([^)#]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !existsSync(path.join(root, link)))).toEqual([]);
  });

  it("the release runs scripts that exist", () => {
    const { jobs } = parse(read(".github/workflows/release.yaml")) as {
      jobs: Record<string, { steps: { run?: string }[] }>;
    };
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = "" }) => run));
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    for (const run of runs) {
      const [, script] = /^npm run (\S+)/.exec(run) ?? [];
      if (script) expect(Object.keys(scripts)).toContain(script);
      const [, file] = /^node (\S+)/.exec(run) ?? [];
      if (file) expect(existsSync(path.join(root, file))).toBe(true);
    }
  });
});
