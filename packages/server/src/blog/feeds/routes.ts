import { feedRequest } from "@porchlight/contract/blog/posts/schema";
import { Refusal } from "../../platform/context/errors.ts";
import { respondWithETag } from "../../platform/http/entity-tag.ts";
import type { App, HonoContext } from "../../platform/http/serve.ts";
import { validate } from "../../platform/http/validation.ts";
import type { BlogContext } from "../blog-context.ts";
import { findRedirect } from "../slugs/find-redirect.ts";
import { writeAtom, writeJsonFeed, writeRss } from "./feed-formats.ts";
import { getFeed } from "./get-feed.ts";
import { getSitemap, getSitemapFile } from "./get-sitemap.ts";
import { writeRobots } from "./sitemap.ts";

const feedMaxAgeSeconds = 300;
const sitemapMaxAgeSeconds = 3_600;
const xmlType = "application/xml; charset=utf-8";

const formats = [
  { name: "feed.xml", contentType: "application/rss+xml; charset=utf-8", write: writeRss },
  { name: "atom.xml", contentType: "application/atom+xml; charset=utf-8", write: writeAtom },
  { name: "feed.json", contentType: "application/feed+json; charset=utf-8", write: writeJsonFeed },
];

/**
 * `/feed.xml` (RSS), `/atom.xml`, and `/feed.json` of the site and of each category and tag; `/sitemap.xml` and its
 * files; `/robots.txt`. Feeds accept `?language=`.
 */
export function feedRoutes(app: App, context: BlogContext): void {
  for (const format of formats) {
    app.get(`/${format.name}`, (c) => respondWithFeed(c, context, format, undefined));
    for (const kind of ["category", "tag"] as const)
      app.get(`/blog/${kind}/:slug/${format.name}`, (c) => respondWithFeed(c, context, format, kind));
  }
  robotsRoute(app, context);
  // Without a site there are no pages.
  if (context.config.siteUrl !== undefined) sitemapRoutes(app, context);
}

async function respondWithFeed(
  c: HonoContext,
  context: BlogContext,
  { name, contentType, write }: (typeof formats)[number],
  kind: "category" | "tag" | undefined,
) {
  context.limits.countRead(c.get("address"));
  const { params, query } = validate(feedRequest, { params: c.req.param(), query: c.req.query() });
  const filter = { term: kind && { kind, slug: params.slug ?? "" }, language: query.language };
  try {
    const feed = await getFeed(context, filter);
    const { text } = write(feed, feed.folderUrl + name + feed.search);
    return respondWithETag(c, { text, contentType, maxAge: feedMaxAgeSeconds });
  } catch (error) {
    if (!kind || !(error instanceof Refusal)) throw error;
    const { pathname, search } = new URL(c.req.url);
    const moved = await findRedirect(context, pathname.slice(0, -name.length - 1));
    if (moved === undefined) throw error;
    // Redirects feed readers when a category or tag has moved.
    c.header("cache-control", `public, max-age=${sitemapMaxAgeSeconds}`);
    return c.redirect(`${moved}/${name}${search}`, 301);
  }
}

function sitemapRoutes(app: App, context: BlogContext): void {
  app.get("/sitemap.xml", async (c) => {
    context.limits.countRead(c.get("address"));
    const { text } = await getSitemap(context);
    return respondWithETag(c, { text, contentType: xmlType, maxAge: sitemapMaxAgeSeconds });
  });
  app.get("/:file{sitemap-[0-9]{1,6}\\.xml}", async (c) => {
    context.limits.countRead(c.get("address"));
    const number = Number(/\d+/.exec(c.req.path)?.[0]);
    const file = await getSitemapFile(context, number);
    if (!file) throw new Refusal("NOT_FOUND");
    return respondWithETag(c, { text: file.text, contentType: xmlType, maxAge: sitemapMaxAgeSeconds });
  });
}

function robotsRoute(app: App, context: BlogContext): void {
  const { siteUrl } = context.config;
  app.get("/robots.txt", (c) =>
    respondWithETag(c, {
      text: writeRobots(siteUrl === undefined ? undefined : `${siteUrl}/sitemap.xml`),
      contentType: "text/plain; charset=utf-8",
      maxAge: sitemapMaxAgeSeconds,
    }),
  );
}
