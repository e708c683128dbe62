import { type Xml, xml } from "./xml.ts";

/** Pages that are of one person, or of no use to who searches. */
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
 * Tells search engines what to leave out, and where the list of the rest is. Source: RFC 9309.
 *
 * @param sitemapUrl Absent where there is no site to be found: then everything is left out.
 */
export function writeRobots(sitemapUrl: string | undefined): string {
  if (sitemapUrl === undefined) return "User-agent: *\nDisallow: /\n";
  return ["User-agent: *", ...privatePaths.map((path) => `Disallow: ${path}`), "", `Sitemap: ${sitemapUrl}`, ""].join(
    "\n",
  );
}

/** Addresses in one file. The protocol lets it hold 50,000; these are made at once, and in memory. */
export const maxUrlsPerFile = 10_000;

export interface SitemapUrl {
  /** Absolute. */
  url: string;
  /** When the page last changed, where that is known. */
  changed: Date | undefined;
  /** Where it is in each language, itself among them; absolute. */
  alternates?: readonly { language: string; url: string }[] | undefined;
}

/** One file of addresses. Source: https://www.sitemaps.org/protocol.html; for languages, Google's "Localized versions of your pages". */
export function writeSitemap(addresses: readonly SitemapUrl[]): Xml {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${addresses.map(writeUrl)}</urlset>
`;
}

function writeUrl({ url, changed, alternates: versions = [] }: SitemapUrl): Xml {
  const links = versions.map(
    (version) => xml`<xhtml:link rel="alternate" hreflang="${version.language}" href="${version.url}"/>`,
  );
  return xml`<url><loc>${url}</loc>${changed && xml`<lastmod>${changed.toISOString()}</lastmod>`}${links}</url>\n`;
}

/** The list of a site's files, where there are several. */
export function writeSitemapIndex(urls: readonly string[]): Xml {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => xml`<sitemap><loc>${url}</loc></sitemap>\n`)}</sitemapindex>
`;
}
