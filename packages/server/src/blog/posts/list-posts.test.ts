import { postSorts } from "@porchlight/contract/blog/posts/post-status";
import { encodeR } from "@porchlight/contract/wire/complex-query";
import { beforeAll, describe, expect, it } from "vitest";
import { putCategory, putPost, putTag, readAllPages } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer();
const token = await server.visitorToken();
const { context } = server;
const day = (number: number) => new Date(Date.UTC(2024, 0, number));
const memberId = newId();

const news = await putCategory(context, { slug: "news" });
const life = await putCategory(context, { slug: "life" });
const release = await putTag(context, { slug: "release" });
const team = await putTag(context, { slug: "team" });

const list = async (query = "") => server.call("GET", `/v3/posts${query && `?${query}`}`, { token });
const titles = async (query = "") => {
  const { status, body } = await list(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.posts.map((post: { title: string }) => post.title);
};

beforeAll(async () => {
  await putPost(context, { title: "beta", firstPublishedAt: day(1), views: 5, likes: 1, categoryIds: [news, life] });
  await putPost(context, { title: "Alpha", firstPublishedAt: day(3), views: 9, likes: 0, tagIds: [team, release] });
  await putPost(context, {
    title: "Émile",
    firstPublishedAt: day(2),
    views: 0,
    likes: 7,
    pinned: true,
    hashtags: ["a"],
  });
  await putPost(context, {
    title: "Delta",
    firstPublishedAt: day(4),
    featured: true,
    memberId,
    hashtags: ["b c", "d"],
  });
  await putPost(context, {
    title: "Gamma",
    firstPublishedAt: day(5),
    language: "de",
    categoryIds: [life],
    tagIds: [release],
  });
  await putPost(context, { title: "Hidden", status: "UNPUBLISHED", firstPublishedAt: day(1) });
  await putPost(context, { title: "Scheduled", status: "SCHEDULED", firstPublishedAt: day(1) });
  await putPost(context, { title: "Deleted", status: "DELETED", firstPublishedAt: day(1) });
  await putPost(context, { title: "In review", status: "IN_REVIEW", firstPublishedAt: day(1) });
  await putPost(context, { title: "Undated", firstPublishedAt: null });
  await putPost(context, { title: "Tomorrow", firstPublishedAt: new Date(Date.now() + 86_400_000), featured: true });
});

describe("GET /v3/posts", () => {
  it.each([
    ["", ["Émile", "Gamma", "Delta", "Alpha", "beta"]],
    ["sort=FEED", ["Émile", "Gamma", "Delta", "Alpha", "beta"]],
    ["sort=PUBLISHED_DATE_ASC", ["beta", "Émile", "Alpha", "Delta", "Gamma"]],
    ["sort=PUBLISHED_DATE_DESC", ["Gamma", "Delta", "Alpha", "Émile", "beta"]],
    ["sort=VIEW_COUNT", ["Alpha", "beta", "Gamma", "Delta", "Émile"]],
    ["sort=LIKE_COUNT", ["Émile", "beta", "Gamma", "Delta", "Alpha"]],
    ["sort=TITLE_ASC", ["Alpha", "Delta", "Gamma", "beta", "Émile"]],
    ["sort=TITLE_DESC", ["Émile", "beta", "Gamma", "Delta", "Alpha"]],
  ])("sorts published posts by %j", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it.each([
    ["featured=true", ["Delta"]],
    ["featured=false", ["Émile", "Gamma", "Alpha", "beta"]],
    ["hashtags=a", ["Émile"]],
    ["hashtags=a&hashtags=b+c", ["Émile", "Delta"]],
    ["hashtags=b", []],
    [`categoryIds=${news}`, ["beta"]],
    [`categoryIds=${news}&categoryIds=${life}`, ["Gamma", "beta"]],
    [`categoryIds=${life.toUpperCase()}`, ["Gamma", "beta"]],
    [`tagIds=${release}`, ["Gamma", "Alpha"]],
    [`tagIds=${release}&categoryIds=${life}`, ["Gamma"]],
    [`tagIds=t`, []],
    [`categoryIds=${newId()}`, []],
    [`memberId=${memberId}`, ["Delta"]],
    [`memberId=${newId()}`, []],
    ["language=de", ["Gamma"]],
    ["language=fr", []],
    ["hashtags=%25", []],
  ])("filters by %j", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
    expect((await list(query)).body.metaData).toMatchObject({
      count: expected.length,
      total: expected.length,
      offset: 0,
    });
  });

  it("responds at the path with /blog too", async () => {
    const aliased = await server.call("GET", "/blog/v3/posts?paging.limit=2", { token });
    expect(aliased.body).toEqual((await list("paging.limit=2")).body);
  });

  it("returns the categories and tags of a post in order", async () => {
    const { posts } = (await list("sort=PUBLISHED_DATE_ASC")).body;
    expect(posts[0].categoryIds).toEqual([news, life]);
    expect(posts[2].tagIds).toEqual([team, release]);
  });

  it("omits fields of fieldsets that are not requested", async () => {
    const [post] = (await list("paging.limit=1")).body.posts;
    for (const key of ["url", "contentText", "metrics", "seoData", "richContent", "memberId", "heroImage"]) {
      expect(post).not.toHaveProperty(key);
    }
  });

  it("adds each requested fieldset once", async () => {
    const query = ["URL", "CONTENT_TEXT", "METRICS", "SEO", "RICH_CONTENT", "REFERENCE_ID", "CONTACT_ID", "URL"];
    const { body } = await list(`sort=VIEW_COUNT&paging.limit=1&${query.map((name) => `fieldsets=${name}`).join("&")}`);
    expect(body.posts[0]).toMatchObject({
      title: "Alpha",
      url: { base: "http://localhost:4000", path: `/blog/${body.posts[0].slug}` },
      contentText: "How it begins, and ends.",
      metrics: { comments: 0, likes: 0, views: 9 },
      seoData: { tags: [] },
      richContent: { nodes: [] },
    });
  });

  it("pages by offset and returns the position", async () => {
    const { body } = await list("sort=TITLE_ASC&paging.limit=2&paging.offset=3");
    expect(body.posts.map((post: { title: string }) => post.title)).toEqual(["beta", "Émile"]);
    expect(body.metaData).toEqual({ count: 2, offset: 3, total: 5 });
  });

  it("returns the total beyond the end", async () => {
    const { body } = await list("paging.offset=100000");
    expect(body).toEqual({ posts: [], metaData: { count: 0, offset: 100_000, total: 5 } });
  });

  it("accepts the same parameters as one .r parameter", async () => {
    const parameters = { sort: "TITLE_ASC", paging: { limit: 2, offset: 1 }, featured: false, fieldsets: ["URL"] };
    const { body } = await list(`.r=${encodeR(parameters)}&sort=TITLE_DESC`);
    expect(body.posts.map((post: { title: string }) => post.title)).toEqual(["Gamma", "beta"]);
    expect(body.posts[0]).toHaveProperty("url");
  });

  it.each([
    "paging.limit=abc",
    "paging.limit=0",
    "paging.limit=101",
    "paging.limit=1.5",
    "paging.limit=-1",
    "paging.limit=1e1",
    "paging.limit=2&paging.limit=3",
    "paging.offset=-1",
    "paging.offset=100001",
    "paging.offset=99999999999999999999",
    "paging=5",
    "sort=NEWEST",
    "sort=feed",
    "sort=FEED&sort=FEED",
    "featured=yes",
    "featured=true&featured=true",
    "language=english-language",
    "language=en%0Ade",
    "language=en&language=de",
    "memberId=me",
    "memberId=1&memberId=2",
    "fieldsets=EVERYTHING",
    "fieldsets.x=URL",
    "hashtags.x=a",
    `categoryIds=${"x".repeat(39)}`,
    `hashtags=${"x".repeat(101)}`,
    "hashtags=%00",
    "hashtags=%ED%A0%80",
    "hashtags=%zz",
    `.r=${encodeR({ paging: { limit: "many" } })}`,
    `.r=${encodeR({ featured: "maybe" })}`,
    `.r=${encodeR({ paging: { cursor: 5 } })}`,
    ".r=%%%",
    ".r=e30&.r=e30",
    "__proto__.x=1",
  ])("rejects %j with status 400", async (query) => {
    const { status, body } = await list(query);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.details.validationError ?? body.details.applicationError).toBeDefined();
  });

  it("names the invalid field", async () => {
    const { body } = await list("paging.limit=abc");
    expect(body.details.validationError.fieldViolations).toEqual([
      {
        field: "paging.limit",
        description: "must be a whole number",
        violatedRule: "FORMAT",
        ruleName: "WHOLE_NUMBER",
        data: { type: "WHOLE_NUMBER" },
      },
    ]);
  });

  it("accepts a query string of nearly 16 KiB and rejects a longer one", async () => {
    const ids = Array.from({ length: 249 }, () => `categoryIds=${newId()}`);
    expect((await list([...ids, `categoryIds=${news}`].join("&"))).body.metaData.total).toBe(1);
    expect((await list(`hashtags=${"x".repeat(17_000)}`)).status).toBe(414);
  });

  it("rejects a caller without a token", async () => {
    expect((await server.call("GET", "/v3/posts")).status).toBe(401);
  });
});

describe("cursors of listPosts", () => {
  it.each(postSorts)("page through %s without gaps or duplicates", async (sort) => {
    const all = await titles(`sort=${sort}`);
    for (const limit of [1, 2, 4, 5]) {
      const pages = await readAllPages(server, token, `sort=${sort}&paging.limit=${limit}`);
      expect(pages.flat()).toEqual(all);
      expect(pages).toHaveLength(Math.ceil(all.length / limit));
    }
  });

  it("contain filter, order, page size, and fieldsets", async () => {
    const first = await list("sort=TITLE_DESC&featured=false&paging.limit=2&fieldsets=URL");
    const cursor = first.body.metaData.cursor;
    const { body } = await list(`paging.cursor=${cursor}&sort=TITLE_ASC&featured=true`);
    expect(body.posts.map((post: { title: string }) => post.title)).toEqual(["Gamma", "Alpha"]);
    expect(body.posts[0]).toHaveProperty("url");
    expect(body.metaData).toEqual({ count: 2, offset: 2, total: 4 });
    const other = (await list(`paging.cursor=${cursor}&paging.limit=1&fieldsets=METRICS`)).body;
    expect(other.metaData.count).toBe(1);
    expect(Object.keys(other.posts[0])).not.toContain("url");
    expect(other.posts[0].metrics).toBeDefined();
  });

  it("have at most 2000 characters, for any length of filter and title", async () => {
    const tag = await putTag(context, { slug: "long" });
    const title = '"\\😀'.repeat(50);
    for (const number of [1, 2, 3]) {
      await putPost(context, { title: `${title}${number}`, tagIds: [tag], status: "PUBLISHED", language: "eo" });
    }
    const filter = `${Array.from({ length: 80 }, () => `tagIds=${newId()}`).join("&")}&tagIds=${tag}&sort=TITLE_ASC`;
    const first = (await list(`${filter}&paging.limit=2`)).body;
    expect(first.metaData.cursor.length).toBeLessThanOrEqual(2000);
    const second = (await list(`${filter}&paging.cursor=${first.metaData.cursor}`)).body;
    expect(second.posts.map((post: { title: string }) => post.title)).toEqual([`${title}3`]);
    const forOthers = await list(`tagIds=${tag}&paging.cursor=${first.metaData.cursor}`);
    expect(forOthers.status).toBe(400);
    expect(forOthers.body.details.applicationError.code).toBe("CURSOR_INVALID");
    await context.db.deleteFrom("posts").where("language", "=", "eo").execute();
  });

  it("are stable while posts are added and deleted", async () => {
    const tag = await putTag(context, { slug: "moving" });
    const put = (title: string, at: number) => putPost(context, { title, firstPublishedAt: day(at), tagIds: [tag] });
    const ids = new Map<string, string>();
    for (const number of [10, 11, 12, 13]) ids.set(`${number}`, await put(`${number}`, number));
    const first = (await list(`tagIds=${tag}&sort=PUBLISHED_DATE_DESC&paging.limit=2`)).body;
    expect(first.posts.map((post: { title: string }) => post.title)).toEqual(["13", "12"]);
    await put("newer", 14);
    await context.db.deleteFrom("posts").where("id", "=", ids.get("12")!).execute();
    expect(await titles(`paging.cursor=${first.metaData.cursor}`)).toEqual(["11", "10"]);
    await context.db.deleteFrom("posts").where("title", "in", ["newer", "10", "11", "13"]).execute();
  });

  it("page through posts with the same date", async () => {
    const tag = await putTag(context, { slug: "at-once" });
    const expected = new Set(Array.from({ length: 23 }, (_, number) => `Twin ${number}`));
    for (const title of expected)
      await putPost(context, { title, tagIds: [tag], firstPublishedAt: day(20), pinned: true });
    for (const sort of postSorts) {
      const read = (await readAllPages(server, token, `tagIds=${tag}&sort=${sort}&paging.limit=5`)).flat();
      expect(read).toHaveLength(23);
      expect(new Set(read)).toEqual(expected);
    }
    await context.db.deleteFrom("posts").where("title", "like", "Twin %").execute();
  });

  it("are rejected if they were not created by the server", async () => {
    const cursor: string = (await list("paging.limit=2")).body.metaData.cursor;
    const [payload = "", mac = ""] = cursor.split(".");
    const forged = Buffer.from(Buffer.from(payload, "base64url").toString().replace("FEED", "VIEW_COUNT")).toString(
      "base64url",
    );
    const changed = [
      `${forged}.${mac}`,
      `${payload}.${mac.slice(1)}`,
      `${payload}.${mac}A`,
      `${payload}A.${mac}`,
      payload,
      `${payload}.`,
      `.${mac}`,
      `${cursor}.${mac}`,
      "x",
      "é.é",
      `${payload}.${Buffer.from(mac).reverse().toString()}`,
    ];
    for (const text of changed) {
      const { status, body } = await list(`paging.cursor=${encodeURIComponent(text)}`);
      expect(status, text).toBe(400);
      expect(body.details.applicationError.code).toBe("CURSOR_INVALID");
    }
    expect((await list(`paging.cursor=${"x".repeat(2001)}`)).status).toBe(400);
  });
});
