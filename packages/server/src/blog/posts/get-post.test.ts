import { describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const token = await server.visitorToken();
const { context } = server;
const get = (path: string) => server.call("GET", path, { token });
const codeOf = ({ body }: { body: { details: { applicationError: { code: string } } } }) =>
  body.details.applicationError.code;
const tomorrow = () => new Date(context.now().getTime() + 86_400_000);

describe("GET /v3/posts/:postId", () => {
  it("returns the post in the format of the contract's client", async () => {
    const heroImage = {
      id: "img_1.jpg",
      url: "https://static.example/img_1.jpg",
      height: 600,
      width: 800,
      altText: "A lamp",
    };
    const richContent = { nodes: [], metadata: { version: 1, id: null } };
    const memberId = newId();
    const categoryIds = [await putCategory(context, { slug: "b" }), await putCategory(context, { slug: "a" })];
    const tagIds = [await putTag(context, { slug: "t" })];
    const id = await putPost(context, {
      slug: "whole",
      title: 'A "whole" post',
      memberId,
      heroImage,
      richContent,
      categoryIds,
      tagIds,
      hashtags: ["h"],
      authors: ["Ada"],
      featured: true,
      lastPublishedAt: new Date("2024-06-06T07:08:09Z"),
    });
    const { status, body, headers } = await get(`/v3/posts/${id}?postId=other&fieldsets=RICH_CONTENT&fieldsets=URL`);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(body).toEqual({
      post: {
        id,
        title: 'A "whole" post',
        excerpt: "How it begins",
        firstPublishedDate: "2024-05-06T07:08:09.123Z",
        lastPublishedDate: "2024-06-06T07:08:09.000Z",
        slug: "whole",
        featured: true,
        pinned: false,
        categoryIds,
        memberId,
        authors: ["Ada"],
        hashtags: ["h"],
        commentingEnabled: true,
        membersOnly: false,
        minutesToRead: 1,
        heroImage,
        tagIds,
        relatedPostIds: [],
        pricingPlanIds: [],
        language: "en",
        preview: false,
        hasUnpublishedChanges: false,
        media: { wixMedia: { image: heroImage }, displayed: true, custom: false },
        url: { base: "https://site.example", path: "/blog/whole" },
        richContent,
      },
    });
  });

  it("responds with not found for anything but the id of a published post", async () => {
    const hidden = await Promise.all([
      putPost(context, { status: "UNPUBLISHED" }),
      putPost(context, { status: "SCHEDULED" }),
      putPost(context, { firstPublishedAt: tomorrow() }),
      putPost(context, { firstPublishedAt: null }),
    ]);
    for (const id of [...hidden, newId(), "x", "00000000-0000-0000-0000-00000000000g", "%27--", "h%C3%A9llo"]) {
      for (const path of [`/v3/posts/${id}`, `/blog/v3/posts/${id}`, `/v3/posts/${id}/metrics`]) {
        const response = await get(path);
        expect(response.status, path).toBe(404);
        expect(codeOf(response)).toBe("POST_NOT_FOUND");
      }
    }
  });

  it("rejects overlong ids and unknown fieldsets", async () => {
    expect((await get(`/v3/posts/${"1".repeat(39)}`)).status).toBe(400);
    expect((await get(`/v3/posts/${newId()}?fieldsets=ALL`)).status).toBe(400);
  });
});

describe("GET /v3/posts/slugs/:slug", () => {
  const getBySlug = (slug: string, query = "") => get(`/v3/posts/slugs/${encodeURIComponent(slug)}${query}`);

  it.each(["héllo", "metrics", "1.94.1-release", "a_b~c", "日本語", "x".repeat(200)])("finds %j", async (slug) => {
    const id = await putPost(context, { slug });
    const { status, body } = await getBySlug(
      slug,
      `?slug=${encodeURIComponent("something else")}&fieldsets=CONTENT_TEXT`,
    );
    expect(status).toBe(200);
    expect(body.post).toMatchObject({ id, slug, contentText: "How it begins, and ends." });
  });

  it("matches the slug exactly", async () => {
    await putPost(context, { slug: "Exact" });
    for (const slug of ["exact", "Exac_", "Exac%", "Exact ", "nothing"]) {
      const response = await getBySlug(slug);
      expect(response.status, slug).toBe(404);
      expect(codeOf(response)).toBe("POST_NOT_FOUND");
    }
  });

  it("finds the post in the requested language, by default the site's", async () => {
    const german = await putPost(context, { slug: "same", language: "de", firstPublishedAt: new Date(0) });
    const english = await putPost(context, { slug: "same", language: "en" });
    expect((await getBySlug("same")).body.post.id).toBe(english);
    expect((await getBySlug("same", "?language=de")).body.post.id).toBe(german);
    expect((await getBySlug("same", "?language=fr")).status).toBe(404);
    expect((await getBySlug("same", "?language=de&language=en")).status).toBe(400);
  });

  it("finds the oldest post in another language if none in the site's is visible", async () => {
    await putPost(context, { slug: "elsewhere", language: "en", status: "UNPUBLISHED" });
    await putPost(context, { slug: "elsewhere", language: "de", firstPublishedAt: new Date(2000) });
    const danish = await putPost(context, { slug: "elsewhere", language: "da", firstPublishedAt: new Date(1000) });
    expect((await getBySlug("elsewhere")).body.post.id).toBe(danish);
    expect((await getBySlug("elsewhere", "?language=en")).status).toBe(404);
  });

  it("hides a post until its date", async () => {
    await putPost(context, { slug: "unpublished", status: "UNPUBLISHED" });
    await putPost(context, { slug: "soon", firstPublishedAt: tomorrow() });
    const { total } = (await get("/blog/v2/stats/posts/total")).body;
    expect((await getBySlug("unpublished")).status).toBe(404);
    expect((await getBySlug("soon")).status).toBe(404);
    server.advance(2 * 86_400_000);
    const later = await server.visitorToken();
    expect((await server.call("GET", "/v3/posts/slugs/soon", { token: later })).status).toBe(200);
    const after = await server.call("GET", "/v2/stats/posts/total", { token: later });
    expect(after.body.total).toBeGreaterThan(total);
    server.advance(-2 * 86_400_000);
  });
});

describe("GET /blog/v2/stats/posts/total", () => {
  it("counts visible posts, in one language or in all", async () => {
    const before = (await get("/blog/v2/stats/posts/total")).body.total;
    await putPost(context, { language: "pl" });
    await putPost(context, { language: "pl", status: "DELETED" });
    await putPost(context, { language: "pl", firstPublishedAt: tomorrow() });
    expect((await get("/blog/v2/stats/posts/total?language=pl")).body).toEqual({ total: 1 });
    expect((await get("/v2/stats/posts/total")).body).toEqual({ total: before + 1 });
    expect((await get("/v2/stats/posts/total?language=%00")).status).toBe(400);
  });
});

describe("GET /v3/posts/:postId/metrics", () => {
  it("returns the counters", async () => {
    const id = await putPost(context, { comments: 1, likes: 2, views: 3 });
    expect((await get(`/v3/posts/${id}/metrics?postId=${id}`)).body).toEqual({
      metrics: { comments: 1, likes: 2, views: 3 },
    });
  });
});

describe("categories and tags", () => {
  it("lists categories by position, those without one last, with their number of visible posts", async () => {
    const put = (slug: string, position: number) =>
      putCategory(context, { slug, position, language: "eo", description: "d" });
    const [second, last, first] = [await put("second", 2), await put("last", -1), await put("first", 1)];
    await putPost(context, { categoryIds: [second] });
    await putPost(context, { categoryIds: [second], status: "UNPUBLISHED" });
    await putPost(context, { categoryIds: [second], firstPublishedAt: tomorrow() });
    const { body } = await get("/blog/v3/categories?language=eo&fieldsets=URL");
    expect(body.metaData).toEqual({ count: 3, offset: 0, total: 3 });
    expect(body.categories.map((category: { id: string }) => category.id)).toEqual([first, second, last]);
    expect(body.categories[1]).toEqual({
      id: second,
      label: "Category second",
      title: "Category second",
      slug: "second",
      description: "d",
      postCount: 1,
      displayPosition: 2,
      rank: 2,
      language: "eo",
      createdDate: expect.stringMatching(/^\d{4}-.+Z$/),
      updatedDate: "2024-05-06T07:08:09.123Z",
      url: { base: "https://site.example", path: "/blog/category/second" },
    });
    const page = (await get("/v3/categories?language=eo&paging.limit=1&paging.offset=1")).body;
    expect(page.metaData).toEqual({ count: 1, offset: 1, total: 3 });
    expect(page.categories[0].id).toBe(second);
    expect((await get("/v3/categories?paging.cursor=x")).status).toBe(400);
    expect((await get("/v3/categories?language=fr")).body).toEqual({
      categories: [],
      metaData: { count: 0, offset: 0, total: 0 },
    });
  });

  it("returns one category", async () => {
    const id = await putCategory(context, { slug: "one" });
    const { body } = await get(`/blog/v3/categories/${id}?categoryId=${id}&fieldsets=SEO`);
    expect(body.category).toMatchObject({ id, description: null, seoData: { tags: [] } });
    expect(body.category).not.toHaveProperty("url");
    for (const other of [newId(), "nothing"]) {
      const response = await get(`/v3/categories/${other}`);
      expect(response.status).toBe(404);
      expect(codeOf(response)).toBe("CATEGORY_NOT_FOUND");
    }
  });

  it("returns one tag with its number of visible posts", async () => {
    const id = await putTag(context, { slug: "used" });
    await putPost(context, { tagIds: [id] });
    await putPost(context, { tagIds: [id], status: "SCHEDULED" });
    const { body } = await get(`/v3/tags/${id}?tagId=${id}&fieldsets=URL`);
    expect(body.tag).toMatchObject({
      id,
      label: "Tag used",
      slug: "used",
      language: "en",
      publicationCount: 1,
      postCount: 1,
      publishedPostCount: 1,
      url: { base: "https://site.example", path: "/blog/tag/used" },
    });
    expect(body.tag.createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await get(`/blog/v3/tags/${id}`)).body.tag).not.toHaveProperty("url");
    for (const other of [newId(), "nothing"]) {
      const response = await get(`/v3/tags/${other}`);
      expect(response.status).toBe(404);
      expect(codeOf(response)).toBe("TAG_NOT_FOUND");
    }
  });

  it("rejects callers without a token", async () => {
    for (const path of ["/v3/posts/x", "/v3/posts/slugs/x", "/v3/categories", "/v3/tags/x", "/v2/stats/posts/total"]) {
      expect((await server.call("GET", path)).status, path).toBe(401);
    }
  });
});
