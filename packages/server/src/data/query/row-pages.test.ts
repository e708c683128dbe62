import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const levels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
for (const id of ["Books", "Others"]) await putCollection(server, callers, id, levels);
const call = (path: string, body: object, caller: CallerName = "ada", dataCollectionId = "Books") =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
const long = "x".repeat(300);
const values = [
  null,
  false,
  true,
  -1,
  0,
  2,
  "",
  "A",
  "a",
  `${long}1`,
  `${long}2`,
  { $date: "2024-01-01T00:00:00.000Z" },
  { k: 1 },
  { k: 2 },
];
await call("/bulk/items/insert", {
  dataItems: values.flatMap((v, n) => [
    { id: `a${n}`, data: { v, n, even: n % 2 } },
    { id: `b${n}`, data: { v: [v, v], n } },
  ]),
});
const distinct = { fieldName: "v" };
const count = { resultFieldName: "count", itemCount: {} };
const groups = { aggregation: { groupingFields: ["v"], operations: [count] } };

/** Reads all pages forward and back. */
async function walk(path: string, query: object, name: "distinctValues" | "results", limit: number) {
  const pages: unknown[][] = [];
  let page = await call(path, { ...query, cursorPaging: { limit } });
  for (;;) {
    expect([page.status, page.body.pagingMetadata.count]).toEqual([200, page.body[name].length]);
    pages.push(page.body[name]);
    const cursor = page.body.pagingMetadata.cursors.next;
    expect(page.body.pagingMetadata.hasNext).toBe(cursor !== undefined);
    if (cursor === undefined) break;
    page = await call(path, { ...query, cursorPaging: { limit, cursor } });
  }
  for (const earlier of pages.slice(0, -1).reverse()) {
    page = await call(path, { ...query, cursorPaging: { limit, cursor: page.body.pagingMetadata.cursors.prev } });
    expect(page.body[name]).toEqual(earlier);
  }
  expect(page.body.pagingMetadata.cursors.prev).toBeUndefined();
  return pages.flat();
}

describe("cursor pages of values and groups", () => {
  it.each([
    ["values", "/items/query-distinct-values", distinct, "distinctValues", values.length - 1],
    [
      "values downwards",
      "/items/query-distinct-values",
      { ...distinct, order: "DESC" },
      "distinctValues",
      values.length - 1,
    ],
    ["groups", "/items/aggregate", groups, "results", values.length * 2],
    [
      "sorted groups",
      "/items/aggregate",
      { ...groups, sort: [{ fieldName: "count", order: "DESC" }, { fieldName: "v" }] },
      "results",
      values.length * 2,
    ],
    [
      "groups that are told alike",
      "/items/aggregate",
      { aggregation: { groupingFields: ["v"], operations: [{ ...count, resultFieldName: "_id" }] } },
      "results",
      values.length * 2,
    ],
    [
      "no groups",
      "/items/aggregate",
      { aggregation: {}, sort: [{ fieldName: "_createdDate" }] },
      "results",
      values.length * 2,
    ],
    [
      "a pipeline that is cut",
      "/items/aggregate-pipeline",
      { pipeline: { stages: [{ sort: [{ fieldName: "n", order: "DESC" }] }, { limit: 7 }] } },
      "results",
      7,
    ],
  ] as const)("%s have the order of a single page, each once", async (_what, path, query, name, length) => {
    const whole = (await call(path, { ...query, paging: { limit: 1000 } })).body[name];
    expect(whole).toHaveLength(length);
    for (const limit of [1, 3, 1000]) expect(await walk(path, query, name, limit)).toEqual(whole);
  });

  it("continue after the last page with the first query", async () => {
    const put = (id: string, v: string) => call("/items", { dataItem: { id, data: { v } } }, "ada", "Others");
    for (const v of ["b", "d", "f"]) await put(v, v);
    const queryValues = (body: object) =>
      call("/items/query-distinct-values", { fieldName: "v", ...body }, "ada", "Others");
    const first = await queryValues({ filter: { v: { $gt: "a" } }, order: "DESC", cursorPaging: { limit: 1 } });
    expect(first.body.distinctValues).toEqual(["f"]);
    for (const v of ["a", "c", "g"]) await put(v, v);
    const cursor = first.body.pagingMetadata.cursors.next;
    const next = await queryValues({
      fieldName: "nothing",
      cursorPaging: { limit: 10, cursor },
      returnTotalCount: true,
    });
    expect([next.body.distinctValues, next.body.pagingMetadata.total]).toEqual([["d", "c", "b"], 5]);
  });

  it("have cursors that other calls and callers cannot use", async () => {
    const first = await call("/items/query-distinct-values", { ...distinct, cursorPaging: { limit: 1 } });
    const items = await call("/items/query", { query: { cursorPaging: { limit: 1 } } });
    const { next } = first.body.pagingMetadata.cursors;
    const queryValues = (cursor: string, caller?: CallerName, collection?: string) =>
      call("/items/query-distinct-values", { ...distinct, cursorPaging: { cursor } }, caller, collection);
    expect((await queryValues(next)).status).toBe(200);
    for (const answer of [
      await queryValues(`${next}x`),
      await queryValues(next.replace(/^./, "f")),
      await queryValues("nonsense"),
      await queryValues(next, "bob"),
      await queryValues(next, "ada", "Others"),
      await queryValues(items.body.pagingMetadata.cursors.next),
      await call("/items/aggregate", { ...groups, cursorPaging: { cursor: next } }),
      await call("/items/query", { query: { cursorPaging: { cursor: next } } }),
    ])
      expect([answer.status, codeIn(answer)]).toEqual([400, "CURSOR_INVALID"]);
    const both = { paging: { limit: 1 }, cursorPaging: { limit: 1 } };
    expect(codeIn(await call("/items/query-distinct-values", { ...distinct, ...both }))).toBe("WDE0080");
  });

  it("use the current rights of the caller", async () => {
    const own = { ...levels, read: "SITE_MEMBER_AUTHOR" } as const;
    await putCollection(server, callers, "Diary", levels);
    for (const [caller, v] of [
      ["ada", "1"],
      ["bob", "2"],
      ["ada", "3"],
    ] as const)
      await call("/items", { dataItem: { data: { v } } }, caller, "Diary");
    const first = await call(
      "/items/query-distinct-values",
      { ...distinct, cursorPaging: { limit: 1 } },
      "ada",
      "Diary",
    );
    await server.context.db
      .updateTable("data_collections")
      .set({ read_level: own.read })
      .where("id", "=", "Diary")
      .execute();
    const cursor = first.body.pagingMetadata.cursors.next;
    const next = await call("/items/query-distinct-values", { ...distinct, cursorPaging: { cursor } }, "ada", "Diary");
    expect(next.body.distinctValues).toEqual(["3"]);
  });
});

describe("distinct values of lists", () => {
  it("are the elements of the lists; nested lists are values", async () => {
    await putCollection(server, callers, "Lists", levels);
    const lists = [[1, [1], 1, null], ["a", { k: 1 }], [], "a", 1, [[]], null];
    for (const v of lists) await call("/items", { dataItem: { data: { v } } }, "ada", "Lists");
    const queryValues = (body: object) =>
      call("/items/query-distinct-values", { ...distinct, returnTotalCount: true, ...body }, "ada", "Lists");
    const all = await queryValues({});
    expect(all.body.distinctValues).toEqual([1, "a", [1], [], { k: 1 }]);
    expect(all.body.pagingMetadata.total).toBe(5);
    expect((await queryValues({ filter: { v: "a" } })).body.distinctValues).toEqual(["a", { k: 1 }]);
  });
});
