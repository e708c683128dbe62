import { describe, expect, it } from "vitest";
import { listHref, sortOf } from "./post-sort.ts";

describe("sort order in the URL", () => {
  it("defaults to the feed's order if missing or unknown", () => {
    for (const search of ["", "sort=", "sort=banana", "sort=toString", "sort=FEED", "cursor=x"]) {
      expect(sortOf(new URLSearchParams(search))).toBe("feed");
    }
    expect(sortOf(new URLSearchParams("sort=title-desc&cursor=x"))).toBe("title-desc");
  });

  it("is retained in links to further pages, except for the default", () => {
    expect(listHref("/blog", "feed")).toBe("/blog");
    expect(listHref("/blog", "oldest")).toBe("/blog?sort=oldest");
    expect(listHref("/blog/tag/a%20b", "views", "a+b/c=")).toBe("/blog/tag/a%20b?sort=views&cursor=a%2Bb%2Fc%3D");
    expect(listHref("/blog", "feed", "x")).toBe("/blog?cursor=x");
  });
});
