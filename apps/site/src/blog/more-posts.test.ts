import { describe, expect, it } from "vitest";
import { rankRelated } from "./more-posts.ts";

const post = (slug: string, tagIds: string[], categoryIds: string[], date = "2025-01-01") => ({
  slug,
  tagIds,
  categoryIds,
  firstPublishedDate: new Date(date),
});

describe("related posts", () => {
  const subject = post("subject", ["wood", "glue"], ["guides"]);
  const slugs = (others: ReturnType<typeof post>[]) => rankRelated(subject, others).map(({ slug }) => slug);

  it("are three at most, those with the most in common first, a tag before a category", () => {
    const others = [
      post("category", [], ["guides"]),
      post("tag", ["wood"], []),
      post("both-tags", ["glue", "wood"], []),
      post("tag-and-category", ["wood"], ["guides"]),
    ];
    expect(slugs(others)).toEqual(["both-tags", "tag-and-category", "tag"]);
  });

  it("are the newer ones among equals, each once", () => {
    const older = post("older", ["wood"], [], "2024-01-01");
    const newer = post("newer", ["wood"], [], "2025-01-01");
    expect(slugs([older, newer, older])).toEqual(["newer", "older"]);
  });
});
