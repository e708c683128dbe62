import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import type { Article } from "../articles/article.ts";
import { readDate } from "../articles/article-text.ts";
import { type FetchFile, isPage } from "../feeds/fetch-source.ts";
import { slugOf } from "../feeds/read-feed-item.ts";
import { toSourceKey } from "../source-identity.ts";
import { extractArticle } from "./extract-article.ts";
import type { PageBudget } from "./page-budget.ts";
import { type CrawledPage, parseCrawledPage } from "./parse-crawled-page.ts";
import { maxPageBytes, preparePage } from "./prepare-page.ts";
import type { SitemapPage } from "./read-sitemap.ts";

/** Lists and functions of blogs, which are no articles. */
const listingPath =
  /(?:^|\/)(?:tags?|categor(?:y|ies)|authors?|archives?|page|search|feed|topics?|labels?|wp-json|wp-admin|cart|checkout|log-?in|sign-?(?:in|up)|register|account|rss|amp)(?:\/|\.html?$|$)|^\/\d{4}(?:\/\d\d){0,2}\/?$/i;
/** Lists whose links lead to articles. */
const archivePath = /(?:^|\/)(?:archives?|page|blog|posts)(?:\/|\.html?$|$)|^\/\d{4}(?:\/\d\d){0,2}\/?$/i;
const otherFile = /\.(?!html?$|php$|aspx?$|md$)[a-z0-9]{2,5}$/i;

export interface CrawlOptions {
  home: CrawledPage;
  /** Articles of the feeds. Those with only a summary get the text of their page. */
  feeds: readonly Article[];
  /** Empty if the site has none: then the links of pages are followed. */
  sitemap: readonly SitemapPage[];
  fetchFile: FetchFile;
  budget: Pick<PageBudget, "reachedLimit">;
}

export interface CrawledPages {
  articles: Article[];
  skipped: ImportNote[];
  notes: ImportNote[];
}

/** Fetches the pages that no feed contains completely, and extracts their articles. */
export async function crawlPages({ home, feeds, sitemap, fetchFile, budget }: CrawlOptions): Promise<CrawledPages> {
  const articles = new Map<string, Article>();
  for (const article of feeds) {
    const key = pageKey(article.addresses[0] ?? article.key);
    const existing = articles.get(key);
    if (existing === undefined || (existing.isSummary && !article.isSummary)) articles.set(key, article);
  }
  const changedDates = new Map(sitemap.map(({ url, changed }) => [pageKey(url), readDate(changed)]));
  const queue = [...feeds.flatMap(({ addresses }) => addresses[0] ?? []), ...sitemap.map(({ url }) => url)];
  const followsLinks = sitemap.length === 0;
  if (followsLinks) queue.push(...home.links);
  const seen = new Set([pageKey(home.address)]);
  const skipped: ImportNote[] = [];
  const prefix = new URL(home.address).pathname.replace(/[^/]*$/, "");
  const host = hostOf(home.address);
  let listings = 0;

  for (let at = 0; at < queue.length && budget.reachedLimit() === undefined; at += 1) {
    const url = queue[at] ?? "";
    const key = pageKey(url);
    if (seen.has(key)) continue;
    seen.add(key);
    const given = articles.get(key);
    if (given && !given.isSummary) continue;
    // Feeds also link to articles of others.
    if (!isBelow(url, host, prefix)) continue;
    const isCandidate = given !== undefined || isArticlePath(url);
    if (!isCandidate && !(followsLinks && archivePath.test(new URL(url).pathname))) {
      listings += 1;
      continue;
    }
    const page = await fetchPage(url, fetchFile);
    if ("reason" in page) {
      if (budget.reachedLimit() !== undefined) break;
      if (page.reason !== "") skipped.push({ file: url, reason: page.reason });
      continue;
    }
    if (!isBelow(page.location, host, prefix)) continue;
    const finalKey = pageKey(page.crawled.address);
    if (!given && finalKey !== key && (seen.has(finalKey) || articles.has(finalKey))) continue;
    seen.add(finalKey);
    if (followsLinks) queue.push(...page.crawled.links);
    if (!isCandidate || (page.crawled.isHidden && !given)) {
      listings += 1;
      continue;
    }
    const extracted = extractArticle(page.prepared);
    if (given) {
      const { cover = page.crawled.cover === home.cover ? undefined : page.crawled.cover } = {
        cover: given.cover?.url,
      };
      articles.set(key, {
        ...given,
        ...(extracted && extracted.html.length > given.html.length && { html: extracted.html }),
        ...(cover !== undefined && { cover: { ...given.cover, url: cover } }),
      });
    } else if (extracted && !extracted.isListing) {
      articles.set(key, toArticle(page, extracted, { home, changed: changedDates.get(key) }));
    } else listings += 1;
  }
  const notes =
    listings === 0
      ? []
      : [{ file: home.address, reason: `Skipped pages without an article, such as lists: ${listings}.` }];
  return { articles: [...articles.values()], skipped, notes };
}

interface FetchedPage {
  /** Its address after redirects. */
  location: string;
  crawled: CrawledPage;
  prepared: NonNullable<ReturnType<typeof preparePage>>;
}

/** An empty `reason` is not worth a note. */
async function fetchPage(url: string, fetchFile: FetchFile): Promise<FetchedPage | { reason: string }> {
  const result = await fetchFile(url, { maxBytes: maxPageBytes, accept: "text/html, application/xhtml+xml" });
  if ("reason" in result) return { reason: `The page cannot be read. ${result.reason}` };
  if (result.status === 404 || result.status === 410) return { reason: "" };
  if (result.status !== 200) return { reason: `The page cannot be read: the server returned ${result.status}.` };
  if (!isPage(result.bytes.subarray(0, 4_096))) return { reason: "" };
  const prepared = preparePage(result.bytes);
  if (prepared === undefined) return { reason: "The page is nested too deeply and was skipped." };
  return { location: result.url, prepared, crawled: parseCrawledPage(prepared, result.url) };
}

function toArticle(
  { crawled }: FetchedPage,
  extracted: NonNullable<ReturnType<typeof extractArticle>>,
  { home, changed }: { home: CrawledPage; changed: Date | undefined },
): Article {
  const { address, cover, published, tags, section } = crawled;
  const date = published ?? dateInPath(address);
  const author = crawled.author ?? extracted.byline?.replace(/^by\s+/i, "");
  const title = withoutSiteName(
    shortText(extracted.title || crawled.title),
    shortText(home.siteName ?? "") || (shortText(home.title).split(separator)[0] ?? ""),
  );
  const lastChange = crawled.changed ?? changed;
  const { pathname, search } = new URL(address);
  return {
    key: toSourceKey(`page:${pathname}${search}`),
    wantedSlug: slugOf(address) ?? title.toLowerCase(),
    // Imports compare pages with their previous import, so this is the same every time.
    date: date ?? lastChange ?? unknownDate,
    addresses: [address],
    ...(date === undefined && { isPage: true }),
    ...(date === undefined && lastChange === undefined && { isUndated: true }),
    title,
    html: extracted.html,
    // A site may have one description for all of its pages.
    ...(extracted.excerpt && extracted.excerpt !== home.description && { excerpt: extracted.excerpt }),
    ...(lastChange && { changed: lastChange }),
    authors: author === undefined || /^https?:/.test(author) ? [] : [author],
    categories: section === undefined ? [] : [{ label: section }],
    tagLabels: tags,
    ...(cover !== undefined && cover !== home.cover && { cover: { url: cover } }),
    status: "PUBLISHED",
    file: address,
    notes: [],
  };
}

const unknownDate = new Date(0);
const separator = / [|–—·«»:-] /;

/** A title on one line, short enough for patterns. */
const shortText = (text: string) => text.slice(0, 5_000).replace(/\s+/g, " ").trim().slice(0, 500);

/** `Title | Site` and `Site – Title` without the name of the site. */
function withoutSiteName(title: string, name: string): string {
  const parts = title.split(separator);
  if (name === "" || parts.length < 2) return title;
  if (parts.at(-1) === name) return title.slice(0, title.lastIndexOf(name)).replace(/ \S $/, "");
  return parts[0] === name ? title.slice(name.length).replace(/^ \S /, "") : title;
}

/** `/2024/05/06/name` or `/2024-05-06-name`. */
function dateInPath(address: string): Date | undefined {
  const [, year, month, day = "01"] =
    /\/(\d{4})[/-](\d\d)(?:[/-](\d\d))?(?=[/-])/.exec(new URL(address).pathname) ?? [];
  return year === undefined ? undefined : readDate(`${year}-${month}-${day}T00:00:00Z`);
}

const isBelow = (address: string, host: string, prefix: string) =>
  URL.canParse(address) && hostOf(address) === host && new URL(address).pathname.startsWith(prefix);

function isArticlePath(address: string): boolean {
  const url = new URL(address);
  return !listingPath.test(url.pathname) && !otherFile.test(url.pathname) && url.search === "";
}

const hostOf = (address: string) => new URL(address).host.replace(/^www\./, "");

/** The same for the notations of an address. */
function pageKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  for (const name of [...url.searchParams.keys()]) if (/^utm_|^ref$/.test(name)) url.searchParams.delete(name);
  return `${hostOf(address)}${url.pathname.replace(/\/(?:index\.html?)?$/, "")}${url.search}`;
}
