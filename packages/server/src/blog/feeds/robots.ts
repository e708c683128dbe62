/** Pages that are of one person, or of no use to who searches. */
const personalPages = [
  "/account",
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/verify-email",
  "/pending",
  "/forgot",
  "/reset",
  "/callback",
  "/hosted/",
  "/_api/",
  "/dev/",
];

/** Tells search engines what to leave out, and where the list of the rest is. Source: RFC 9309. */
export function writeRobots(sitemapUrl: string): string {
  return ["User-agent: *", ...personalPages.map((path) => `Disallow: ${path}`), "", `Sitemap: ${sitemapUrl}`, ""].join(
    "\n",
  );
}
