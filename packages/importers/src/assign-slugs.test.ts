import { describe, expect, it } from "vitest";
import { assignSlugs } from "./assign-slugs.ts";

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

  it("appends the day to later posts of the same slug, in any order of posts", () => {
    const posts = [post("survey", "2018-08-08"), post("survey", "2016-05-09"), post("survey", "2017-05-03")];
    const expected = {
      "2016-05-09/survey": "survey",
      "2017-05-03/survey": "survey-2017-05-03",
      "2018-08-08/survey": "survey-2018-08-08",
    };
    expect(slugsOf(posts)).toEqual(expected);
    expect(slugsOf(posts.toReversed())).toEqual(expected);
  });

  it("numbers posts of the same day", () => {
    const posts = [post("x", "2020-01-01", "a"), post("x", "2020-01-01", "b"), post("x", "2020-01-01", "c")];
    expect(slugsOf(posts)).toEqual({ a: "x", b: "x-2020-01-01", c: "x-2020-01-01-2" });
  });

  it("does not assign the requested slug of a later post", () => {
    const posts = [post("x", "2019-01-01"), post("x", "2020-01-01"), post("x-2020-01-01", "2021-01-01")];
    expect(slugsOf(posts)).toEqual({
      "2019-01-01/x": "x",
      "2020-01-01/x": "x-2020-01-01-2",
      "2021-01-01/x-2020-01-01": "x-2020-01-01",
    });
  });

  it("limits slugs with a day to 100 characters", () => {
    const long = "y".repeat(150);
    const slugs = Object.values(slugsOf([post(long, "2019-01-01"), post(long, "2020-01-01")]));
    expect(new Set(slugs).size).toBe(2);
    for (const slug of slugs) expect(slug?.length).toBeLessThanOrEqual(100);
  });
});
