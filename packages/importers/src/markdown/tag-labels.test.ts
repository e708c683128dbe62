import { describe, expect, it } from "vitest";
import { readFrontMatter } from "../front-matter/front-matter.ts";
import { createTagLabels } from "./tag-labels.ts";

function labels(...heads: string[]): string[][] {
  const all = heads.map((head) => readFrontMatter(`+++\n${head}\n+++\n`).frontMatter);
  return all.map(createTagLabels(all));
}

describe("createTagLabels", () => {
  it("makes one tag of a team written in different ways, named as most posts name it", () => {
    const ways = ["the compiler team", "The Compiler Team", "Compiler Team"].map((team) => `extra.team = "${team}"`);
    expect(labels(...ways)).toEqual([["Compiler Team"], ["Compiler Team"], ["Compiler Team"]]);
  });

  it("keeps names that are written small on purpose", () => {
    expect(labels('extra.team = "the crates.io team"')).toEqual([["crates.io team"]]);
  });

  it("tags releases, and keeps the tags of a post", () => {
    expect(labels('tags = ["news", "x  y"]\nextra.release = true', "extra.release = false")).toEqual([
      ["news", "x y", "Release"],
      [],
    ]);
  });

  it("names the same tag once in a post", () => {
    expect(labels('tags = ["release"]\nextra.release = true')).toEqual([["Release"]]);
  });

  it("cuts labels to 100 characters", () => {
    expect(labels(`tags = ["${"x".repeat(150)}"]`)[0]?.[0]).toHaveLength(100);
  });
});
