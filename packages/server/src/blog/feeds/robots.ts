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
