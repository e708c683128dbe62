import { type Xml, xml } from "./xml.ts";

/** Pages that are personal or useless in search results. */
const privatePaths = [
  "/account",
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/verify-email",
  "/pending",
  "/forgot",
  "/reset",
  "/auth/callback",
  "/hosted/",
  "/_api/",
  "/dev/",
];

/**
 * Writes robots.txt: the paths to exclude and the sitemap. Source: RFC 9309.
 *
 * @param sitemapUrl Default: none, and everything is excluded.
 */
export function writeRobots(sitemapUrl: string | undefined): string {
  if (sitemapUrl === undefined) return "User-agent: *\nDisallow: /\n";
  return ["User-agent: *", ...privatePaths.map((path) => `Disallow: ${path}`), "", `Sitemap: ${sitemapUrl}`, ""].join(
    "\n",
  );
}

/** The protocol allows 50,000 per file; these are created at once and in memory. */
export const maxUrlsPerFile = 10_000;

export interface SitemapUrl {
  /** Absolute. */
  url: string;
  /** Last change, if known. */
  changed: Date | undefined;
  /** Absolute URLs of the page in all languages, including itself. */
  alternates?: readonly { language: string; url: string }[] | undefined;
}

/**
 * A sitemap file. Source: https://www.sitemaps.org/protocol.html; for languages, Google's "Localized versions of your
 * pages".
 */
export function writeSitemap(urls: readonly SitemapUrl[]): Xml {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.map(writeUrl)}</urlset>
`;
}

function writeUrl({ url, changed, alternates: versions = [] }: SitemapUrl): Xml {
  const links = versions.map(
    (version) => xml`<xhtml:link rel="alternate" hreflang="${version.language}" href="${version.url}"/>`,
  );
  return xml`<url><loc>${url}</loc>${changed && xml`<lastmod>${changed.toISOString()}</lastmod>`}${links}</url>\n`;
}

/** A sitemap index. */
export function writeSitemapIndex(urls: readonly string[]): Xml {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => xml`<sitemap><loc>${url}</loc></sitemap>\n`)}</sitemapindex>
`;
}
