import type { Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import type { App } from "../../http/serve.ts";
import { answerPublicText } from "../../http/unchanged.ts";
import { blogBaseUrl } from "../public-view.ts";
import { writeAtom } from "./atom.ts";
import { getFeed } from "./get-feed.ts";
import { getSitemap, getSitemapFile } from "./get-sitemap.ts";
import { writeJsonFeed } from "./json-feed.ts";
import { writeRobots } from "./robots.ts";
import { writeRss } from "./rss.ts";

const feedMaxAge = 300;
const sitemapMaxAge = 3_600;
const xmlType = "application/xml; charset=utf-8";

/** `/feed.xml` (RSS), `/atom.xml`, `/feed.json`, `/sitemap.xml` and its files, `/robots.txt`. */
export function feedRoutes(app: App, deps: Deps): void {
  const formats = [
    { path: "/feed.xml", contentType: "application/rss+xml; charset=utf-8", write: writeRss },
    { path: "/atom.xml", contentType: "application/atom+xml; charset=utf-8", write: writeAtom },
    { path: "/feed.json", contentType: "application/feed+json; charset=utf-8", write: writeJsonFeed },
  ];
  for (const { path, contentType, write } of formats) {
    app.get(path, async (context) => {
      deps.limits.countRead(context.get("address"));
      const { text } = write(await getFeed(deps), blogBaseUrl(deps) + path);
      return answerPublicText(context, { text, contentType, maxAge: feedMaxAge });
    });
  }

  robotsRoute(app, deps);
  // Without a site there are no pages to name.
  if (deps.config.siteUrl !== undefined) sitemapRoutes(app, deps);
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
