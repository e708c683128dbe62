import { describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../../test/blog/posts.ts";
import { childrenOf, readXml, textOf } from "../../../test/read-xml.ts";
import { createTestServer } from "../../../test/test-server.ts";

const base = "https://example.com";
const server = await createTestServer({ siteUrl: base });
const { context } = server;

const workshop = await putCategory(context, { slug: "tools & toys", description: "What <hands> make" });
const glue = await putTag(context, { slug: "glue" });
await putCategory(context, { slug: "empty" });
const dated = (day: number) => ({ firstPublishedAt: new Date(Date.UTC(2024, 5, day)) });
await putPost(context, { slug: "lamp", title: "Lamp", categoryIds: [workshop], ...dated(1) });
await putPost(context, { slug: "lamp", title: "Lampe", language: "de", categoryIds: [workshop], ...dated(2) });
await putPost(context, { slug: "stuhl", title: "Stuhl", language: "de", tagIds: [glue], ...dated(3) });
await putPost(context, {
  slug: "draft",
  title: "A draft",
  status: "UNPUBLISHED",
  categoryIds: [workshop],
  ...dated(4),
});
await context.db
  .insertInto("redirect_paths")
  .values({ site_id: context.site.id, path: "/blog/category/once", category_id: workshop })
  .execute();

const category = "/blog/category/tools%20%26%20toys";
const read = async (path: string) => JSON.parse((await server.call("GET", path)).body);
const titlesOf = async (path: string) => (await read(path)).items.map(({ title }: { title: string }) => title);

describe("the feed of a category", () => {
  it("contains its posts and links to its page", async () => {
    const feed = await read(`${category}/feed.json`);
    expect(feed).toMatchObject({
      title: `Category tools & toys · ${context.site.name}`,
      description: "What <hands> make",
      home_page_url: base + category,
      feed_url: `${base}${category}/feed.json`,
    });
    expect(feed.items.map(({ title }: { title: string }) => title)).toEqual(["Lampe", "Lamp"]);
  });

  it("exists as RSS and Atom, with its own id", async () => {
    const [channel] = childrenOf(readXml((await server.call("GET", `${category}/feed.xml`)).body), "channel");
    expect([textOf(channel!, "link"), textOf(channel!, "description")]).toEqual([base + category, "What <hands> make"]);
    expect(childrenOf(channel!, "item")).toHaveLength(2);
    const atom = readXml((await server.call("GET", `${category}/atom.xml?language=de`)).body);
    expect([textOf(atom, "id"), textOf(atom, "subtitle")]).toEqual([`urn:uuid:${workshop}#de`, "What <hands> make"]);
    expect(childrenOf(atom, "link").map(({ attributes }) => attributes.href)).toEqual([
      `${base}${category}/atom.xml?language=de`,
      base + category,
    ]);
    expect(childrenOf(atom, "entry").map((entry) => textOf(entry, "title"))).toEqual(["Lampe"]);
  });

  it("responds with 304 for a matching ETag", async () => {
    const { headers } = await server.call("GET", `${category}/feed.xml`);
    const again = await server.call("GET", `${category}/feed.xml`, {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    });
    expect([again.status, headers.get("cache-control")]).toEqual([304, "public, max-age=300"]);
  });

  it("is empty without posts", async () => {
    expect(await titlesOf("/blog/category/empty/feed.json")).toEqual([]);
  });

  it("redirects from its former URL", async () => {
    const moved = await server.call("GET", "/blog/category/once/feed.xml?language=de");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, `${category}/feed.xml?language=de`]);
  });
});

describe("the feed of a tag", () => {
  it("contains its posts", async () => {
    expect(await read("/blog/tag/glue/feed.json")).toMatchObject({
      title: `Tag glue · ${context.site.name}`,
      home_page_url: `${base}/blog/tag/glue`,
      items: [{ title: "Stuhl" }],
    });
  });
});

describe("the feed of a language", () => {
  it("contains the posts in it", async () => {
    const feed = await read("/feed.json?language=de");
    expect(feed).toMatchObject({ language: "de", feed_url: `${base}/feed.json?language=de` });
    expect(feed.title).toBe(`${context.site.name} (de)`);
    expect(await titlesOf("/feed.json?language=de")).toEqual(["Stuhl", "Lampe"]);
    expect(await titlesOf("/feed.json?language=fr")).toEqual([]);
  });

  it("links to the post in that language if several have its slug", async () => {
    const { items } = await read("/feed.json");
    expect(items.map(({ url }: { url: string }) => url)).toEqual([
      `${base}/blog/stuhl`,
      `${base}/blog/lamp?language=de`,
      `${base}/blog/lamp`,
    ]);
  });
});

describe("a missing feed", () => {
  it.each([
    ["/blog/category/nothing/feed.xml", 404, "CATEGORY_NOT_FOUND"],
    ["/blog/tag/nothing/atom.xml", 404, "TAG_NOT_FOUND"],
    [`/blog/tag/${"a".repeat(101)}/feed.json`, 400, undefined],
    ["/feed.xml?language=", 400, undefined],
    ["/feed.xml?language=%27%3B--", 400, undefined],
    ["/blog/tag/%00/feed.xml", 404, "NOT_FOUND"],
    ["/blog/tag/%F0%9F/feed.xml", 404, "NOT_FOUND"],
  ])("%s is rejected", async (path, status, code) => {
    const { body, ...response } = await server.call("GET", path);
    expect([response.status, body.details?.applicationError?.code]).toEqual([status, code]);
  });
});
