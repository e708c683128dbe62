import { describe, expect, it } from "vitest";
import type { Article } from "../articles/article.ts";
import { crawlPages } from "./crawl-pages.ts";
import { parseCrawledPage } from "./parse-crawled-page.ts";
import { preparePage } from "./prepare-page.ts";

const home = "https://blog.example/";
const text = "<p>The tide comes in twice a day, and twice a day it leaves the pier to the gulls and to us.</p>".repeat(
  5,
);
const page = (title: string, head = "") =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><article><h1>${title}</h1>${text}</article></body></html>`;

const summary = (address: string): Article => ({
  key: `feed:${address}`,
  wantedSlug: "a",
  date: new Date("2024-01-01"),
  addresses: [address],
  title: "A",
  html: "Short",
  isSummary: true,
  authors: [],
  categories: [],
  tagLabels: [],
  status: "PUBLISHED",
  file: home,
  notes: [],
});

/** Crawls a site. A file is a page or the address that its own redirects to. */
async function crawl(files: Record<string, string>, sitemap: string[], feeds: Article[] = [], name = "Blog") {
  const requests: string[] = [];
  const found = await crawlPages({
    home: parseCrawledPage(preparePage(Buffer.from(page(name)))!, home),
    feeds,
    sitemap: [home, ...sitemap].map((url) => ({ url, changed: undefined })),
    budget: { reachedLimit: () => undefined },
    async fetchFile(given) {
      requests.push(given);
      const url = files[given]?.startsWith("https:") ? (files[given] ?? "") : given;
      return { status: files[url] === undefined ? 404 : 200, url, bytes: Buffer.from(files[url] ?? "") };
    },
  });
  return { ...found, requests };
}

describe("a crawl", () => {
  it("does not fetch pages of other sites that feeds link to", async () => {
    const other = "https://other.example/a/";
    const { requests, articles } = await crawl({ [other]: page("Other") }, [], [summary(other)]);
    expect(requests).toEqual([]);
    expect(articles.map(({ html }) => html)).toEqual(["Short"]);
  });

  it("does not copy pages of other sites that its own redirect to", async () => {
    const other = "https://other.example/a/";
    const files = { [other]: page("Other"), [`${home}a/`]: other, [`${home}b/`]: other };
    const { articles } = await crawl(files, [`${home}a/`], [summary(`${home}b/`)]);
    expect(articles.map(({ html }) => html)).toEqual(["Short"]);
  });

  it("imports a page with two addresses once", async () => {
    const canonical = `<link rel="canonical" href="${home}a/">`;
    const files = {
      [`${home}a/`]: page("A", canonical),
      [`${home}b/`]: `${home}a/`,
      [`${home}c/`]: page("A", canonical),
    };
    const { articles } = await crawl(files, [`${home}b/`, `${home}a/`, `${home}c/`]);
    expect(articles.map(({ key }) => key)).toEqual(["page:/a/"]);
  });

  it("gives a page without a date the same date every time", async () => {
    const { articles } = await crawl({ [`${home}a/`]: page("A") }, [`${home}a/`]);
    expect(articles).toMatchObject([{ isPage: true, isUndated: true, date: new Date(0) }]);
  });

  it("removes the name of the site from titles, which may be long", async () => {
    const spaces = " ".repeat(100_000);
    const files = { [`${home}a/`]: page("First  |\n Blog"), [`${home}b/`]: page(`Second${spaces}:${spaces}end`) };
    const { articles } = await crawl(files, Object.keys(files));
    expect(articles.map(({ title }) => title)).toEqual(["First", "Second"]);
  });
});
