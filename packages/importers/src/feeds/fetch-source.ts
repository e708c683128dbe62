import { fromHtml } from "hast-util-from-html";
import type { FetchImage } from "../images/image-importer.ts";
import type { Failure } from "../import-source.ts";
import { ImportSourceError } from "../import-source.ts";
import { fileOfBytes, type SourceFile, withoutCredentials } from "../source-file.ts";
import { readPage } from "./open-feed.ts";

/** Of a fetched export, or of a feed with its pages. */
const maxBytes = 64 * 1024 * 1024;
const accept =
  "application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.5, */*;q=0.1";

/** Fetches a file. A `reason` is a sentence: "It is larger than 64 MiB." */
export type FetchFile = (url: string, options: FetchFileOptions) => Promise<FetchedFile | Failure>;

export interface FetchFileOptions {
  maxBytes: number;
  accept: string;
  /** Returns why an address that a response redirects to is not fetched. */
  checkRedirect?: (url: string) => Promise<string | undefined>;
}

export interface FetchedFile {
  status: number;
  /** After redirects. */
  url: string;
  bytes: Buffer;
  /** The header `Retry-After`. */
  retryAfter?: string | undefined;
  /** The header `X-WP-Total`: items of a collection. Source: WordPress REST API Handbook, "Pagination". */
  total?: string | undefined;
}

/** A fetched file, in memory. */
export interface FetchedSource extends SourceFile {
  /** The address before redirects. */
  requested: string;
  /** Bytes. */
  size: number;
}

/** Returns the file, or the feed that it names if it is a page. @throws {ImportSourceError} */
export async function findFeed(source: FetchedSource, fetchFile: FetchFile): Promise<FetchedSource> {
  if (!isPage(source.head)) return source;
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.read()) chunks.push(chunk);
  const feed = feedOf(Buffer.concat(chunks).toString("utf8"), source.location);
  if (feed === undefined)
    throw new ImportSourceError(`"${source.requested}" is a page that names no feed.`, { isMissing: true });
  const found = await getFile(feed, fetchFile);
  if (isPage(found.head)) throw new ImportSourceError(`"${feed}" is a page and no feed.`, { isMissing: true });
  return found;
}

const maxPages = 100;

/**
 * Returns a feed and the pages that it links to. Source: RFC 5005 §3.
 *
 * @param onFailure Called if one of them cannot be read; then the pages before it are returned. Default: throws.
 * @throws {ImportSourceError}
 */
export async function fetchFollowingPages(
  first: FetchedSource,
  fetchFile: FetchFile,
  onFailure?: (error: ImportSourceError) => void,
): Promise<SourceFile[]> {
  const pages = [first];
  const seen = new Set([first.location]);
  let size = first.size;
  for (let next = (await readPage(first)).next; next !== undefined && pages.length < maxPages; ) {
    if (seen.has(next)) break;
    seen.add(next);
    try {
      const page = await getFile(next, fetchFile);
      size += page.size;
      if (size > maxBytes)
        throw new ImportSourceError(`The feed at "${first.name}" is larger than 64 MiB with the pages that follow it.`);
      next = (await readPage(page)).next;
      pages.push(page);
    } catch (error) {
      if (!onFailure || !(error instanceof ImportSourceError)) throw error;
      onFailure(error);
      break;
    }
  }
  return pages;
}

/**
 * Fetches a file of any kind.
 *
 * @throws {ImportSourceError} unless the response is 200. Source: security requirements §8.1.
 */
export async function getFile(address: string, fetchFile: FetchFile): Promise<FetchedSource> {
  const result = await fetchFile(address, { maxBytes, accept });
  const name = withoutCredentials(address);
  if ("reason" in result) throw new ImportSourceError(`"${name}" cannot be read. ${result.reason}`);
  const { status, url, bytes } = result;
  if (status === 200) return { ...fileOfBytes(url, bytes), requested: address, size: bytes.length };
  const isMissing = status === 404 || status === 410;
  const reason = isMissing ? "There is nothing" : "There is no feed to be had";
  throw new ImportSourceError(`${reason} at "${name}": it answers ${status}.`, { isMissing });
}

/** Whether a file is a page in HTML. */
export function isPage(head: Buffer): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?(?:<!doctype html|<html[\s>])/i.test(
    head.toString("utf8"),
  );
}

/** The feed that a page links to. Source: HTML, "Link type alternate". */
function feedOf(html: string, page: string): string | undefined {
  const waiting = [...fromHtml(html.slice(0, 512 * 1024)).children];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (node.type !== "element") continue;
    const { rel, type, href } = node.properties;
    const isFeed = node.tagName === "link" && Array.isArray(rel) && rel.includes("alternate");
    if (isFeed && /^application\/(?:rss|atom)\+xml/i.test(String(type)) && typeof href === "string")
      return URL.parse(href, page)?.href;
    if (["html", "head"].includes(node.tagName)) waiting.push(...node.children);
  }
  return undefined;
}

export function createImageFetcher(fetchFile: FetchFile): FetchImage {
  return async (url, maxBytes) => {
    const result = await fetchFile(url, { maxBytes, accept: "image/*" });
    if ("reason" in result) {
      const reason = result.reason.replace(/\.$/, "").replace(/^It /, "it ").replace(/^The /, "the ");
      return { reason: `cannot be fetched: ${reason}` };
    }
    return result.status === 200 ? result.bytes : { reason: `cannot be fetched: its address answers ${result.status}` };
  };
}
