import { describe, expect, it } from "vitest";
import { readFrontMatter } from "../front-matter/front-matter.ts";
import { createTagLabels } from "./tag-labels.ts";

function labels(...heads: string[]): string[][] {
  const all = heads.map((head) => readFrontMatter(`+++\n${head}\n+++\n`).frontMatter);
  return all.map(createTagLabels(all));
}

describe("createTagLabels", () => {
  it("creates one tag for variants of a team's name, with the most frequent spelling", () => {
    const ways = ["the compiler team", "The Compiler Team", "Compiler Team"].map((team) => `extra.team = "${team}"`);
    expect(labels(...ways)).toEqual([["Compiler Team"], ["Compiler Team"], ["Compiler Team"]]);
  });

  it("preserves intentional lower case", () => {
    expect(labels('extra.team = "the crates.io team"')).toEqual([["crates.io team"]]);
  });

  it("adds a tag to releases", () => {
    expect(labels('tags = ["news", "x  y"]\nextra.release = true', "extra.release = false")).toEqual([
      ["news", "x y", "Release"],
      [],
    ]);
  });

  it("removes duplicate tags of a post", () => {
    expect(labels('tags = ["release"]\nextra.release = true')).toEqual([["Release"]]);
  });

  it("cuts labels to 100 characters", () => {
    expect(labels(`tags = ["${"x".repeat(150)}"]`)[0]?.[0]).toHaveLength(100);
  });
});
