import { describe, expect, it } from "vitest";
import { createSiteUnderTest } from "./site-under-test.ts";
import { wirePost } from "./stub-api.ts";

const origin = "http://localhost:4000";
const group = "5a3d0d6e-0000-4000-8000-00000000000a";
const lamps = { ...wirePost, translationId: group };
const lampen = { ...wirePost, id: group, slug: "lampen", language: "de", translationId: group };
const lampes = { ...lampen, id: "5a3d0d6e-0000-4000-8000-00000000000b", slug: "lamps", language: "fr" };

/** The site with a post in three languages, two of them at one slug. */
function siteInThreeLanguages() {
  const site = createSiteUnderTest({
    "/v3/posts/query": () => Response.json({ posts: [lampen, lamps, lampes], pagingMetadata: { count: 3 } }),
    "/v3/posts/slugs/lampen": () => Response.json({ post: lampen }),
    "/v3/posts/slugs/lamps": () => {
      const search = new URLSearchParams(site.api.calls.at(-1)?.search);
      return Response.json({ post: search.get("language") === "fr" ? lampes : lamps });
    },
  });
  return site;
}

const headOf = (html: string) => html.slice(0, html.indexOf("</head>"));
const alternatesOf = (html: string) =>
  [...headOf(html).matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)].map((found) =>
    found.slice(1),
  );
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(headOf(html))?.[1];
const feedsOf = (html: string) =>
  [...headOf(html).matchAll(/type="application\/rss\+xml" title="([^"]+)" href="([^"]+)"/g)].map((found) =>
    found.slice(1),
  );

const versions = [
  ["de", `${origin}/blog/lampen`],
  ["en", `${origin}/blog/lamps`],
  ["fr", `${origin}/blog/lamps?language=fr`],
];

describe("a post in several languages", () => {
  it.each([
    ["/blog/lamps", "/blog/lamps"],
    ["/blog/lampen", "/blog/lampen"],
    ["/blog/lamps?language=fr", "/blog/lamps?language=fr"],
  ])("%s links all translations for search engines and readers, including itself", async (path, canonical) => {
    const html = await (await siteInThreeLanguages().get(path)).text();
    expect(alternatesOf(html)).toEqual(versions);
    expect(canonicalOf(html)).toBe(origin + canonical);
    expect(html).toContain('<nav class="translations" aria-label="Language">');
    expect(
      html.match(/<a [^>]*aria-current="page"[^>]*hreflang="[^"]*"|<a [^>]*hrefLang[^>]*aria-current="page"/gi),
    ).toHaveLength(1);
    expect(html).toMatch(/<a href="\/blog\/lampen" hrefLang="de" lang="de"[^>]*>Deutsch<\/a>/);
  });

  it("links the feed of its language if that is not the site's", async () => {
    const { get } = siteInThreeLanguages();
    expect(feedsOf(await (await get("/blog/lampen")).text())).toContainEqual([
      "Lantern &lt;Street&gt; (de)",
      "/feed.xml?language=de",
    ]);
    expect(feedsOf(await (await get("/blog/lamps")).text())).toHaveLength(1);
  });

  it("has one URL per language, and redirects from a redundant language parameter", async () => {
    const moved = await siteInThreeLanguages().get("/blog/lamps?language=en");
    expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/blog/lamps"]);
  });

  it("is shown without the translations if they cannot be loaded", async () => {
    const { get, faults } = createSiteUnderTest({
      "/v3/posts/slugs/lamps": () => Response.json({ post: lamps }),
      "/v3/posts/query": () => new Response("", { status: 500 }),
    });
    const answer = await get("/blog/lamps");
    expect([answer.status, faults.length, alternatesOf(await answer.text())]).toEqual([200, 1, []]);
  });

  it.each(["/blog/unknown?language=de", "/blog/unknown?language="])("%s is a page that there is not", async (path) => {
    expect((await siteInThreeLanguages().get(path)).status).toBe(404);
  });
});

describe("a post in one language", () => {
  it("links and loads no translations", async () => {
    const { get, api } = createSiteUnderTest();
    expect(alternatesOf(await (await get("/blog/lamps")).text())).toEqual([]);
    expect(api.calls.some(({ path }) => path === "/v3/posts/query")).toBe(false);
  });
});

describe("a category", () => {
  const cover = { id: "a.png", url: `${origin}/media/${"a".repeat(32)}.png`, width: 800, height: 400 };
  const shared = { title: "Craft", postCount: 1, translationId: group };
  const craft = { ...shared, id: "1", label: "Craft", slug: "craft", language: "en", coverImage: cover };
  const werk = { ...shared, id: "2", label: "Werk", slug: "werk & co", language: "de" };
  const { get } = createSiteUnderTest({
    "/blog/v3/categories/slugs/craft": () => Response.json({ category: craft }),
    "/blog/v3/categories": () =>
      Response.json({ categories: [craft, werk, { ...werk, id: "3", translationId: null }] }),
  });

  it("links its translations and feeds, and shows its cover", async () => {
    const html = await (await get("/blog/category/craft")).text();
    expect(alternatesOf(html)).toEqual([
      ["en", `${origin}/blog/category/craft`],
      ["de", `${origin}/blog/category/werk%20%26%20co`],
    ]);
    expect(feedsOf(html)).toContainEqual(["Craft · Lantern &lt;Street&gt;", "/blog/category/craft/feed.xml"]);
    expect(html).toMatch(/<img class="list-head-picture"[^>]*width="800" height="400" alt=""/);
  });
});
