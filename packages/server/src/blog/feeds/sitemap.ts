import { type Xml, xml } from "./xml.ts";

/** Addresses that one file may hold. Source: https://www.sitemaps.org/protocol.html. */
export const maximumAddresses = 50_000;

export interface SitemapAddress {
  /** Absolute. */
  url: string;
  /** When the page last changed, where that is known. */
  changed: Date | undefined;
}

/** One file of addresses. */
export function writeSitemap(addresses: readonly SitemapAddress[]): Xml {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map(({ url, changed }) => xml`<url><loc>${url}</loc>${changed && xml`<lastmod>${changed.toISOString()}</lastmod>`}</url>\n`)}</urlset>
`;
}

/** The list of a site's files, where there are several. */
export function writeSitemapIndex(urls: readonly string[]): Xml {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => xml`<sitemap><loc>${url}</loc></sitemap>\n`)}</sitemapindex>
`;
}
