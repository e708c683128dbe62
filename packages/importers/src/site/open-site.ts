import { createHash } from "node:crypto";
import type { ImportNote, WebsiteMetadata } from "@porchlight/contract/blog/imports/import-job";
import { type Article, type ArticleSourceOptions, imagesOf } from "../articles/article.ts";
import { articleToPost } from "../articles/article-to-post.ts";
import { planArticles } from "../articles/plan-articles.ts";
import type { FetchedSource } from "../feeds/fetch-source.ts";
import type { ImportEntry } from "../import-entry.ts";
import { type ImageStore, type ImportSource, ImportSourceError } from "../import-source.ts";
import { toBlogName } from "../source-identity.ts";
import { crawlPages } from "./crawl-pages.ts";
import { readGhostApi } from "./ghost-api.ts";
import { createPageBudget, type SiteLimits } from "./page-budget.ts";
import { parseCrawledPage } from "./parse-crawled-page.ts";
import { preparePage } from "./prepare-page.ts";
import { createRateLimitedFetch, type RateLimitedFetch } from "./rate-limited-fetch.ts";
import type { JsonResponse } from "./read-all-pages.ts";
import { readSiteFeeds } from "./read-site-feeds.ts";
import { readSitemaps } from "./read-sitemap.ts";
import { readWebsiteMetadata } from "./read-website-metadata.ts";
import { type PublishedBlog, readWordpressApi } from "./wordpress-api.ts";

export { createRateLimitedFetch };

export interface SiteOptions extends ArticleSourceOptions {
  polite: RateLimitedFetch;
  limits?: Partial<SiteLimits>;
  /** Called after each request with the number of requests. */
  onFetch?: (count: number) => void;
}

/** What a site contains, before it is planned. */
interface SiteContents {
  articles: Article[];
  site: WebsiteMetadata;
  skipped: ImportNote[];
  notes: ImportNote[];
}

/**
 * Reads a website: the API of WordPress or Ghost if it is public; otherwise its feeds, and the pages of its sitemap, or
 * without one those that it links, from which the article is extracted.
 *
 * @param first Its home page.
 * @throws {ImportSourceError} if it has no posts and no pages.
 */
export async function openSite(first: FetchedSource, options: SiteOptions): Promise<ImportSource> {
  const { articles, site, skipped, notes } = await readSite(first, options);
  const included = options.pages === false ? articles.filter(({ isPage }) => !isPage) : articles;
  if (included.length === 0)
    throw new ImportSourceError(
      `"${first.name}" has no posts that can be read: neither a feed nor a sitemap, and no pages with articles.`,
      { isMissing: true },
    );
  included.sort((one, other) => one.date.getTime() - other.date.getTime());
  const blog = options.blog ?? toBlogName(new URL(first.location).origin);
  const plan = await planArticles(included, { blog, addresses: [first.location] }, options.findOccupied);
  const before: ImportEntry[] = [
    ...notes.map((note) => ({ kind: "note" as const, note })),
    ...skipped.map((note) => ({ kind: "skipped" as const, note })),
  ];
  const digest = createHash("sha256")
    .update(JSON.stringify([included, skipped]))
    .digest("base64url");

  async function* entries(store: ImageStore, from = 0): AsyncGenerator<ImportEntry> {
    yield* before.slice(from);
    const images = imagesOf(store, options);
    for (const one of included.slice(Math.max(0, from - before.length)))
      yield await articleToPost(one, { plan, images });
  }
  return { total: before.length + included.length, digest, entries, site, isWebsite: true };
}

async function readSite(first: FetchedSource, { polite, limits, onFetch }: SiteOptions): Promise<SiteContents> {
  const budget = createPageBudget(polite.fetchFile, limits, onFetch);
  const { fetchFile } = budget;
  const chunks: Uint8Array[] = [];
  for await (const chunk of first.read()) chunks.push(chunk);
  const prepared = preparePage(Buffer.concat(chunks));
  if (prepared === undefined) throw new ImportSourceError(`"${first.name}" nests too deeply to be read.`);
  const home = parseCrawledPage(prepared, first.location);
  const metadata = await readWebsiteMetadata(home, prepared, fetchFile);

  async function fetchJson(url: string): Promise<JsonResponse> {
    const result = await fetchFile(url, { maxBytes: 32 * 1024 * 1024, accept: "application/json" });
    if ("reason" in result) return result;
    const { status, bytes } = result;
    const total = result.total === undefined || !/^\d{1,9}$/.test(result.total) ? undefined : Number(result.total);
    try {
      return { status, body: JSON.parse(bytes.toString("utf8")), total };
    } catch {
      return { status, body: undefined, total };
    }
  }
  const published: PublishedBlog | undefined =
    (home.wordpress && (await readWordpressApi(home.wordpress, fetchJson))) ||
    (home.ghost && (await readGhostApi(home.ghost, fetchJson))) ||
    undefined;
  const limitNote = () =>
    budget.reachedLimit() === undefined ? [] : [{ file: first.name, reason: budget.reachedLimit() ?? "" }];
  if (published && published.articles.length > 0) {
    const { articles, site, damaged } = published;
    const skipped =
      damaged > 0
        ? [{ file: first.name, reason: `Skipped posts with a missing date or unexpected fields: ${damaged}.` }]
        : [];
    const notes = published.notes.map((reason) => ({ file: first.name, reason }));
    return { articles, site: { ...metadata, ...site }, skipped, notes: [...notes, ...limitNote()] };
  }
  const feeds = await readSiteFeeds(home, fetchFile);
  const sitemap = await readSitemaps(first.location, await polite.findSitemaps(first.location), fetchFile, 20_000);
  const crawled = await crawlPages({ home, feeds: feeds.articles, sitemap, fetchFile, budget });
  return {
    articles: crawled.articles,
    site: metadata,
    skipped: [...feeds.skipped, ...crawled.skipped],
    notes: [...feeds.notes, ...crawled.notes, ...limitNote()],
  };
}
