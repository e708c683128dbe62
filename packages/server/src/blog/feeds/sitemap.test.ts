import { describe, expect, it } from "vitest";
import { childrenOf, readXml, textOf } from "../../testing/read-xml.ts";
import { createTestServer } from "../../testing/test-server.ts";
import { putCategory, putPost, putTag } from "../test-posts.ts";
import { getSitemap, getSitemapFile } from "./get-sitemap.ts";

const server = await createTestServer({ siteUrl: "http://localhost:4000" });
const { deps } = server;
const origin = "http://localhost:4000";

const workshop = await putCategory(deps, { slug: "tools & toys" });
await putCategory(deps, { slug: "empty" });
const lamps = await putTag(deps, { slug: "lamps & wicks" });
await putTag(deps, { slug: "unused" });
const published = { firstPublishedAt: new Date("2024-06-01T10:00:00Z") };
await putPost(deps, { slug: "a-lamp", categoryIds: [workshop], tagIds: [lamps], ...published });
await putPost(deps, { slug: "b-<chair>", ...published, lastPublishedAt: new Date("2024-07-01T10:00:00Z") });
await putPost(deps, { slug: "c-radio", ...published });
await putPost(deps, { slug: "c-radio", language: "de", ...published });
await putPost(deps, { slug: "draft", status: "UNPUBLISHED" });

const read = (text: string) => {
  const root = readXml(text);
  return root.children.map((child) => [textOf(child, "loc"), textOf(child, "lastmod")]);
};
const pages = [
  [`${origin}/`, undefined],
  [`${origin}/blog`, undefined],
  [`${origin}/blog/category/tools%20%26%20toys`, "2024-06-01T10:00:00.000Z"],
  [`${origin}/blog/tag/lamps%20%26%20wicks`, "2024-06-01T10:00:00.000Z"],
  [`${origin}/blog/a-lamp`, "2024-06-01T10:00:00.000Z"],
  [`${origin}/blog/b-%3Cchair%3E`, "2024-07-01T10:00:00.000Z"],
  [`${origin}/blog/c-radio`, "2024-06-01T10:00:00.000Z"],
];

describe("GET /sitemap.xml", () => {
  it("names every public page once, with the day of its last change", async () => {
    const { body, headers } = await server.call("GET", "/sitemap.xml");
    expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(readXml(body).attributes.xmlns).toBe("http://www.sitemaps.org/schemas/sitemap/0.9");
    expect(read(body)).toEqual(pages);
  });

  it("answers 304 to those who have it", async () => {
    const { headers } = await server.call("GET", "/sitemap.xml");
    const again = await server.call("GET", "/sitemap.xml", { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect([again.status, again.body]).toEqual([304, ""]);
  });

  it("lists files where one is too small, which hold every page once", async () => {
    const index = readXml((await getSitemap(deps, 4)).text);
    const files = childrenOf(index, "sitemap").map((file) => textOf(file, "loc"));
    expect([index.name, files]).toEqual(["sitemapindex", [`${origin}/sitemap-1.xml`, `${origin}/sitemap-2.xml`]]);
    const all = await Promise.all([1, 2].map(async (number) => read((await getSitemapFile(deps, number, 4))!.text)));
    expect(all.map((file) => file.length)).toEqual([4, 3]);
    expect(all.flat()).toEqual(pages);
    expect(await getSitemapFile(deps, 3, 4)).toBeUndefined();
    expect(await getSitemapFile(deps, 0, 4)).toBeUndefined();
  });

  it("has no files while one is enough", async () => {
    expect((await server.call("GET", "/sitemap-1.xml")).status).toBe(404);
    expect((await server.call("GET", "/sitemap-x.xml")).status).toBe(404);
  });
});

describe("GET /robots.txt", () => {
  it("says where the sitemap is, and keeps searches out of personal pages", async () => {
    const { body, headers } = await server.call("GET", "/robots.txt");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(body).toMatch(/^User-agent: \*\nDisallow: \/account\n/);
    expect(body).toMatch(/\n\nSitemap: http:\/\/localhost:4000\/sitemap\.xml\n$/);
  });
});

describe("a server without a site", () => {
  it("has no sitemap, and asks searches to stay away", async () => {
    const alone = await createTestServer({ siteUrl: undefined });
    expect((await alone.call("GET", "/sitemap.xml")).status).toBe(404);
    expect((await alone.call("GET", "/robots.txt")).body).toBe("User-agent: *\nDisallow: /\n");
  });
});
