import { beforeAll, describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const token = await server.visitorToken();
const { context } = server;
const day = (number: number) => new Date(Date.UTC(2024, 0, number));
const memberId = newId();
const news = await putCategory(context, { slug: "news" });
const life = await putCategory(context, { slug: "life" });
const tag = await putTag(context, { slug: "release" });
const deltaId = newId();

const query = (body: unknown, path = "/v3/posts/query") => server.call("POST", path, { body, token });
async function titles(filter: object, sort: object[] = [{ fieldName: "title", order: "ASC" }]): Promise<string[]> {
  const { status, body } = await query({ query: { filter, sort } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.posts.map((post: { title: string }) => post.title);
}

beforeAll(async () => {
  await putPost(context, {
    title: "Beta",
    slug: "beta",
    firstPublishedAt: day(1),
    views: 5,
    categoryIds: [news, life],
  });
  await putPost(context, { title: "Alpha 100%", slug: "alpha", firstPublishedAt: day(3), views: 9, tagIds: [tag] });
  await putPost(context, {
    title: "Delta",
    slug: "d",
    id: deltaId,
    firstPublishedAt: day(4),
    featured: true,
    memberId,
  });
  await putPost(context, {
    title: "Émile",
    slug: "emile",
    firstPublishedAt: day(2),
    pinned: true,
    language: "fr",
    hashtags: ["a", "b"],
    categoryIds: [life],
  });
  await putPost(context, { title: "Hidden", status: "UNPUBLISHED", views: 9 });
  await putPost(context, { title: "Tomorrow", firstPublishedAt: new Date(Date.now() + 86_400_000) });
});

const all = ["Alpha 100%", "Beta", "Delta", "Émile"];

describe("filters of POST /v3/posts/query", () => {
  it.each<[object, string[]]>([
    [{}, all],
    [{ title: "Beta" }, ["Beta"]],
    [{ title: "beta" }, []],
    [{ title: { $eq: "Beta" } }, ["Beta"]],
    [{ title: { $ne: "Beta" } }, ["Alpha 100%", "Delta", "Émile"]],
    [{ title: { $gt: "Beta", $lt: "F" } }, ["Delta"]],
    [{ title: { $gte: "Beta", $lte: "Delta" } }, ["Beta", "Delta"]],
    [{ title: { $startsWith: "Al" } }, ["Alpha 100%"]],
    [{ title: { $startsWith: "" } }, all],
    [{ title: { $startsWith: "%" } }, []],
    [{ title: { $endsWith: "%" } }, ["Alpha 100%"]],
    [{ title: { $endsWith: "" } }, all],
    [{ title: { $contains: "0%" } }, ["Alpha 100%"]],
    [{ title: { $contains: "_" } }, []],
    [{ title: { $contains: "'; drop table posts; --" } }, []],
    [{ slug: { $in: ["d", "beta", "beta"] } }, ["Beta", "Delta"]],
    [{ slug: { $in: [] } }, []],
    [{ featured: true }, ["Delta"]],
    [{ featured: { $ne: true } }, ["Alpha 100%", "Beta", "Émile"]],
    [{ "metrics.views": { $gt: 4.5 } }, ["Alpha 100%", "Beta"]],
    [{ "metrics.views": { $in: [9, 5.5] } }, ["Alpha 100%"]],
    [{ "metrics.views": { $lt: 1e300 } }, all],
    [{ firstPublishedDate: "2024-01-03T00:00:00.000Z" }, ["Alpha 100%"]],
    [{ firstPublishedDate: { $lt: "2024-01-02T01:00:00+02:00" } }, ["Beta"]],
    [{ firstPublishedDate: { $gte: "2024-01-03" } }, ["Alpha 100%", "Delta"]],
    [{ createdDate: { $gt: "2100-01-01T00:00:00Z" } }, []],
    [{ id: deltaId.toUpperCase() }, ["Delta"]],
    [{ id: "nothing" }, []],
    [{ id: { $ne: "nothing" } }, all],
    [{ id: { $in: [deltaId, "nothing"] } }, ["Delta"]],
    [{ memberId: null }, ["Alpha 100%", "Beta", "Émile"]],
    [{ memberId: { $ne: null } }, ["Delta"]],
    [{ memberId: { $ne: newId() } }, all],
    [{ memberId: { $exists: true } }, ["Delta"]],
    [{ memberId: { $exists: false } }, ["Alpha 100%", "Beta", "Émile"]],
    [{ hashtags: "a" }, ["Émile"]],
    [{ hashtags: { $ne: "a" } }, ["Alpha 100%", "Beta", "Delta"]],
    [{ hashtags: { $hasSome: ["b", "z"] } }, ["Émile"]],
    [{ hashtags: { $hasAll: ["b", "a", "a"] } }, ["Émile"]],
    [{ hashtags: { $hasAll: ["b", "z"] } }, []],
    [{ hashtags: { $hasAll: [] } }, all],
    [{ hashtags: null }, ["Alpha 100%", "Beta", "Delta"]],
    [{ categoryIds: { $hasSome: [news, "nothing"] } }, ["Beta"]],
    [{ categoryIds: { $in: [life] } }, ["Beta", "Émile"]],
    [{ categoryIds: { $hasAll: [news, life.toUpperCase(), life] } }, ["Beta"]],
    [{ categoryIds: { $hasAll: [news, "nothing"] } }, []],
    [{ categoryIds: { $exists: false } }, ["Alpha 100%", "Delta"]],
    [{ tagIds: tag }, ["Alpha 100%"]],
    [{ relatedPostIds: { $hasSome: [newId()] } }, []],
    [{ $and: [{ featured: false }, { "metrics.views": { $gt: 0 } }] }, ["Alpha 100%", "Beta"]],
    [{ $or: [{ title: "Beta" }, { featured: true }] }, ["Beta", "Delta"]],
    [{ $or: [] }, []],
    [{ $not: { memberId } }, ["Alpha 100%", "Beta", "Émile"]],
    [{ $not: { $or: [{ title: "Beta" }, { language: "fr" }] }, featured: false }, ["Alpha 100%"]],
  ])("%j", async (filter, expected) => {
    expect(await titles(filter)).toEqual(expected);
  });

  it("responds under the blog's own path too", async () => {
    expect((await query({}, "/blog/v3/posts/query")).body.posts).toHaveLength(4);
  });
});

describe("order, paging, and fieldsets of POST /v3/posts/query", () => {
  it("has the order of the feed by default", async () => {
    expect(await titles({}, [])).toEqual(["Émile", "Delta", "Alpha 100%", "Beta"]);
  });

  it.each([
    [[{ fieldName: "title", order: "DESC" }], ["Émile", "Delta", "Beta", "Alpha 100%"]],
    [
      [{ fieldName: "metrics.views", order: "DESC" }, { fieldName: "slug" }],
      ["Alpha 100%", "Beta", "Delta", "Émile"],
    ],
    [
      [{ fieldName: "memberId", order: "DESC" }, { fieldName: "firstPublishedDate" }],
      ["Delta", "Beta", "Émile", "Alpha 100%"],
    ],
  ])("sorts by %j", async (sort, expected) => {
    expect(await titles({}, sort)).toEqual(expected);
  });

  it.each([
    [[]],
    [[{ fieldName: "title", order: "ASC" }]],
    [
      [
        { fieldName: "language", order: "DESC" },
        { fieldName: "firstPublishedDate", order: "ASC" },
      ],
    ],
    [
      [
        { fieldName: "memberId", order: "ASC" },
        { fieldName: "excerpt", order: "DESC" },
      ],
    ],
  ])("pages forward and backward with cursors, sorted by %j", async (sort) => {
    const read = async (cursorPaging: object) => {
      const { status, body } = await query({ query: { cursorPaging } });
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const namesOf = (body: { posts: { title: string }[] }) => body.posts.map(({ title }) => title);
    const expected = await titles({ hashtags: { $ne: "z" } }, sort);
    const first = (
      await query({
        query: { filter: { hashtags: { $ne: "z" } }, sort, cursorPaging: { limit: 2 } },
        fieldsets: ["URL"],
      })
    ).body;
    expect(namesOf(first)).toEqual(expected.slice(0, 2));
    expect(first.pagingMetadata).toEqual({ count: 2, cursors: { next: expect.any(String) }, hasNext: true });

    const second = await read({ cursor: first.pagingMetadata.cursors.next, limit: 1 });
    expect(namesOf(second)).toEqual(expected.slice(2, 3));
    expect(second.posts[0].url.base).toBe("https://site.example");
    const third = await read({ cursor: second.pagingMetadata.cursors.next });
    expect(namesOf(third)).toEqual(expected.slice(3));
    expect(third.pagingMetadata).toEqual({ count: 1, cursors: { prev: expect.any(String) }, hasNext: false });

    const back = await read({ cursor: third.pagingMetadata.cursors.prev, limit: 2 });
    expect(namesOf(back)).toEqual(expected.slice(1, 3));
    expect(back.pagingMetadata.hasNext).toBe(true);
    const start = await read({ cursor: back.pagingMetadata.cursors.prev, limit: 2 });
    expect(namesOf(start)).toEqual(expected.slice(0, 1));
    expect(start.pagingMetadata.cursors).toEqual({ next: expect.any(String) });
    expect(namesOf(await read({ cursor: back.pagingMetadata.cursors.next }))).toEqual(expected.slice(3));
  });

  it("pages by offset, with a total unless skipCount is set", async () => {
    const paging = { limit: 3, offset: 3 };
    const { body } = await query({ query: { paging, sort: [{ fieldName: "title" }] } });
    expect(body.posts).toMatchObject([{ title: "Émile" }]);
    const { cursors, ...counts } = body.pagingMetadata;
    expect(counts).toEqual({ count: 1, offset: 3, total: 4, tooManyToCount: false, hasNext: false });
    expect(cursors).toEqual({ prev: expect.any(String) });
    expect((await query({ query: { paging }, skipCount: true })).body.pagingMetadata).not.toHaveProperty("total");
  });

  it("passes on a long filter", async () => {
    const filter = { slug: { $in: ["alpha", "beta", ...Array.from({ length: 998 }, () => newId())] } };
    const { body } = await query({ query: { filter, cursorPaging: { limit: 1 } } });
    const { next } = body.pagingMetadata.cursors;
    const onwards = await query({ query: { cursorPaging: { cursor: next } } });
    expect(onwards.body.posts).toMatchObject([{ title: "Beta" }]);
  });

  it("rejects a modified cursor and one of listPosts", async () => {
    const { next } = (await query({ query: { cursorPaging: { limit: 1 } } })).body.pagingMetadata.cursors;
    const [payload, mac] = next.split(".");
    const widened = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), filter: { id: "x" } }),
    ).toString("base64url");
    const list = await server.call("GET", "/v3/posts?paging.limit=1", { token });
    for (const cursor of [`${widened}.${mac}`, payload, `${next}.`, "NEXT", list.body.metaData.cursor]) {
      const { status, body } = await query({ query: { cursorPaging: { cursor } } });
      expect([status, body.details.applicationError.code], cursor).toEqual([400, "CURSOR_INVALID"]);
    }
    expect((await server.call("GET", `/v3/posts?paging.cursor=${next}`, { token })).status).toBe(400);
  });
});

describe("invalid queries of posts", () => {
  it.each<[string, unknown, string]>([
    ["a filter that is a string", { filter: "x" }, "query.filter"],
    ["a filter that is a list", { filter: [{ title: "x" }] }, "query.filter"],
    ["an unknown sort order", { sort: [{ fieldName: "title", order: "asc" }] }, "query.sort.0.order"],
    ["an unknown sort field", { sort: [{ fieldName: "title; drop table posts" }] }, "query.sort.0.fieldName"],
    ["a sort by a list", { sort: [{ fieldName: "title" }, { fieldName: "tagIds" }] }, "query.sort.1.fieldName"],
    ["a sort by a property of Object.prototype", { sort: [{ fieldName: "toString" }] }, "query.sort.0.fieldName"],
    ["six sort fields", { sort: Array(6).fill({ fieldName: "title" }) }, "query.sort"],
    ["a page size of 101", { cursorPaging: { limit: 101 } }, "query.cursorPaging.limit"],
    ["a page size of 0", { paging: { limit: 0 } }, "query.paging.limit"],
    ["an offset below zero", { paging: { offset: -1 } }, "query.paging.offset"],
    ["both kinds of paging", { paging: { limit: 1 }, cursorPaging: { limit: 1 } }, "query"],
  ])("rejects %s", async (_what, invalidQuery, field) => {
    const { status, body } = await query({ query: invalidQuery });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.details.validationError.fieldViolations[0].field).toBe(field);
  });

  it("rejects a filter that is too long for a cursor", async () => {
    const filter = { title: { $in: Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(4096, "x")) } };
    expect((await query({ query: { filter } })).status).toBe(400);
  });

  it("rejects callers without a token", async () => {
    for (const path of ["/v3/posts/query", "/v3/tags/query", "/blog/v3/categories/query"]) {
      expect((await server.call("POST", path, { body: {} })).status).toBe(401);
    }
  });
});
