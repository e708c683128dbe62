import { describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../../test/blog/posts.ts";
import { childrenOf, readXml, textOf, type XmlElement } from "../../../test/read-xml.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";
import { maxFeedItems } from "./get-feed.ts";

const siteUrl = "https://example.com";
const server = await createTestServer({ siteUrl });
const { context } = server;

const hostileTitle = `</title><script>alert(1)</script> & "quotes" ]]> \u0007`;
const readableTitle = hostileTitle.replace("\u0007", "");
const hostileId = newId();
const workshop = await putCategory(context, { slug: "workshop" });
const glue = await putTag(context, { slug: "glue" });
await putPost(context, {
  id: hostileId,
  slug: "straße & mehr?",
  title: hostileTitle,
  contentText: "All of it,\nin lines.",
  authors: ["Ada & Bob"],
  categoryIds: [workshop],
  tagIds: [glue],
  language: "de",
  firstPublishedAt: new Date("2024-07-01T10:00:00.500Z"),
  lastPublishedAt: new Date("2024-08-01T10:00:00.500Z"),
  heroImage: { id: "1", url: "https://example.com/a.jpg", width: 1, height: 1 },
});
await putPost(context, { slug: "older", title: "Older", firstPublishedAt: new Date("2024-06-01T10:00:00Z") });
await putPost(context, { slug: "draft", title: "A draft", status: "UNPUBLISHED" });
await putPost(context, { slug: "later", title: "Later", firstPublishedAt: new Date(Date.now() + 3_600_000) });

const hostileUrl = `${siteUrl}/blog/stra%C3%9Fe%20%26%20mehr%3F`;

async function readFeed(path: string): Promise<XmlElement> {
  return readXml((await server.call("GET", path)).body);
}

describe("GET /feed.xml", () => {
  it("returns RSS with visible posts, newest first, and escapes titles", async () => {
    const rss = await readFeed("/feed.xml");
    expect([rss.name, rss.attributes.version]).toEqual(["rss", "2.0"]);
    const [channel] = childrenOf(rss, "channel");
    expect([textOf(channel!, "title"), textOf(channel!, "link")]).toEqual([context.site.name, `${siteUrl}/`]);
    const items = childrenOf(channel!, "item");
    expect(items.map((item) => textOf(item, "title"))).toEqual([readableTitle, "Older"]);
    const [item] = items;
    expect(textOf(item!, "link")).toBe(hostileUrl);
    expect(textOf(item!, "guid")).toBe(`urn:uuid:${hostileId}`);
    expect(textOf(item!, "pubDate")).toBe("Mon, 01 Jul 2024 10:00:00 GMT");
    expect(textOf(item!, "dc:creator")).toBe("Ada & Bob");
    expect(childrenOf(item!, "category").map(({ text }) => text)).toEqual(["Category workshop", "Tag glue"]);
    expect(textOf(item!, "description")).toBe("How it begins");
  });

  it("escapes the summary as HTML, which feed readers expect", async () => {
    await context.db.updateTable("posts").set({ excerpt: "1 < 2 & <b>" }).where("id", "=", hostileId).execute();
    const [channel] = childrenOf(await readFeed("/feed.xml"), "channel");
    const descriptions = childrenOf(channel!, "item").map((item) => textOf(item, "description"));
    expect(descriptions[0]).toBe("1 &lt; 2 &amp; &lt;b&gt;");
    await context.db.updateTable("posts").set({ excerpt: "How it begins" }).where("id", "=", hostileId).execute();
  });
});

describe("GET /atom.xml", () => {
  it("returns Atom with the same posts", async () => {
    const feed = await readFeed("/atom.xml");
    expect([feed.name, feed.attributes.xmlns]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
    expect(textOf(feed, "id")).toBe(`urn:uuid:${context.site.id}`);
    expect(textOf(feed, "updated")).toBe("2024-08-01T10:00:00.500Z");
    const entries = childrenOf(feed, "entry");
    expect(entries.map((entry) => textOf(entry, "title"))).toEqual([readableTitle, "Older"]);
    const [entry] = entries;
    expect(entry?.attributes["xml:lang"]).toBe("de");
    expect([textOf(entry!, "published"), textOf(entry!, "updated")]).toEqual([
      "2024-07-01T10:00:00.500Z",
      "2024-08-01T10:00:00.500Z",
    ]);
    expect(childrenOf(entry!, "link")[0]?.attributes.href).toBe(hostileUrl);
    expect(childrenOf(entry!, "category").map(({ attributes }) => attributes.term)).toEqual([
      "Category workshop",
      "Tag glue",
    ]);
    expect(textOf(entry!, "summary")).toBe("How it begins");
  });
});

describe("GET /feed.json", () => {
  it("returns JSON Feed with the full text", async () => {
    const { body, headers } = await server.call("GET", "/feed.json");
    expect(headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    const feed = JSON.parse(body);
    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      home_page_url: `${siteUrl}/`,
      feed_url: `${siteUrl}/feed.json`,
    });
    expect(feed.items[0]).toMatchObject({
      id: `urn:uuid:${hostileId}`,
      url: hostileUrl,
      title: hostileTitle,
      content_text: "All of it,\nin lines.",
      image: "https://example.com/a.jpg",
      date_published: "2024-07-01T10:00:00.500Z",
      authors: [{ name: "Ada & Bob" }],
      tags: ["Category workshop", "Tag glue"],
    });
    expect(feed.items[1]).not.toHaveProperty("image");
  });
});

describe.each(["/feed.xml", "/atom.xml", "/feed.json"])("GET %s", (path) => {
  const statusFor = async (headers: Record<string, string>) => (await server.call("GET", path, { headers })).status;

  it("responds with 304 for a matching ETag", async () => {
    const { headers } = await server.call("GET", path);
    const etag = headers.get("etag") ?? "";
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(await statusFor({ "if-none-match": etag })).toBe(304);
    expect(await statusFor({ "if-none-match": `"other", W/${etag}` })).toBe(304);
    expect(await statusFor({ "if-none-match": '"other"' })).toBe(200);
  });

  it("sends a newly published post with an older date to clients that ask by date", async () => {
    const { headers } = await server.call("GET", path);
    const since = headers.get("last-modified") ?? headers.get("date") ?? new Date().toUTCString();
    const id = await putPost(context, { title: "Found again", firstPublishedAt: new Date("2020-01-01T00:00:00Z") });
    const response = await server.call("GET", path, { headers: { "if-modified-since": since } });
    expect([response.status, response.body.includes("Found again")]).toEqual([200, true]);
    await context.db.deleteFrom("posts").where("id", "=", id).execute();
    const without = await server.call("GET", path, { headers: { "if-modified-since": since } });
    expect([without.status, without.body.includes("Found again")]).toEqual([200, false]);
  });

  it("rejects other methods and responds to HEAD without a body", async () => {
    const head = await server.call("HEAD", path);
    expect([head.status, head.body]).toEqual([200, ""]);
    const post = await server.call("POST", path, { body: {} });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET"]);
  });
});

describe("a feed", () => {
  it(`contains at most ${maxFeedItems} posts`, async () => {
    const ids = await Promise.all(
      Array.from({ length: maxFeedItems }, (_, n) => putPost(context, { title: `Post ${n}` })),
    );
    const feed = JSON.parse((await server.call("GET", "/feed.json")).body);
    expect(feed.items).toHaveLength(maxFeedItems);
    await context.db.deleteFrom("posts").where("id", "in", ids).execute();
  });
});
