import { describe, expect, it } from "vitest";
import { assignSlugs, toSlug } from "./post-slugs.ts";

describe("toSlug", () => {
  it.each([
    ["Rust-1.45.0", "Rust-1.45.0"],
    ["a_b~c.d", "a_b~c.d"],
    ["Über uns", "Über-uns"],
    ["e\u0301te\u0301", "été"],
    ["日本語", "日本語"],
    ["a/b?c#d", "a-b-c-d"],
    ["..", "post"],
    [".hidden", "hidden"],
    ["  ", "post"],
    ["v1", "v1-post"],
    ["v3", "v3-post"],
    ["v4", "v4"],
  ])("%j becomes %j", (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });

  it("is at most 100 characters long", () => {
    expect(toSlug("x".repeat(300))).toHaveLength(100);
    expect(toSlug(`${"x".repeat(99)}𝒳`).isWellFormed()).toBe(true);
  });
});

describe("assignSlugs", () => {
  const post = (wantedSlug: string, day: string, key = `${day}/${wantedSlug}`) => ({
    key,
    wantedSlug,
    date: new Date(`${day}T00:00:00Z`),
  });
  const slugsOf = (posts: ReturnType<typeof post>[]) => {
    const slugs = assignSlugs(posts);
    return Object.fromEntries(posts.map((each) => [each.key, slugs.get(each)]));
  };

  it("leaves the oldest its slug and gives later ones their day, in any order of posts", () => {
    const posts = [post("survey", "2018-08-08"), post("survey", "2016-05-09"), post("survey", "2017-05-03")];
    const expected = {
      "2016-05-09/survey": "survey",
      "2017-05-03/survey": "survey-2017-05-03",
      "2018-08-08/survey": "survey-2018-08-08",
    };
    expect(slugsOf(posts)).toEqual(expected);
    expect(slugsOf(posts.toReversed())).toEqual(expected);
  });

  it("tells posts of one day apart", () => {
    const posts = [post("x", "2020-01-01", "a"), post("x", "2020-01-01", "b"), post("x", "2020-01-01", "c")];
    expect(slugsOf(posts)).toEqual({ a: "x", b: "x-2020-01-01", c: "x-2020-01-01-2" });
  });

  it("never takes away a slug that a later post was given", () => {
    const posts = [post("x", "2019-01-01"), post("x", "2020-01-01"), post("x-2020-01-01", "2021-01-01")];
    expect(slugsOf(posts)).toEqual({
      "2019-01-01/x": "x",
      "2020-01-01/x": "x-2020-01-01-2",
      "2021-01-01/x-2020-01-01": "x-2020-01-01",
    });
  });

  it("keeps slugs with a day behind them within 100 characters", () => {
    const long = "y".repeat(150);
    const slugs = Object.values(slugsOf([post(long, "2019-01-01"), post(long, "2020-01-01")]));
    expect(new Set(slugs).size).toBe(2);
    for (const slug of slugs) expect(slug?.length).toBeLessThanOrEqual(100);
  });
});
