import { describe, expect, it } from "vitest";
import { parseCrawledPage } from "./parse-crawled-page.ts";
import { preparePage } from "./prepare-page.ts";
import { readSiteFeeds } from "./read-site-feeds.ts";

const home = "https://blog.example/";

/** Reads the feed of a site. */
function readFeed(files: Record<string, string>) {
  const html = `<!doctype html><link rel="alternate" type="application/rss+xml" href="feed">`;
  return readSiteFeeds(parseCrawledPage(preparePage(Buffer.from(html))!, home), async (url) => {
    const file = files[url.slice(home.length)];
    return { status: file === undefined ? 500 : 200, url, bytes: Buffer.from(file ?? "") };
  });
}

const rss = (
  name: string,
) => `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<atom:link rel="next" href="${home}next"/><item><title>${name}</title><guid>${name}</guid>
<pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate><description>Text</description></item></channel></rss>`;
const json = (count: number) =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    next_url: `${home}next`,
    items: Array.from({ length: count }, (_, id) => ({ id, title: "A", date_published: "2024-01-01T00:00:00Z" })),
  });

describe("the feed of a site", () => {
  it.each([
    ["in XML with a later page that fails", { feed: rss("A") }, 1],
    ["in XML with a later page that is damaged", { feed: rss("A"), next: "<rss><broken></rss>" }, 1],
    ["in JSON with a later page that fails", { feed: json(1) }, 1],
  ])("%s is read up to there, with a note", async (_name, files, count) => {
    const { articles, notes } = await readFeed(files);
    expect(articles).toHaveLength(count);
    expect(notes).toEqual([
      { file: `${home}feed`, reason: expect.stringMatching(/^A later page of the feed could not be read/) },
    ]);
  });

  it("with many items on several pages is read", async () => {
    const { articles } = await readFeed({ feed: json(20_000), next: json(20_000) });
    expect(articles).toHaveLength(40_000);
  });
});
