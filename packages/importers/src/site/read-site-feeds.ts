import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import type { Article } from "../articles/article.ts";
import { type FetchedSource, type FetchFile, fetchFollowingPages, getFile, isPage } from "../feeds/fetch-source.ts";
import { readPage } from "../feeds/open-feed.ts";
import { readFeedItem } from "../feeds/read-feed-item.ts";
import { ImportSourceError } from "../import-source.ts";
import type { CrawledPage } from "./parse-crawled-page.ts";
import { readJsonFeed } from "./read-json-feed.ts";

/** Where feeds usually are. */
const usualPaths = ["feed/", "rss.xml", "atom.xml", "feed.xml", "index.xml", "feed.json"];
/** Feeds of a page that are read: of one blog in several formats, or of several blogs. */
const maxFeeds = 5;
const maxJsonPages = 100;

export interface SiteFeeds {
  articles: Article[];
  skipped: ImportNote[];
  notes: ImportNote[];
}

const noFeed = (): SiteFeeds => ({ articles: [], skipped: [], notes: [] });

/** Reads the feeds that the home page names, otherwise the first of the usual addresses that is one. */
export async function readSiteFeeds({ address, feeds }: CrawledPage, fetchFile: FetchFile): Promise<SiteFeeds> {
  const found = noFeed();
  const named = feeds.slice(0, maxFeeds);
  for (const url of named) add(found, await tryFeed(url, fetchFile));
  for (const path of named.length > 0 ? [] : usualPaths) {
    if (found.articles.length > 0) break;
    add(found, await tryFeed(new URL(path, address).href, fetchFile));
  }
  return found;
}

function add(found: SiteFeeds, { articles, skipped, notes }: SiteFeeds): void {
  for (const article of articles) found.articles.push(article);
  for (const note of skipped) found.skipped.push(note);
  found.notes.push(...notes);
}

async function tryFeed(url: string, fetchFile: FetchFile): Promise<SiteFeeds> {
  try {
    return await readFeed(await getFile(url, fetchFile), fetchFile);
  } catch (error) {
    // It does not exist or is damaged; the pages of the site are read instead.
    if (error instanceof ImportSourceError) return noFeed();
    throw error;
  }
}

async function readFeed(first: FetchedSource, fetchFile: FetchFile): Promise<SiteFeeds> {
  if (/^\s*\{/.test(first.head.toString("utf8"))) return readJsonPages(first, fetchFile);
  if (isPage(first.head)) return noFeed();
  const { articles, skipped, notes } = noFeed();
  const onFailure = ({ message }: ImportSourceError) => notes.push(failedPage(first, message));
  for (const page of await fetchFollowingPages(first, fetchFile, onFailure)) {
    const { items, address, author } = await readPage(page);
    for (const item of items) {
      const article = readFeedItem(item, { file: page.name, address, author });
      if ("reason" in article) skipped.push({ file: page.name, line: item.line, reason: article.reason });
      else articles.push(article);
    }
  }
  return { articles, skipped, notes };
}

const failedPage = ({ name }: FetchedSource, message: string): ImportNote => ({
  file: name,
  reason: `A later page of the feed could not be read, so older posts may be missing. ${message}`,
});

async function readJsonPages(first: FetchedSource, fetchFile: FetchFile): Promise<SiteFeeds> {
  const found = noFeed();
  const seen = new Set<string>();
  let damaged = 0;
  for (let page = first; seen.size < maxJsonPages; ) {
    seen.add(page.location);
    const chunks: Uint8Array[] = [];
    for await (const chunk of page.read()) chunks.push(chunk);
    const feed = readJsonFeed(Buffer.concat(chunks).toString("utf8"), page.location);
    add(found, { ...noFeed(), articles: feed?.articles ?? [] });
    damaged += feed?.damaged ?? 0;
    if (feed?.next === undefined || seen.has(feed.next)) break;
    try {
      page = await getFile(feed.next, fetchFile);
    } catch (error) {
      if (!(error instanceof ImportSourceError)) throw error;
      found.notes.push(failedPage(first, error.message));
      break;
    }
  }
  if (damaged > 0)
    found.skipped.push({ file: first.name, reason: `Skipped items without a date or text: ${damaged}.` });
  return found;
}
