import { gunzipSync } from "node:zlib";
import type { FetchFile } from "../feeds/fetch-source.ts";
import { ImportSourceError } from "../import-source.ts";
import { fileOfBytes } from "../source-file.ts";
import { decodeText } from "../xml/decode-text.ts";
import { readXmlRecords, textOf } from "../xml/read-xml-records.ts";

/** Source: sitemaps.org protocol. */
const maxBytes = 50 * 1024 * 1024;
const maxSitemaps = 50;

/** Where sitemaps usually are. */
const usualPaths = ["sitemap.xml", "sitemap_index.xml", "sitemap-index.xml", "wp-sitemap.xml"];

export interface SitemapPage {
  url: string;
  changed: string | undefined;
}

/**
 * Reads the sitemaps of a site, and those that they list, up to `maxUrls` addresses.
 *
 * @param named Those that robots.txt names. Default: the usual addresses.
 */
export async function readSitemaps(
  home: string,
  named: readonly string[],
  fetchFile: FetchFile,
  maxUrls: number,
): Promise<SitemapPage[]> {
  const usual = [...new Set([new URL(".", home).href, new URL("/", home).href])].flatMap((folder) =>
    usualPaths.map((path) => new URL(path, folder).href),
  );
  const waiting = new Set(named.length > 0 ? named : usual);
  const seen = new Set<string>();
  const pages = new Map<string, SitemapPage>();
  for (const next of waiting) {
    if (seen.has(next)) continue;
    if (seen.size === maxSitemaps) break;
    seen.add(next);
    const found = await readSitemap(next, fetchFile);
    if (found === undefined) continue;
    // One of the usual addresses is enough.
    if (named.length === 0 && usual.includes(next)) waiting.clear();
    for (const sitemap of found.sitemaps) waiting.add(sitemap);
    for (const page of found.pages) if (pages.size < maxUrls && !pages.has(page.url)) pages.set(page.url, page);
  }
  return [...pages.values()];
}

async function readSitemap(address: string, fetchFile: FetchFile) {
  const result = await fetchFile(address, { maxBytes, accept: "application/xml, text/xml, */*;q=0.1" });
  if ("reason" in result || result.status !== 200) return undefined;
  const bytes = unzip(result.bytes);
  if (bytes === undefined || !/<(?:[\w-]+:)?(?:urlset|sitemapindex)[\s>]/.test(bytes.toString("latin1", 0, 8_192)))
    return undefined;
  const sitemaps: string[] = [];
  const pages: SitemapPage[] = [];
  const file = fileOfBytes(result.url, bytes);
  try {
    for await (const record of readXmlRecords(
      decodeText(file.read(), file.name),
      file.name,
      (_, depth) => depth === 2,
    )) {
      if (record.kind === "tooLarge") continue;
      // Elements of another namespace than the protocol's have a prefix.
      const [, name] = /(?:^|:)(url|sitemap)$/.exec(record.element.name) ?? [];
      const location = textOf(record.element, "loc") ?? textOf(record.element, "other:loc");
      const url = location === undefined ? null : URL.parse(location, result.url);
      if (!url || !/^https?:$/.test(url.protocol)) continue;
      const changed = textOf(record.element, "lastmod") ?? textOf(record.element, "other:lastmod");
      if (name === "sitemap") sitemaps.push(url.href);
      else if (name === "url") pages.push({ url: url.href, changed });
    }
  } catch (error) {
    // What was read before the damage is used.
    if (!(error instanceof ImportSourceError)) throw error;
  }
  return { sitemaps, pages };
}

/** Sitemaps may be gzip files. */
function unzip(bytes: Buffer): Buffer | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}
