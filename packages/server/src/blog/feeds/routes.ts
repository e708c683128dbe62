import { feedRequest } from "@porchlight/contract/blog/feed-schema";
import type { Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { readShape } from "../../platform/http/validation.ts";
import type { App, RequestContext } from "../../platform/http/serve.ts";
import { answerPublicText } from "../../platform/http/public-response.ts";
import { findRedirect } from "../slugs/find-redirect.ts";
import { writeAtom } from "./atom.ts";
import { getFeed } from "./get-feed.ts";
import { getSitemap, getSitemapFile } from "./get-sitemap.ts";
import { writeJsonFeed } from "./json-feed.ts";
import { writeRobots } from "./robots.ts";
import { writeRss } from "./rss.ts";

const feedMaxAge = 300;
const sitemapMaxAge = 3_600;
const xmlType = "application/xml; charset=utf-8";

const formats = [
  { name: "feed.xml", contentType: "application/rss+xml; charset=utf-8", write: writeRss },
  { name: "atom.xml", contentType: "application/atom+xml; charset=utf-8", write: writeAtom },
  { name: "feed.json", contentType: "application/feed+json; charset=utf-8", write: writeJsonFeed },
];

/**
 * `/feed.xml` (RSS), `/atom.xml`, `/feed.json`, the same below the pages of categories and tags, `/sitemap.xml` and its files,
 * `/robots.txt`. Feeds take `?language=`.
 */
export function feedRoutes(app: App, deps: Deps): void {
  for (const format of formats) {
    app.get(`/${format.name}`, (context) => answerFeed(context, deps, format, undefined));
    for (const kind of ["category", "tag"] as const)
      app.get(`/blog/${kind}/:slug/${format.name}`, (context) => answerFeed(context, deps, format, kind));
  }
  robotsRoute(app, deps);
  // Without a site there are no pages to name.
  if (deps.config.siteUrl !== undefined) sitemapRoutes(app, deps);
}

async function answerFeed(
  context: RequestContext,
  deps: Deps,
  { name, contentType, write }: (typeof formats)[number],
  kind: "category" | "tag" | undefined,
) {
  deps.limits.countRead(context.get("address"));
  const { params, query } = readShape(feedRequest, { params: context.req.param(), query: context.req.query() });
  const wish = { label: kind && { kind, slug: params.slug ?? "" }, language: query.language };
  try {
    const feed = await getFeed(deps, wish);
    const { text } = write(feed, feed.folderUrl + name + feed.search);
    return answerPublicText(context, { text, contentType, maxAge: feedMaxAge });
  } catch (error) {
    if (!kind || !(error instanceof Refusal)) throw error;
    const { pathname, search } = new URL(context.req.url);
    const moved = await findRedirect(deps, pathname.slice(0, -name.length - 1));
    if (moved === undefined) throw error;
    // Readers of feeds follow a category whose address has changed.
    context.header("cache-control", `public, max-age=${sitemapMaxAge}`);
    return context.redirect(`${moved}/${name}${search}`, 301);
  }
}

function sitemapRoutes(app: App, deps: Deps): void {
  app.get("/sitemap.xml", async (context) => {
    deps.limits.countRead(context.get("address"));
    const { text } = await getSitemap(deps);
    return answerPublicText(context, { text, contentType: xmlType, maxAge: sitemapMaxAge });
  });
  app.get("/:file{sitemap-[0-9]{1,6}\\.xml}", async (context) => {
    deps.limits.countRead(context.get("address"));
    const number = Number(/\d+/.exec(context.req.path)?.[0]);
    const file = await getSitemapFile(deps, number);
    if (!file) throw new Refusal("NOT_FOUND");
    return answerPublicText(context, { text: file.text, contentType: xmlType, maxAge: sitemapMaxAge });
  });
}

function robotsRoute(app: App, deps: Deps): void {
  const { siteUrl } = deps.config;
  app.get("/robots.txt", (context) =>
    answerPublicText(context, {
      text: writeRobots(siteUrl === undefined ? undefined : `${siteUrl}/sitemap.xml`),
      contentType: "text/plain; charset=utf-8",
      maxAge: sitemapMaxAge,
    }),
  );
}
