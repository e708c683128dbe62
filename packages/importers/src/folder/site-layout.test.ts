import { describe, expect, it } from "vitest";
import { findToolFolder, locateFile } from "./site-layout.ts";

const place = (file: string, ...others: string[]) => locateFile(file, (path) => others.includes(path));

describe("locateFile", () => {
  it.each([
    ["content/posts/a.md", "content", "", "content"],
    ["site/content/posts/content/a.md", "content", "site", "site/content"],
    ["src/content/blog/a/b.md", "astro", "", "src/content/blog"],
    ["web/src/content/a.md", "astro", "web", "web/src/content"],
    ["src/pages/posts/a.md", "astro", "", "src/pages"],
    ["_posts/2024-05-06-a.md", "jekyll", "", ""],
    ["site/_drafts/a.md", "jekyll", "site", "site"],
    ["source/_posts/a.md", "jekyll", "source", "source"],
    ["notes/a.md", "plain", "", ""],
    ["a.md", "plain", "", ""],
  ])("finds the site around %s", (file, kind, siteRoot, contentRoot) => {
    expect(place(file)).toMatchObject({ kind, siteRoot, contentRoot });
  });

  it("returns Jekyll's folders up to the site's configuration as categories", () => {
    expect(place("web/news/local/_posts/a.md", "web/_config.yml")).toMatchObject({
      siteRoot: "web",
      categories: ["news", "local"],
    });
    expect(place("news/_posts/a.md")).toMatchObject({ siteRoot: "news", categories: [] });
    expect(place("_drafts/a.md").isDraft).toBe(true);
  });

  it("returns the path of a collection", () => {
    expect(place("src/content/notes/a.md").addressRoot).toBe("/notes");
    expect(place("src/pages/notes/a.md").addressRoot).toBe("");
  });
});

describe("findToolFolder", () => {
  const around = (file: string) => findToolFolder(file, place(file));

  it("finds folders of design and tools around a site's files, not within its posts", () => {
    expect(around("themes/x/exampleSite/content/posts/a.md")).toBe("themes");
    expect(around("web/themes/x/README.md")).toBe("web/themes");
    expect(around("archetypes/default.md")).toBe("archetypes");
    expect(around("content/themes/a.md")).toBeUndefined();
    expect(around("_posts/docs/a.md")).toBeUndefined();
    expect(around("README.md")).toBeUndefined();
  });
});
