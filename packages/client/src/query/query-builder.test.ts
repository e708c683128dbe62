import { describe, expect, it } from "vitest";
import { categories, type PostQueryFields, posts, tags } from "../blog/index.ts";
import { isPorchlightError } from "../errors.ts";
import type { SendOptions, Transport } from "../transport.ts";
import { cursorQuery } from "./query-builder.ts";

/** A transport with a fixed response that records the requests. */
function setUp(response: object = {}) {
  const requests: unknown[] = [];
  const calls: SendOptions[] = [];
  const transport: Transport = {
    async send<Request, Result>(_endpoint: unknown, request: Request, options: SendOptions = {}): Promise<Result> {
      requests.push(JSON.parse(JSON.stringify((request as { body?: object }).body ?? request)));
      calls.push(options);
      return response as Result;
    },
  };
  return { transport, asked: requests, calls };
}

async function filterOf(make: (query: ReturnType<typeof emptyQuery>) => { find(): Promise<unknown> }) {
  const requests: { query: { filter: unknown } }[] = [];
  const query = cursorQuery<object, PostQueryFields>(async (body) => {
    requests.push(JSON.parse(JSON.stringify(body)));
    return {};
  }, "posts");
  await make(query).find();
  return requests[0]?.query.filter;
}
const emptyQuery = () => cursorQuery<object, PostQueryFields>(async () => ({}), "posts");

describe("query builder", () => {
  it("never changes a query", async () => {
    const { transport, asked: requests } = setUp();
    const all = posts(transport).queryPosts();
    const featured = all.eq("featured", true);
    const ofAda = featured.eq("memberId", "ada").descending("title").limit(5);
    await all.find();
    await featured.find();
    await ofAda.find();
    expect(requests).toEqual([
      { query: { filter: {}, cursorPaging: { limit: 50 } } },
      { query: { filter: { featured: true }, cursorPaging: { limit: 50 } } },
      {
        query: {
          filter: { $and: [{ featured: true }, { memberId: "ada" }] },
          sort: [{ fieldName: "title", order: "DESC" }],
          cursorPaging: { limit: 5 },
        },
      },
    ]);
  });

  it("serializes every operator", async () => {
    const date = new Date("2024-05-06T07:08:09.123Z");
    expect(await filterOf((query) => query.between("firstPublishedDate", date, "2025-01-01"))).toEqual({
      $and: [
        { firstPublishedDate: { $gte: "2024-05-06T07:08:09.123Z" } },
        { firstPublishedDate: { $lt: "2025-01-01" } },
      ],
    });
    expect(await filterOf((query) => query.isEmpty("memberId").isNotEmpty("excerpt"))).toEqual({
      $and: [{ memberId: null }, { excerpt: { $ne: null } }],
    });
    expect(await filterOf((query) => query.eq("memberId", undefined).ne("memberId", undefined))).toEqual({
      $and: [{ memberId: null }, { memberId: { $ne: null } }],
    });
    expect(await filterOf((query) => query.endsWith("title", "!"))).toEqual({ title: { $endsWith: "!" } });
    expect(await filterOf((query) => query.contains("title", "a").exists("memberId", false))).toEqual({
      $and: [{ title: { $contains: "a" } }, { memberId: { $exists: false } }],
    });
    expect(await filterOf((query) => query.in("slug", "a", "b").hasSome("tagIds", ["t"]))).toEqual({
      $and: [{ slug: { $in: ["a", "b"] } }, { tagIds: { $hasSome: ["t"] } }],
    });
  });

  it("combines queries", async () => {
    const featured = emptyQuery().eq("featured", true);
    const two = emptyQuery().eq("title", "a").eq("slug", "b");
    expect(await filterOf((query) => query.eq("pinned", true).and(two))).toEqual({
      $and: [{ pinned: true }, { title: "a" }, { slug: "b" }],
    });
    expect(await filterOf((query) => query.eq("pinned", true).or(two).not(featured))).toEqual({
      $and: [{ $or: [{ pinned: true }, { $and: [{ title: "a" }, { slug: "b" }] }] }, { $not: { featured: true } }],
    });
    expect(await filterOf((query) => query.not(featured))).toEqual({ $not: { featured: true } });
  });

  it("renames ids and dates in builders and query objects", async () => {
    const { transport, asked: requests } = setUp();
    const wire = {
      filter: { $and: [{ id: "x" }, { createdDate: { $gt: "2024-01-01" } }] },
      sort: [{ fieldName: "createdDate", order: "ASC" }],
    };
    const { queryPosts } = posts(transport);
    await queryPosts().eq("_id", "x").gt("_createdDate", "2024-01-01").ascending("_createdDate").find();
    await queryPosts({
      filter: { $and: [{ _id: "x" }, { _createdDate: { $gt: "2024-01-01" } }] },
      sort: [{ fieldName: "_createdDate", order: "ASC" }],
    });
    await queryPosts({ filter: { "a._id": 1, "a._idea": 2, _identity: 3 } }, { fieldsets: ["URL"] });
    expect(requests).toEqual([
      { query: { ...wire, cursorPaging: { limit: 50 } } },
      { query: wire },
      { query: { filter: { "a.id": 1, "a._idea": 2, _identity: 3 } }, fieldsets: ["URL"] },
    ]);
  });

  it("accepts only fields and values of a post", () => {
    const query = emptyQuery();
    // @ts-expect-error: no such field
    query.eq("body", "x");
    // @ts-expect-error: a number
    query.eq("minutesToRead", "x");
    // @ts-expect-error: not a list
    query.hasAll("title", "x");
    // @ts-expect-error: not a text
    query.contains("featured", "x");
    expect(query.conditions).toEqual([]);
  });
});

describe("pages", () => {
  it("with cursors have only the properties of the response", async () => {
    const { transport, asked: requests } = setUp({
      posts: [{ _id: "1" }],
      pagingMetadata: { cursors: { next: "N", prev: "P" } },
    });
    const page = await posts(transport)
      .queryPosts({ fieldsets: ["URL"] })
      .eq("slug", "s")
      .limit(2)
      .skipTo("C")
      .find();
    expect([page.length, page.pageSize, page.hasNext(), page.hasPrev()]).toEqual([1, 2, true, true]);
    await page.next();
    await page.prev();
    expect(requests).toEqual([
      { fieldsets: ["URL"], query: { filter: { slug: "s" }, cursorPaging: { limit: 2, cursor: "C" } } },
      { query: { cursorPaging: { cursor: "N", limit: 2 } } },
      { query: { cursorPaging: { cursor: "P", limit: 2 } } },
    ]);
  });

  it("with offsets repeat the query until the total is reached", async () => {
    const { transport, asked: requests } = setUp({ tags: [{ _id: "1" }], pagingMetadata: { total: 5 } });
    const first = await tags(transport)
      .queryTags({ fieldsets: ["URL"] })
      .startsWith("label", "x")
      .limit(2)
      .find();
    expect([first.totalCount, first.totalPages, first.currentPage, first.hasPrev()]).toEqual([5, 3, 0, false]);
    const last = await (await first.next()).next();
    expect([last.currentPage, last.hasNext()]).toEqual([2, false]);
    await last.prev();
    const paging = (offset: number) => ({
      fieldsets: ["URL"],
      query: { filter: { label: { $startsWith: "x" } }, paging: { offset, limit: 2 } },
    });
    expect(requests).toEqual([paging(0), paging(2), paging(4), paging(2)]);
  });

  it("end with a PorchlightError", async () => {
    const { transport } = setUp();
    const page = await posts(transport).queryPosts().find();
    const list = await categories(transport).queryCategories().find();
    for (const [turn, message] of [
      [page.next, "No next page to fetch"],
      [page.prev, "No previous page to fetch"],
      [list.next, "No next page to fetch"],
      [list.prev, "No previous page to fetch"],
    ] as const) {
      const error = await turn().catch((thrown: unknown) => thrown);
      expect(isPorchlightError(error)).toBe(true);
      expect(error).toMatchObject({ message, code: "NO_PAGE", kind: "invalid" });
    }
  });

  it("are read with the caller's signal", async () => {
    const { transport, calls } = setUp({ posts: [], pagingMetadata: { cursors: { next: "N" } } });
    const { signal } = new AbortController();
    await (await posts(transport).queryPosts().find({ signal })).next({ signal });
    await posts(transport).queryPosts({ filter: {} }, {}, { signal });
    expect(calls.map((options) => options.signal)).toEqual([signal, signal, signal]);
  });
});
