import { describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../../test/blog/posts.ts";
import { childrenOf, readXml, textOf } from "../../../test/read-xml.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { foldPostMonths } from "../posts/post-stats-store.ts";
import { getSitemap, getSitemapFile } from "./get-sitemap.ts";

const server = await createTestServer({ siteUrl: "http://localhost:4000" });
const { context } = server;
const origin = "http://localhost:4000";

const workshop = await putCategory(context, { slug: "tools & toys" });
await putCategory(context, { slug: "tools & toys", language: "de" });
await putCategory(context, { slug: "empty" });
const lamps = await putTag(context, { slug: "lamps & wicks" });
await putTag(context, { slug: "unused" });
const june = (day: number) => new Date(Date.UTC(2024, 5, day, 10));
await putPost(context, { slug: "z-lamp", categoryIds: [workshop], tagIds: [lamps], firstPublishedAt: june(1) });
const edited = new Date("2024-07-01T10:00:00Z");
await putPost(context, { slug: "b-<chair>", firstPublishedAt: june(2), lastPublishedAt: edited });
const radio = await putPost(context, { slug: "c-radio", firstPublishedAt: june(3) });
const funk = await putPost(context, { slug: "c-radio", language: "de", firstPublishedAt: june(4) });
const rundfunk = await putPost(context, {
  slug: "rundfunk",
  language: "de-AT",
  firstPublishedAt: new Date("2024-08-31T23:00:00Z"),
});
const hidden = await putPost(context, { slug: "verborgen", language: "nl", status: "UNPUBLISHED" });
await context.db
  .updateTable("posts")
  .set({ translation_id: radio })
  .where("id", "in", [radio, funk, rundfunk, hidden])
  .execute();
await putPost(context, { slug: "draft", status: "UNPUBLISHED" });
await foldPostMonths(context.db);

const read = (text: string) => {
  const root = readXml(text);
  return root.children.map((child) => [textOf(child, "loc"), textOf(child, "lastmod")]);
};
const pages = [
  [`${origin}/`, undefined],
  [`${origin}/blog`, undefined],
  [`${origin}/blog/archive/2024/08`, "2024-08-31T23:00:00.000Z"],
  [`${origin}/blog/archive/2024/06`, "2024-07-01T10:00:00.000Z"],
  [`${origin}/blog/category/tools%20%26%20toys`, "2024-06-01T10:00:00.000Z"],
  [`${origin}/blog/tag/lamps%20%26%20wicks`, "2024-06-01T10:00:00.000Z"],
];
const posts = [
  [`${origin}/blog/z-lamp`, "2024-06-01T10:00:00.000Z"],
  [`${origin}/blog/b-%3Cchair%3E`, "2024-07-01T10:00:00.000Z"],
  [`${origin}/blog/c-radio`, "2024-06-03T10:00:00.000Z"],
  [`${origin}/blog/c-radio?language=de`, "2024-06-04T10:00:00.000Z"],
  [`${origin}/blog/rundfunk`, "2024-08-31T23:00:00.000Z"],
];

describe("GET /sitemap.xml", () => {
  it("has the months in the site's time zone", async () => {
    context.site.timeZone = "Europe/Berlin";
    try {
      expect(read((await getSitemap(context)).text).slice(2, 4)).toEqual([
        [`${origin}/blog/archive/2024/09`, "2024-08-31T23:00:00.000Z"],
        [`${origin}/blog/archive/2024/06`, "2024-07-01T10:00:00.000Z"],
      ]);
    } finally {
      context.site.timeZone = "UTC";
    }
  });

  it("lists every public page once, with the date of its last change", async () => {
    const { body, headers } = await server.call("GET", "/sitemap.xml");
    expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(readXml(body).attributes.xmlns).toBe("http://www.sitemaps.org/schemas/sitemap/0.9");
    expect(read(body)).toEqual([...pages, ...posts]);
  });

  it("responds with 304 for a matching ETag", async () => {
    const { headers } = await server.call("GET", "/sitemap.xml");
    const again = await server.call("GET", "/sitemap.xml", { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect([again.status, again.body]).toEqual([304, ""]);
  });

  it("lists the translations of a post, and no others", async () => {
    const root = readXml((await server.call("GET", "/sitemap.xml")).body);
    const inLanguages = root.children.filter((url) => childrenOf(url, "xhtml:link").length > 0);
    expect(inLanguages.map((url) => textOf(url, "loc"))).toEqual(posts.slice(2).map(([loc]) => loc));
    for (const url of inLanguages) {
      expect(childrenOf(url, "xhtml:link").map(({ attributes }) => attributes)).toEqual([
        { rel: "alternate", hreflang: "de", href: `${origin}/blog/c-radio?language=de` },
        { rel: "alternate", hreflang: "de-AT", href: `${origin}/blog/rundfunk` },
        { rel: "alternate", hreflang: "en", href: `${origin}/blog/c-radio` },
      ]);
    }
  });

  it.each([
    [3, [3, 2, 1, 3, 2]],
    // One URL of each file would be a page without posts.
    [4, [4, 2, 4, 1]],
    [8, [6, 5]],
  ])("with %i URLs per file, lists every page once", async (size, lengths) => {
    const index = readXml((await getSitemap(context, size)).text);
    const files = childrenOf(index, "sitemap").map((file) => textOf(file, "loc"));
    expect([index.name, files]).toEqual([
      "sitemapindex",
      lengths.map((_, number) => `${origin}/sitemap-${number + 1}.xml`),
    ]);
    const all = await Promise.all(
      lengths.map(async (_, number) => read((await getSitemapFile(context, number + 1, size))!.text)),
    );
    expect(all.map((file) => file.length)).toEqual(lengths);
    expect(all.flat()).toEqual([...pages, ...posts]);
    expect(await getSitemapFile(context, lengths.length + 1, size)).toBeUndefined();
    expect(await getSitemapFile(context, 0, size)).toBeUndefined();
  });

  it("has no files if one is enough", async () => {
    expect((await server.call("GET", "/sitemap-1.xml")).status).toBe(404);
    expect((await server.call("GET", "/sitemap-x.xml")).status).toBe(404);
  });
});

describe("GET /robots.txt", () => {
  it("names the sitemap and excludes personal pages", async () => {
    const { body, headers } = await server.call("GET", "/robots.txt");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(body).toMatch(/^User-agent: \*\nDisallow: \/account\n/);
    expect(body).toContain("\nDisallow: /auth/callback\n");
    expect(body).toMatch(/\n\nSitemap: http:\/\/localhost:4000\/sitemap\.xml\n$/);
  });
});

describe("a server without a site", () => {
  it("has no sitemap and excludes all pages", async () => {
    const alone = await createTestServer({ siteUrl: undefined });
    expect((await alone.call("GET", "/sitemap.xml")).status).toBe(404);
    expect((await alone.call("GET", "/robots.txt")).body).toBe("User-agent: *\nDisallow: /\n");
  });
});
