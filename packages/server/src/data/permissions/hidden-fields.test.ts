import { describe, expect, it } from "vitest";
import { type CallerName, createCallers, waitForIndexes } from "../../../test/data/collections.ts";
import { waitForDataJobs } from "../../../test/data/data-jobs.ts";
import {
  createHiddenFieldFixtures,
  type HiddenFieldFixture,
  one,
  other,
  outside,
  toComparable,
} from "../../../test/data/hidden-fields-model.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const createFixture = await createHiddenFieldFixtures(server, callers);

const set = (fieldPath: string, value: unknown) => ({ action: "SET_FIELD", fieldPath, setFieldOptions: { value } });
const filters: object[] = [
  { note: "xyzzy first" },
  { note: { $ne: "xyzzy first" } },
  { note: null },
  { note: { $exists: true } },
  { "note.deep": "xyzzy deep" },
  { note: { $hasSome: ["xyzzy list", 17] } },
  { note: { $hasAll: ["xyzzy list"] } },
  { note: { $startsWith: "xyzzy" } },
  { note: { $matches: { ignoreCase: true, spec: [{ type: "literal", value: "xyzzy first" }] } } },
  { rank: 3 },
  { rank: { $in: [1, 3] } },
  { rank: { $gt: 1 } },
  { $not: [{ rank: 3 }] },
  { $or: [{ rank: 1 }, { title: "Title a" }] },
  { to: "t1" },
  { "to.name": { $contains: "target" } },
  { many: "t1" },
  { "many.name": { $exists: true } },
];
const count = { resultFieldName: "count", itemCount: {} };
const sum = { resultFieldName: "sum", sum: { itemFieldName: "rank" } };
const max = { resultFieldName: "max", max: { itemFieldName: "note" } };
const names = ["note", "note.deep", "rank", "to", "to.name", "many", "many.name"];
const search = (expression: string, more: object = {}) => ({
  search: { search: { expression, ...more } },
  returnTotalCount: true,
});

/** Every read that could reveal a field. */
const reads: [path: string, body: object][] = [
  ["/items/query", { query: {}, returnTotalCount: true }],
  ["/items/query", { query: { paging: { limit: 10 } } }],
  ["/items/query", { query: { filter: { shelf: 0 }, paging: { limit: 10 } } }],
  ["/items/query", { query: { filter: { shelf: 0 }, sort: [{ fieldName: "rank" }], paging: { limit: 10 } } }],
  ["/items/query", { query: { fields: ["note", "title"] } }],
  ["/items/query", { query: { fields: ["note.deep", "rank"] } }],
  ...filters.flatMap((filter): [string, object][] => [
    ["/items/query", { query: { filter, paging: { limit: 10 } }, returnTotalCount: true }],
    ["/items/count", { filter }],
    ["/items/query-distinct-values", { fieldName: "title", filter }],
    ["/items/aggregate", { initialFilter: filter, aggregation: { operations: [count, sum] } }],
  ]),
  ...names.flatMap((fieldName): [string, object][] => [
    ["/items/query", { query: { sort: [{ fieldName, order: "DESC" }], cursorPaging: { limit: 2 } } }],
    ["/items/query", { query: { sort: [{ fieldName: "shelf" }, { fieldName }] } }],
    ["/items/query-distinct-values", { fieldName, returnTotalCount: true }],
    ["/items/aggregate", { aggregation: { groupingFields: [fieldName], operations: [count] } }],
    ["/items/search", search("xyzzy", { fields: [fieldName] })],
  ]),
  ["/items/search", search("xyzzy")],
  ["/items/search", search("xyzzi firts", { fuzzy: true })],
  ["/items/search", search("t2 title", { mode: "AND" })],
  ["/items/search", search("xyzzy title", { fields: ["note", "title"], mode: "OR" })],
  ["/items/aggregate", { aggregation: { operations: [sum, max, count] } }],
  ["/items/aggregate", { aggregation: { operations: [sum] }, finalFilter: { sum: { $gt: 0 } } }],
  ["/items/aggregate-pipeline", { pipeline: { stages: [{ skip: 1 }] } }],
  ["/items/aggregate-pipeline", { pipeline: { stages: [{ limit: 10 }, { filter: { rank: { $gt: 0 } } }] } }],
  ["/items/aggregate-pipeline", { pipeline: { stages: [{ sort: [{ fieldName: "rank" }] }, { limit: 1 }] } }],
  ["/items/query", { query: {}, includeReferences: [{ field: "to" }] }],
  ["/items/query", { query: {}, includeReferences: [{ field: "many" }] }],
  ["/items/query-referenced", { referringItemId: "b", referringItemFieldName: "many" }],
  ["/items/query-referenced", { referringItemId: "b", referringItemFieldName: "to" }],
  ["/items/is-referenced", { referringItemId: "b", referringItemFieldName: "many", referencedItemId: "t1" }],
  ["/items/is-referenced", { referringItemId: "b", referringItemFieldName: "to", referencedItemId: "t1" }],
];

/** Reads through items that refer to them. */
const readsThroughReferences: [path: string, body: object][] = [
  ["/items/query", { query: {}, includeReferences: [{ field: "of" }, { field: "all" }] }],
  ["/items/query-referenced", { referringItemId: "of-a", referringItemFieldName: "all" }],
  ["/items/query-referenced", { referringItemId: "of-a", referringItemFieldName: "all", fields: ["note", "title"] }],
  ["/items/query-referenced", { referringItemId: "of-a", referringItemFieldName: "of" }],
  ...names.flatMap((name): [string, object][] => [
    ["/items/query", { query: { filter: { [`of.${name}`]: { $exists: true } } } }],
    ["/items/query", { query: { filter: { [`all.${name}`]: { $ne: "xyzzy first" } } } }],
    ["/items/query", { query: { sort: [{ fieldName: `of.${name}`, order: "DESC" }] } }],
    ["/items/query-distinct-values", { fieldName: `of.${name}` }],
    ["/items/aggregate", { aggregation: { groupingFields: [`all.${name}`], operations: [count] } }],
  ]),
];

/** Every write, in an order in which each has an effect. */
const writes: [path: string, body: object][] = [
  ["/items", { dataItem: { id: "new", data: { title: "New" } } }],
  ["/items", { dataItem: { id: "named", data: { title: "New", note: "guess" } } }],
  ["/items/save", { dataItem: { id: "a", data: { title: "Saved" } } }],
  ["/items/save", { dataItem: { id: "a", data: { title: "Saved", rank: 3 } } }],
  ["/items/update", { dataItem: { id: "a", data: { title: "Updated" } } }],
  ["/items/update", { dataItem: { id: "a", data: { title: "Updated", note: "xyzzy first" } } }],
  ["/items/update", { dataItem: { id: "a", data: { note: null } } }],
  ["/items/update", { dataItem: { id: "a", data: { title: "By condition" } }, condition: { filter: { rank: 3 } } }],
  ["/items/update", { dataItem: { id: "a", data: { title: "Unless" } }, condition: { filter: { rank: { $ne: 3 } } } }],
  ["/items/patch", { patch: { dataItemId: "b", fieldModifications: [set("title", "Patched")] } }],
  ["/items/patch", { patch: { dataItemId: "b", fieldModifications: [set("rank", 2)] } }],
  ["/items/patch", { patch: { dataItemId: "b", fieldModifications: [set("note.deep", "xyzzy deep")] } }],
  ["/items/patch", { patch: { dataItemId: "b", fieldModifications: [{ action: "REMOVE_FIELD", fieldPath: "note" }] } }],
  [
    "/items/patch",
    { patch: { dataItemId: "b", fieldModifications: [set("title", "x")] }, condition: { filter: { note: 17 } } },
  ],
  [
    "/bulk/items/insert",
    {
      dataItems: [
        { id: "n1", data: {} },
        { id: "n2", data: { rank: 1 } },
      ],
      returnEntity: true,
    },
  ],
  [
    "/bulk/items/save",
    {
      dataItems: [
        { id: "c", data: { shelf: 5 } },
        { id: "c", data: { note: 1 } },
      ],
      returnEntity: true,
    },
  ],
  [
    "/bulk/items/update",
    {
      dataItems: [
        { id: "c", data: { shelf: 6 } },
        { id: "b", data: { to: "t1" } },
      ],
      returnEntity: true,
    },
  ],
  [
    "/bulk/items/patch",
    {
      patches: [
        { dataItemId: "c", fieldModifications: [set("shelf", 7)] },
        { dataItemId: "c", fieldModifications: [set("rank", 7)] },
      ],
      returnEntity: true,
    },
  ],
  ["/items/replace-references", { referringItemId: "b", referringItemFieldName: "many", newReferencedItemIds: ["t1"] }],
  ["/bulk/items/async-patch-by-filter", { filter: {}, fieldModifications: [set("rank", 5)] }],
  ["/items/create-draft", { dataItemId: "a" }],
  ["/bulk/items/remove", { dataItemIds: ["n1"] }],
];
const removals: [path: string, body: object][] = [
  ["/items/remove", { dataItemId: "a", condition: { filter: { note: { $exists: true } } } }],
  ["/items/remove", { dataItemId: "a" }],
  ["/items/remove", { dataItemId: "b" }],
];

describe("hidden field", () => {
  it.each(outside)("is not revealed to a %s by any read", { timeout: 120_000 }, async (caller) => {
    const [left, right] = [await createFixture(one), await createFixture(other)];
    for (const { dataCollectionId } of [left, right]) {
      const path = "/_api/porchlight/v1/data/indexes";
      for (const field of ["shelf", "rank"])
        await callers.call("owner", path, { dataCollectionId, index: { fields: [{ path: field }] } });
    }
    await waitForIndexes(server.context);
    let differing = 0;
    for (const [calls, by] of [
      [reads, "call"],
      [readsThroughReferences, "from"],
    ] as const) {
      for (const [path, body] of calls) {
        const readBoth = async (reader: CallerName) => [
          toComparable(await left[by](reader, path, body), left),
          toComparable(await right[by](reader, path, body), right),
        ];
        const [theirs, owners] = [await readBoth(caller), await readBoth("owner")];
        expect([path, body, theirs[0]]).toEqual([path, body, theirs[1]]);
        expect([path, body, theirs[0]]).not.toEqual([path, body, expect.stringMatching(/xyzzy|target of|INTERNAL/)]);
        if (owners[0] !== owners[1]) differing += 1;
      }
    }
    // The same calls differ for callers who see the field.
    expect(differing).toBeGreaterThan((reads.length + readsThroughReferences.length) * 0.8);
    const sorted = await left.call(caller, "/items/query", {
      query: { sort: [{ fieldName: "note" }], cursorPaging: { limit: 1 } },
    });
    const [cursor = ""] = sorted.body.pagingMetadata.cursors.next.split(".");
    expect(Buffer.from(cursor, "base64url").toString()).not.toContain("xyzzy");
    for (const id of ["a", "b", "c"]) {
      const get = (fixture: HiddenFieldFixture, more = "") =>
        callers.call(caller, `/wix-data/v2/items/${id}?dataCollectionId=${fixture.dataCollectionId}${more}`, {}, "GET");
      for (const more of ["", "&fields=note&fields=title"])
        expect(toComparable(await get(left, more), left)).toBe(toComparable(await get(right, more), right));
      expect((await get(left)).body.dataItem.data).toEqual({
        ...{ _id: id, _owner: expect.any(String), _createdDate: expect.anything(), _updatedDate: expect.anything() },
        ...{ title: `Title ${id}`, shelf: expect.any(Number) },
      });
    }
  });

  it.each(outside)("is neither revealed to nor changed by a %s in any write", { timeout: 60_000 }, async (caller) => {
    const [left, right] = [await createFixture(one), await createFixture(other)];
    const compare = async (calls: typeof writes) => {
      const statuses: number[] = [];
      for (const [path, body] of calls) {
        const [first, second] = [await left.call(caller, path, body), await right.call(caller, path, body)];
        expect([path, body, toComparable(first, left)]).toEqual([path, body, toComparable(second, right)]);
        expect(toComparable(first, left)).not.toMatch(/xyzzy|target of|INTERNAL/);
        statuses.push(first.status);
      }
      return statuses;
    };
    const [ok, no, conflict, forbidden] = [200, 400, 409, 403];
    expect(await compare(writes)).toEqual([
      ...[ok, no, ok, no, ok, no, no, conflict, ok, ok, no, no, no, conflict, ok, ok, ok, ok],
      ...[no, no, forbidden, ok],
    ]);
    await waitForDataJobs(server);
    const dataOf = async ({ call }: HiddenFieldFixture, id: string) =>
      (await call("owner", "/items/query", { query: { filter: { _id: id } } })).body.dataItems[0].data;
    expect(await dataOf(left, "a")).toMatchObject({ title: "Unless", note: "xyzzy first", rank: 3, to: "t1" });
    expect(await dataOf(left, "b")).toMatchObject({
      title: "Patched",
      note: { deep: "xyzzy deep" },
      rank: 2,
      to: "t2",
    });
    expect(await dataOf(left, "c")).toMatchObject({ shelf: 7, note: ["xyzzy list"], rank: 1, to: "t1" });
    const many = { referringItemId: "b", referringItemFieldName: "many" };
    expect((await left.call("owner", "/items/query-referenced", many)).body.results).toHaveLength(2);
    expect(await compare(removals)).toEqual([conflict, ok, ok]);
  });
});
