import { beforeAll, describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const token = await server.visitorToken();
const { context } = server;
const get = (path: string) => server.call("GET", path, { token });
const post = (path: string, body: unknown) => server.call("POST", path, { body, token });

const first = await putCategory(context, { slug: "first", position: 1, description: "d" });
const second = await putCategory(context, { slug: "second", position: 2 });
const third = await putCategory(context, { slug: "second", position: 3, language: "de" });
const release = await putTag(context, { slug: "release" });
const unused = await putTag(context, { slug: "unused" });

beforeAll(async () => {
  const at = (text: string) => ({ firstPublishedAt: new Date(text) });
  await putPost(context, { ...at("2024-01-31T23:30:00Z"), categoryIds: [second], tagIds: [release] });
  await putPost(context, { ...at("2024-03-15T12:00:00Z"), categoryIds: [second], language: "de" });
  await putPost(context, { ...at("2024-03-01T00:00:00Z"), categoryIds: [first] });
  await putPost(context, {
    ...at("2024-03-02T00:00:00Z"),
    status: "UNPUBLISHED",
    categoryIds: [first],
    tagIds: [unused],
  });
});

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

describe("queries of categories and tags", () => {
  it("page by offset, by default in the owner's order", async () => {
    const { body } = await post("/blog/v3/categories/query", { query: { paging: { limit: 2, offset: 1 } } });
    expect(idsOf(body.categories)).toEqual([second, third]);
    expect(body.pagingMetadata).toEqual({ count: 2, offset: 1, total: 3, tooManyToCount: false, hasNext: false });
    const sorted = await post("/v3/categories/query", {
      query: { filter: { postCount: { $gt: 0 } }, sort: [{ fieldName: "postCount", order: "DESC" }] },
      fieldsets: ["URL"],
    });
    expect(sorted.body.categories).toMatchObject([
      { id: second, postCount: 2, url: { base: "https://site.example", path: "/blog/category/second" } },
      { id: first, postCount: 1 },
    ]);
  });

  it("accept every declared field of a category", async () => {
    const updated = "2024-05-06T07:08:09.123Z";
    for (const filter of [
      { id: first },
      { slug: "first" },
      { label: "Category first" },
      { title: { $contains: "first" } },
      { description: "d" },
      { displayPosition: 1 },
      { rank: { $lt: 2 } },
      { $and: [{ updatedDate: updated }, { language: "en" }, { description: { $exists: true } }] },
    ]) {
      const { body } = await post("/blog/v3/categories/query", { query: { filter } });
      expect(idsOf(body.categories), JSON.stringify(filter)).toEqual([first]);
    }
    const refused = await post("/blog/v3/categories/query", { query: { filter: { site_id: "x" } } });
    expect(refused.status).toBe(400);
  });

  it("sort tags by label and return their counts under both names", async () => {
    const { body } = await post("/v3/tags/query", { query: { paging: { limit: 1 } }, fieldsets: ["URL"] });
    expect(body.tags).toMatchObject([{ id: release, postCount: 1, url: { path: "/blog/tag/release" } }]);
    expect(body.metaData).toEqual({ count: 1, offset: 0, total: 2 });
    expect(body.pagingMetadata).toEqual({ ...body.metaData, tooManyToCount: false, hasNext: true });
    const sort = [{ fieldName: "publishedPostCount", order: "ASC" }];
    expect(idsOf((await post("/blog/v3/tags/query", { query: { sort } })).body.tags)).toEqual([unused, release]);
    const filter = { label: { $startsWith: "Tag r" }, publicationCount: 1 };
    expect(idsOf((await post("/v3/tags/query", { query: { filter } })).body.tags)).toEqual([release]);
  });

  it("reject cursors", async () => {
    for (const path of ["/blog/v3/categories/query", "/v3/tags/query"]) {
      const { status, body } = await post(path, { query: { cursorPaging: { cursor: "x" } } });
      expect([status, body.details.applicationError.code]).toEqual([400, "CURSOR_INVALID"]);
    }
  });
});

describe("a category or tag by slug or label", () => {
  it("finds a category by its slug, preferring the site's language", async () => {
    expect((await get("/blog/v3/categories/slugs/second?slug=second")).body.category.id).toBe(second);
    expect((await get("/v3/categories/slugs/second?language=de")).body.category.id).toBe(third);
    for (const path of ["nothing", "Second", "first?language=de"]) {
      const { status, body } = await get(`/v3/categories/slugs/${path}`);
      expect([status, body.details.applicationError.code]).toEqual([404, "CATEGORY_NOT_FOUND"]);
    }
  });

  it("finds a tag by its slug", async () => {
    expect((await get("/v3/tags/slugs/release?slug=release&fieldsets=URL")).body.tag).toMatchObject({
      id: release,
      postCount: 1,
      url: { path: "/blog/tag/release" },
    });
    expect((await get("/blog/v3/tags/slugs/nothing")).status).toBe(404);
    expect((await get("/v3/tags/slugs/release?language=de")).status).toBe(404);
  });

  it("finds a tag by its label ignoring case, preferring an exact match", async () => {
    const label = "tag Release";
    expect((await get(`/v3/tags/labels/${encodeURIComponent(label)}`)).body.tag.id).toBe(release);
    const same = newId();
    await context.db
      .insertInto("tags")
      .values({ site_id: context.site.id, id: same, slug: "same", label, language: "en" })
      .execute();
    expect((await get("/v3/tags/labels/tag%20Release?label=tag+Release")).body.tag.id).toBe(same);
    expect((await get("/blog/v3/tags/labels/Tag%20release")).body.tag.id).toBe(release);
    expect((await get("/v3/tags/labels/%25")).status).toBe(404);
    await context.db.deleteFrom("tags").where("id", "=", same).execute();
  });
});

describe("GET /blog/v2/stats/post/count", () => {
  const stats = async (query = "") => (await get(`/blog/v2/stats/post/count${query && `?${query}`}`)).body.stats;
  const january = { periodStart: "2024-01-01T00:00:00.000Z", postCount: 1 };
  const march = { periodStart: "2024-03-01T00:00:00.000Z", postCount: 2 };

  it("counts visible posts, oldest month first", async () => {
    expect(await stats()).toEqual([january, march]);
    expect((await get("/v2/stats/post/count")).body.stats).toEqual([january, march]);
    expect(await stats("order=OLDEST&months=1")).toEqual([january]);
    expect(await stats("order=NEWEST&months=1")).toEqual([march]);
    expect(await stats("language=de")).toEqual([{ ...march, postCount: 1 }]);
    expect(await stats("rangeStart=2024-03-10T00%3A00%3A00.000Z")).toEqual([{ ...march, postCount: 1 }]);
    expect(await stats("rangeStart=2030-03-10T00%3A00%3A00%2B02:00")).toEqual([]);
  });

  it("starts months in the requested time zone", async () => {
    expect(await stats("timeZone=Europe/Berlin")).toEqual([
      { periodStart: "2024-01-31T23:00:00.000Z", postCount: 1 },
      { periodStart: "2024-02-29T23:00:00.000Z", postCount: 2 },
    ]);
    expect(await stats("timeZone=America/New_York&order=NEWEST")).toEqual([
      { periodStart: "2024-03-01T05:00:00.000Z", postCount: 1 },
      { periodStart: "2024-02-01T05:00:00.000Z", postCount: 1 },
      { periodStart: "2024-01-01T05:00:00.000Z", postCount: 1 },
    ]);
  });

  it("starts months in the site's time zone by default", async () => {
    context.site.timeZone = "Europe/Berlin";
    try {
      expect(await stats()).toEqual(await stats("timeZone=Europe/Berlin"));
      expect(await stats("timeZone=UTC")).toEqual([january, march]);
    } finally {
      context.site.timeZone = "UTC";
    }
  });

  it.each([
    ["timeZone=Nowhere/City", "timeZone"],
    ["timeZone=%27%3B+drop+table+posts", "timeZone"],
    ["timeZone=FOO3BAR", "timeZone"],
    ["timeZone=%2B05:00", "timeZone"],
    ["timeZone=UT", "timeZone"],
    ["months=0", "months"],
    ["months=1201", "months"],
    ["months=1.5", "months"],
    ["order=oldest", "order"],
    ["rangeStart=yesterday", "rangeStart"],
    ["rangeStart=2024-03-10T00:00:00", "rangeStart"],
    ["language=%27", "language"],
  ])("rejects %s", async (query, field) => {
    const { status, body } = await get(`/blog/v2/stats/post/count?${query}`);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.details.validationError.fieldViolations[0].field).toBe(field);
  });
});
