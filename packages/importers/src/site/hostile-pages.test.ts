import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { maxLinearGrowth, measureGrowth } from "../../test/measure-growth.ts";
import { extractArticle } from "./extract-article.ts";
import { parseCrawledPage } from "./parse-crawled-page.ts";
import { preparePage } from "./prepare-page.ts";
import { readJsonFeed } from "./read-json-feed.ts";
import { readSitemaps } from "./read-sitemap.ts";

const address = "https://blog.example/";

/** Reads a page completely, as a crawl does. */
function read(html: string) {
  const page = preparePage(Buffer.from(`<!doctype html><html><body>${html}`));
  if (page === undefined) return undefined;
  return { crawled: parseCrawledPage(page, address), article: extractArticle(page) };
}

describe("a hostile page", () => {
  it.each([
    ["elements that stay open", "<div>".repeat(100_000)],
    ["formatting that stays open", '<b id="1"><p>'.repeat(20_000)],
    ["custom elements that stay open", "<x-a>".repeat(100_000)],
  ])("with %s is left out", (_name, html) => expect(read(html)).toBeUndefined());

  it("with more elements than an article has is no article", () => {
    expect(read("<p>word</p>".repeat(30_000))?.article).toBeUndefined();
  });

  it("with many keywords is read", () => {
    const keywords = JSON.stringify([...Array(200_000).fill("a, b"), `a${" ".repeat(200_000)}b`]);
    const data = `<script type="application/ld+json">{"@type":"BlogPosting","keywords":${keywords}}</script>`;
    expect(read(data)?.crawled.tags).toEqual(["a", "b"]);
  });

  it.each([
    "<script",
    "<script>",
    "<style>",
    "<!--",
    '<a href="',
    "<a href=/a>a</a>",
    "<meta charset",
    '<meta property="article:tag" content="a">',
    '<script type="application/ld+json">[{"@type":"BlogPosting","keywords":"a,b"}]</script>',
    '<script type="application/ld+json">[[[',
    "<p>Some text, with commas, in it.</p>",
    "<div><p>word</p></div>",
    "<time datetime=x>",
  ])("takes linear work for %j", (piece) => {
    expect(measureGrowth((count) => void read(piece.repeat(count)), 400)).toBeLessThan(maxLinearGrowth);
  });
});

describe("a hostile feed in JSON", () => {
  it("is read or left out, not expanded", () => {
    const nested = `{"version":"https://jsonfeed.org/version/1","items":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expect(readJsonFeed(nested, address)).toMatchObject({ articles: [], damaged: 1 });
    const many = JSON.stringify({ version: "https://jsonfeed.org/version/1", items: Array(20_001).fill(1) });
    expect(readJsonFeed(many, address)).toBeUndefined();
  });
});

describe("a hostile sitemap", () => {
  const urls = (count: number, from = 0) =>
    `<urlset>${Array.from({ length: count }, (_, at) => `<url><loc>${address}${from + at}</loc></url>`).join("")}</urlset>`;

  async function readWith(files: Record<string, string | Buffer>, maxUrls = 100) {
    let requests = 0;
    const pages = await readSitemaps(
      address,
      [`${address}map`],
      async (url) => {
        requests += 1;
        const found = files[url.slice(address.length)];
        return { status: found === undefined ? 404 : 200, url, bytes: Buffer.from(found ?? "") };
      },
      maxUrls,
    );
    return { requests, pages: pages.length };
  }

  it("that lists itself or others without an end is read up to 50 files", async () => {
    const index = (...names: string[]) =>
      `<sitemapindex>${names.map((name) => `<sitemap><loc>${address}${name}</loc></sitemap>`).join("")}</sitemapindex>`;
    expect(await readWith({ map: index("map") })).toEqual({ requests: 1, pages: 0 });
    const many = `<sitemapindex>${`<sitemap><loc>${address}map</loc></sitemap>`.repeat(150_000)}</sitemapindex>`;
    expect(await readWith({ map: many })).toEqual({ requests: 1, pages: 0 });
    const names = Array.from({ length: 500 }, (_, at) => `m${at}`);
    const files = Object.fromEntries(names.map((name, at) => [name, urls(1, at)]));
    expect(await readWith({ ...files, map: index(...names) })).toEqual({ requests: 50, pages: 49 });
  });

  it("is read up to a number of addresses, and left out if it is damaged", async () => {
    expect(await readWith({ map: urls(5_000) })).toEqual({ requests: 1, pages: 100 });
    expect(await readWith({ map: `${urls(3)}</broken>` })).toEqual({ requests: 1, pages: 0 });
  });

  it("that expands to more than 50 MiB is left out", async () => {
    const packed = gzipSync(Buffer.alloc(60 * 1024 * 1024, " "));
    expect(await readWith({ map: packed })).toEqual({ requests: 1, pages: 0 });
    expect(await readWith({ map: gzipSync(urls(2)) })).toEqual({ requests: 1, pages: 2 });
  });
});
