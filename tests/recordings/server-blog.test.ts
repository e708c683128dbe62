import type { Category, Post, Tag } from "@porchlight/contract/blog/posts/post";
import type { WireQuery } from "@porchlight/contract/wire/query";
import { createTestServer } from "@porchlight/server/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { exchangesOf, type RecordedRequest, type Recording, readRecordings } from "./recording.ts";

/** Sends the recorded requests of the blog to a server with the recorded data. */

const server = await createTestServer({ siteUrl: "https://site.example" });
const recordings = readRecordings("blog");
const find = (name: string): Recording & { request: RecordedRequest } => {
  const recording = recordings.find((candidate) => candidate.name === name);
  if (!recording?.request) throw new Error(`there is no recording "${name}"`);
  return { ...recording, request: recording.request };
};
function recordedBody<Body>(name: string): Body {
  return find(name).cannedResponse?.body as Body;
}
const recordedPost = recordedBody<{ posts: [Required<Post>] }>("listPosts no args").posts[0];
const { category } = recordedBody<{ category: Category }>("getCategory");
const { tag } = recordedBody<{ tag: Tag }>("getTag");
const longQuery = "listPosts with a query string over 4000 chars stays GET (no fallback declared)";

/** Undeclared members, which no client reads, and members that this server does not have yet. */
const untold = {
  post: [
    "richContentString",
    "translations",
    "mostRecentContributorId",
    "moderationDetails",
    "internalCategoryIds",
    "internalRelatedPostIds",
    "createdDate",
  ],
  category: ["createdDate", "translationId", "coverImage"],
};
/** Members returned only for a requested fieldset; the recording stub returns them always. */
const onDemand = {
  URL: "url",
  CONTENT_TEXT: "contentText",
  METRICS: "metrics",
  SEO: "seoData",
  RICH_CONTENT: "richContent",
};

beforeAll(async () => {
  const { db, site } = server.context;
  const site_id = site.id;
  const [ofThePost = ""] = recordedPost.categoryIds;
  const categories = [category, { ...category, id: ofThePost, slug: "of-the-post" }].map((one) => ({
    site_id,
    id: one.id,
    slug: one.slug,
    language: one.language,
    label: one.label,
    description: one.description,
    display_position: one.displayPosition,
    updated_at: new Date(one.updatedDate),
  }));
  await db.insertInto("categories").values(categories).execute();
  const { id, slug, language, label } = tag;
  const tagDates = { created_at: new Date(tag.createdDate), updated_at: new Date(tag.updatedDate) };
  await db
    .insertInto("tags")
    .values([
      { site_id, id, slug, language, label, ...tagDates },
      { site_id, id: crypto.randomUUID(), slug: "a-b", language, label: "a b", ...tagDates },
    ])
    .execute();
  const recorded = {
    site_id,
    status: "PUBLISHED",
    language: recordedPost.language,
    title: recordedPost.title,
    excerpt: recordedPost.excerpt,
    content_text: recordedPost.contentText,
    rich_content: JSON.stringify(recordedPost.richContent),
    member_id: recordedPost.memberId,
    hashtags: recordedPost.hashtags,
    minutes_to_read: recordedPost.minutesToRead,
    hero_image: JSON.stringify(recordedPost.heroImage),
    first_published_at: new Date(recordedPost.firstPublishedDate),
    last_published_at: new Date(recordedPost.lastPublishedDate),
  } as const;
  const tagged = crypto.randomUUID();
  const posts = [
    { ...recorded, id: recordedPost.id, slug: recordedPost.slug, pinned: true },
    { ...recorded, id: crypto.randomUUID(), slug: "hello-world", pinned: false },
    { ...recorded, id: crypto.randomUUID(), slug: "héllo", pinned: false },
    { ...recorded, id: tagged, slug: "tagged", pinned: false },
  ];
  await db.insertInto("posts").values(posts).execute();
  const links = posts
    .slice(0, category.postCount)
    .map((post) => ({ site_id, post_id: post.id, category_id: ofThePost }));
  await db.insertInto("post_categories").values(links).execute();
  await db.insertInto("post_tags").values({ site_id, post_id: tagged, tag_id: id }).execute();
});

async function send(name: string, query = find(name).request.query) {
  const { method, path, body } = find(name).request;
  return server.call(method, query ? `${path}?${query}` : path, { body, token: await server.visitorToken() });
}

/** Expected response: the recorded members with URLs and slugs of this server. */
function expected(recorded: object, kind: "post" | "category", fieldsets: string[]): object {
  const left = new Set<string>(untold[kind]);
  for (const [fieldset, member] of Object.entries(onDemand)) if (!fieldsets.includes(fieldset)) left.add(member);
  const compared = Object.fromEntries(Object.entries(recorded).filter(([member]) => !left.has(member)));
  return "url" in compared
    ? { ...compared, url: { base: "https://site.example", path: expect.stringMatching(/^\/blog\/./) } }
    : compared;
}

const fieldsetsOf = (name: string) => new URLSearchParams(find(name).request.query).getAll("fieldsets");

describe("recorded requests of the blog", () => {
  it("listPosts no args", async () => {
    const { status, body } = await send("listPosts no args");
    expect(status).toBe(200);
    expect(body.posts).toHaveLength(4);
    expect(body.posts[0]).toMatchObject(expected(recordedPost, "post", []));
    expect(body.metaData).toEqual({ count: 4, offset: 0, total: 4 });
  });

  it("listPosts all params", async () => {
    const { status, body } = await send("listPosts all params");
    expect(status).toBe(200);
    expect(body).toEqual({ posts: [], metaData: { count: 0, offset: 10, total: 0 } });
  });

  it("listPosts with the fieldsets and paging of the recording", async () => {
    const { body } = await send("listPosts no args", "fieldsets=URL&fieldsets=METRICS&paging.limit=1");
    expect(body.posts).toEqual([expect.objectContaining(expected(recordedPost, "post", ["URL", "METRICS"]))]);
    expect(body.metaData).toEqual({ count: 1, offset: 0, total: 4, cursor: expect.any(String) });
  });

  it(longQuery, async () => {
    const [[, { categoryIds }]] = find(longQuery).chain as [[string, { categoryIds: string[] }]];
    const query = categoryIds.map((id) => `categoryIds=${id}`).join("&");
    expect(find(longQuery).request.query).toContain(`(${query.length} characters)`);
    const { status, body } = await send(longQuery, query);
    expect(status).toBe(200);
    expect(body.posts).toEqual([]);
  });

  it.each(["getPost", "getPostBySlug", "getPostBySlug non-ASCII slug"])("%s", async (name) => {
    const { status, body } = await send(name);
    expect(status).toBe(200);
    const { path } = find(name).request;
    const own = path.includes("/slugs/")
      ? { id: expect.any(String), slug: decodeURIComponent(path.split("/").at(-1)!), pinned: false }
      : {};
    expect(body.post).toMatchObject({ ...expected(recordedPost, "post", fieldsetsOf(name)), ...own });
  });

  it("getPost id needing escape is NOT escaped: a path without a post", async () => {
    expect((await send("getPost id needing escape is NOT escaped")).status).toBe(404);
  });

  it("getPost not found", async () => {
    const { request } = find("getPost not found");
    const unknown = request.path.replace(/1/g, "9");
    const { status, body } = await server.call("GET", unknown, { token: await server.visitorToken() });
    expect(status).toBe(404);
    expect(body).toEqual({
      message: expect.any(String),
      details: { applicationError: { code: "POST_NOT_FOUND", description: expect.any(String), data: {} } },
    });
  });

  it("getPostMetrics", async () => {
    const { status, body } = await send("getPostMetrics");
    expect(status).toBe(200);
    expect(body).toEqual({ metrics: { comments: 0, likes: 0, views: 0 } });
  });

  it("getTotalPosts", async () => {
    const { status, body } = await send("getTotalPosts");
    expect(status).toBe(200);
    expect(body).toEqual({ total: 4 });
  });

  it("listCategories", async () => {
    const { status, body } = await send("listCategories");
    expect(status).toBe(200);
    const shape = { ...expected(category, "category", ["URL"]), id: expect.any(String), slug: expect.any(String) };
    expect(body.categories).toEqual([expect.objectContaining(shape)]);
    expect(body.metaData).toEqual({ count: 1, offset: 1, total: 2 });
  });

  it("getCategory", async () => {
    const { status, body } = await send("getCategory");
    expect(status).toBe(200);
    expect(body.category).toMatchObject({ ...expected(category, "category", ["SEO"]), postCount: 0 });
  });

  it("getTag", async () => {
    const { status, body } = await send("getTag");
    expect(status).toBe(200);
    expect(body.tag).toEqual({ ...tag, url: { base: "https://site.example", path: "/blog/tag/x" } });
  });

  it("queryPosts builder default", async () => {
    const { status, body } = await send("queryPosts builder default");
    expect(status).toBe(200);
    expect(body.posts[0]).toMatchObject(expected(recordedPost, "post", []));
    expect(body.pagingMetadata).toEqual({ count: 4, cursors: {}, hasNext: false });
  });

  it("queryPosts builder all operators", async () => {
    const { status, body } = await send("queryPosts builder all operators");
    expect(status).toBe(200);
    expect(body).toEqual({ posts: [], pagingMetadata: { count: 0, cursors: {}, hasNext: false } });
  });

  it("queryPosts or/not", async () => {
    const { status, body } = await send("queryPosts or/not");
    expect(status).toBe(200);
    expect(body.posts).toHaveLength(4);
  });

  it("queryPosts next page sends only cursorPaging", async () => {
    const recording = recordings.find(({ name }) => name === "queryPosts next page sends only cursorPaging");
    const [first, second] = exchangesOf(recording!).map(({ request }) => request.body as { query: WireQuery });
    const token = await server.visitorToken();
    const query = { ...first?.query, filter: { title: recordedPost.title } };
    const page = await server.call("POST", "/v3/posts/query", { body: { query }, token });
    expect(page.body.posts).toHaveLength(2);
    expect(page.body.pagingMetadata).toEqual({ count: 2, cursors: { next: expect.any(String) }, hasNext: true });
    const cursorPaging = { ...second?.query.cursorPaging, cursor: page.body.pagingMetadata.cursors.next };
    const last = await server.call("POST", "/v3/posts/query", { body: { query: { cursorPaging } }, token });
    expect(last.body.posts).toHaveLength(2);
    expect(last.body.pagingMetadata).toEqual({ count: 2, cursors: { prev: expect.any(String) }, hasNext: false });
  });

  it("queryPosts typed query object", async () => {
    const { status, body } = await send("queryPosts typed query object");
    expect(status).toBe(200);
    expect(body.posts).toEqual([expect.objectContaining(expected(recordedPost, "post", ["URL"]))]);
    expect(body.pagingMetadata).toEqual({ count: 1, cursors: {}, hasNext: false });
  });

  it("queryPostCountStats", async () => {
    const stats = [{ periodStart: "2024-05-01T00:00:00.000Z", postCount: 4 }];
    for (const name of ["queryPostCountStats", "queryPostCountStats no args"]) {
      const { status, body } = await send(name);
      expect(status).toBe(200);
      expect(body).toEqual({ stats });
    }
  });

  it("getCategoryBySlug", async () => {
    const { status, body } = await send("getCategoryBySlug");
    expect(status).toBe(200);
    expect(body.category).toMatchObject({ ...expected(category, "category", []), postCount: 0 });
  });

  it("queryCategories", async () => {
    const { status, body } = await send("queryCategories");
    expect(status).toBe(200);
    expect(body.categories).toEqual([]);
    expect(body.pagingMetadata).toMatchObject({ count: 0, offset: 3, total: 1 });
  });

  it("getTagByLabel and getTagBySlug", async () => {
    for (const name of ["getTagByLabel", "getTagBySlug"]) {
      const { status, body } = await send(name);
      expect(status).toBe(200);
      const { url: _onDemand, ...compared } = tag;
      const unused = { publicationCount: 0, postCount: 0, publishedPostCount: 0 };
      expect(body.tag).toEqual({ ...compared, ...unused, id: expect.any(String), slug: "a-b", label: "a b" });
    }
  });

  it("queryTags", async () => {
    const { status, body } = await send("queryTags");
    expect(status).toBe(200);
    const { url: _onDemand, ...compared } = tag;
    expect(body.tags).toEqual([compared]);
    expect(body.metaData).toEqual({ count: 1, offset: 0, total: 1 });
    expect(body.pagingMetadata).toMatchObject(body.metaData);
  });
});
