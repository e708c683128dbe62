import { describe, expect, it } from "vitest";
import { emptySiteConfig, readSiteConfig } from "../folder/site-config.ts";
import { locateFile } from "../folder/site-layout.ts";
import { readFrontMatter } from "../front-matter/front-matter.ts";
import { type PathFacts, probableLegacyPaths } from "./legacy-paths.ts";

function addresses(file: string, head = "", config = "", configName = "hugo.toml"): string[] {
  const place = locateFile(file, () => false);
  const name = file.slice(place.contentRoot === "" ? 0 : place.contentRoot.length + 1).replace(/(?:\/index)?\.md$/, "");
  const facts: PathFacts = {
    location: place,
    config: config === "" ? emptySiteConfig : readSiteConfig(config, configName).config,
    frontMatter: readFrontMatter(`---\ntitle: My "Post" & more\n${head}\n---\n`).frontMatter,
    name,
    baseName: (name.split("/").at(-1) ?? "").replace(/^\d{4}-\d{2}-\d{2}-/, ""),
    date: new Date("2024-05-06T07:08:09Z"),
  };
  return probableLegacyPaths(facts);
}

describe("probableLegacyPaths", () => {
  it("follows the folders of Hugo and Zola, with and without the day of the name", () => {
    expect(addresses("content/posts/My Post/index.md")).toEqual(["/posts/My Post", "/posts/my-post"]);
    expect(addresses("content/posts/2024-05-06-a.md")).toEqual(["/posts/a", "/posts/2024-05-06-a"]);
    expect(addresses("content/posts/a.md", "slug: own")).toEqual(["/posts/own"]);
    expect(addresses("content/a.md", "url: /old/place/")).toEqual([]);
  });

  it.each([
    ['[permalinks]\nposts = "/:year/:month/:day/:slug/"', "/2024/05/06/a"],
    ['[permalinks.page]\nposts = "/:section/:title/"', "/posts/my-post-more"],
    ['[permalinks]\nposts = "/:sections/:contentbasename"', "/posts/sub/a"],
    ['[permalinks]\nnotes = "/x/"', "/posts/sub/a"],
  ])("follows %j of Hugo", (config, first) => {
    expect(addresses("content/posts/sub/a.md", "", config)[0]).toBe(first);
  });

  it.each([
    ["", "/cats/2024/05/06/a.html"],
    ["permalink: pretty", "/cats/2024/05/06/a"],
    ["permalink: ordinal", "/cats/2024/127/a.html"],
    ["permalink: none", "/cats/a.html"],
    ["permalink: /:year/:i_month/:i_day/:title:output_ext", "/2024/5/6/a.html"],
    ["permalink: /:short_year/:hour:minute/:categories/:slug/", "/24/0708/cats/a"],
  ])("follows %j of Jekyll", (config, address) => {
    expect(addresses("_posts/2024-05-06-a.md", "categories: [Cats]", `${config}\nx: 1`, "_config.yml")).toEqual([
      address,
    ]);
  });

  it("follows the pattern of a post", () => {
    expect(addresses("_posts/2024-05-06-a.md", "permalink: /x/:title/", "permalink: pretty", "_config.yml")).toEqual([
      "/x/a",
    ]);
  });

  it("adds the path of a site", () => {
    const config = 'baseURL = "https://example.org/blog/"';
    expect(addresses("content/a.md", "", config)).toEqual(["/a", "/blog/a"]);
    expect(
      addresses(
        "_posts/2024-05-06-a.md",
        "",
        "url: https://example.org\nbaseurl: /blog\npermalink: none",
        "_config.yml",
      ),
    ).toEqual(["/a.html", "/blog/a.html"]);
  });

  it("starts with the name of Astro's collection", () => {
    expect(addresses("src/content/notes/sub/A b.md")).toEqual(["/notes/sub/A b", "/notes/sub/a-b"]);
  });

  it("returns nothing outside of a site", () => {
    expect(addresses("posts/a.md")).toEqual([]);
  });
});

describe("readSiteConfig", () => {
  it("skips invalid values, with a note", () => {
    expect(readSiteConfig("permalink: [1]\nbaseurl: javascript:alert(1)", "_config.yml")).toEqual({
      config: emptySiteConfig,
      notes: [{ line: 1, reason: '"permalink" is a list where a text belongs; it is left out.' }],
    });
    expect(readSiteConfig("a: b: c", "_config.yml")).toMatchObject({
      config: emptySiteConfig,
      notes: [{ line: 1, reason: /^The site's configuration cannot be read/ }],
    });
    expect(readSiteConfig('{"baseURL": "https://example.org/"}', "hugo.json").config.baseUrl).toBe(
      "https://example.org",
    );
  });
});
