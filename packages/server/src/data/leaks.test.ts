import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { waitForAsyncJob } from "../../test/data/data-jobs.ts";
import { createTestServer } from "../../test/test-server.ts";

/** Information about items that the caller may not read. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const ownOnly = { ...publicLevels, read: "SITE_MEMBER_AUTHOR" } as const;
let collections = 0;

async function newCollection(levels: Parameters<typeof putCollection>[3] = ownOnly, more: object = {}) {
  const dataCollectionId = `Leaks${++collections}`;
  await putCollection(server, callers, dataCollectionId, levels, more);
  const call = (caller: CallerName, path: string, body: object = {}) =>
    callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
  const insert = (caller: CallerName, id: string, data: object) => call(caller, "/items", { dataItem: { id, data } });
  return { dataCollectionId, call, insert };
}

const sum = { resultFieldName: "sum", sum: { itemFieldName: "n" } };
const most = { resultFieldName: "most", max: { itemFieldName: "n" } };
const count = { resultFieldName: "count", itemCount: {} };

/** All read requests that could reveal other items. */
const reads: [path: string, body: object][] = [
  ["/items/query", { query: {}, returnTotalCount: true }],
  ["/items/query", { query: { sort: [{ fieldName: "n", order: "DESC" }] }, returnTotalCount: true }],
  ["/items/query", { query: { filter: { n: { $gt: 0 } }, paging: { limit: 1, offset: 0 } }, returnTotalCount: true }],
  ["/items/query", { query: { filter: { $not: [{ text: "nothing" }] } } }],
  ["/items/query", { query: { filter: { _owner: { $ne: "x" } }, fields: ["n"] } }],
  ["/items/count", {}],
  ["/items/count", { filter: { text: { $contains: "hidden" } } }],
  ["/items/search", { search: { search: { expression: "hidden mine", mode: "OR" } }, returnTotalCount: true }],
  ["/items/query-distinct-values", { fieldName: "n", returnTotalCount: true }],
  ["/items/query-distinct-values", { fieldName: "_owner", returnTotalCount: true }],
  ["/items/query-distinct-values", { fieldName: "_id" }],
  ["/items/aggregate", { aggregation: { operations: [sum, most, count] }, returnTotalCount: true }],
  ["/items/aggregate", { aggregation: { groupingFields: ["text"], operations: [count] }, returnTotalCount: true }],
  ["/items/aggregate", { aggregation: { operations: [count] }, finalFilter: { count: { $gt: 1 } } }],
  ["/items/aggregate-pipeline", { pipeline: { stages: [{ skip: 1 }, { limit: 10 }] }, returnTotalCount: true }],
  ["/items/aggregate-pipeline", { pipeline: { stages: [{ group: { operations: [count] } }] } }],
];

/** Cursors differ between requests; everything else must be equal. */
const received = (response: { body: unknown }) =>
  JSON.stringify(response.body, (name, value) => (name === "next" || name === "prev" ? name : value));

describe("a caller who may read only their own items", () => {
  it("gets the same response to every read request as if there were no others", async () => {
    const { call, insert } = await newCollection();
    await insert("ada", "mine", { text: "mine", n: 1 });
    const alone = await Promise.all(reads.map(([path, body]) => call("ada", path, body)));
    for (let n = 0; n < 60; n++) await insert("bob", `a-hidden-${n}`, { text: "hidden", n: n + 5 });
    for (const [index, [path, body]] of reads.entries()) {
      const response = await call("ada", path, body);
      expect([path, response.status, received(response)]).toEqual([path, 200, received(alone[index]!)]);
    }
  });

  it("finds no other item at the position of a cursor, nor one that has changed its owner", async () => {
    const { call, insert } = await newCollection();
    for (const id of ["1", "3", "5"]) await insert("ada", id, { n: Number(id) });
    const first = await call("ada", "/items/query", { query: { cursorPaging: { limit: 1 } } });
    for (const id of ["2", "4"]) await insert("bob", id, { n: Number(id) });
    const cursor = first.body.pagingMetadata.cursors.next;
    const next = await call("ada", "/items/query", {
      query: { cursorPaging: { limit: 10, cursor } },
      returnTotalCount: true,
    });
    expect(next.body.dataItems.map(({ id }: { id: string }) => id)).toEqual(["3", "5"]);
    expect(next.body.pagingMetadata).toMatchObject({ total: 3, hasNext: false });
  });

  it("learns nothing from conditions, bulk requests and jobs", async () => {
    const { call, insert } = await newCollection();
    await insert("bob", "hidden", { n: 5 });
    const condition = { filter: { n: 5 } };
    const fieldModifications = [{ action: "SET_FIELD", fieldPath: "n", setFieldOptions: { value: 6 } }];
    for (const [path, body] of [
      ["/items/remove", { dataItemId: "hidden", condition }],
      ["/items/update", { dataItem: { id: "hidden", data: {} }, condition }],
      ["/items/patch", { patch: { dataItemId: "hidden", fieldModifications }, condition }],
    ] as const) {
      const responses = [
        await call("ada", path, body),
        await call("ada", path, JSON.parse(JSON.stringify(body).replaceAll("hidden", "absent"))),
      ];
      expect(responses.map((response) => [response.status, codeIn(response)])).toEqual([
        [404, "WDE0073"],
        [404, "WDE0073"],
      ]);
    }
    for (const [path, of] of [
      ["/bulk/items/update", (id: string) => ({ dataItems: [{ id, data: { n: 1 } }] })],
      ["/bulk/items/patch", (id: string) => ({ patches: [{ dataItemId: id, fieldModifications }] })],
      ["/bulk/items/remove", (id: string) => ({ dataItemIds: [id] })],
    ] as const) {
      const [hidden, absent] = [await call("ada", path, of("hidden")), await call("ada", path, of("absent"))];
      expect(received(hidden)).toBe(received(absent).replaceAll("absent", "hidden"));
      expect(hidden.body.bulkActionMetadata.totalSuccesses).toBe(0);
    }
    for (const [path, body] of [
      ["/bulk/items/async-remove-by-filter", { filter: condition.filter }],
      ["/bulk/items/async-patch-by-filter", { filter: condition.filter, fieldModifications }],
    ] as const) {
      const { jobId } = (await call("ada", path, body)).body;
      expect(await waitForAsyncJob(callers, "ada", jobId)).toEqual({ status: "SUCCEEDED", successCount: 0 });
    }
    expect((await call("bob", "/items/query")).body.dataItems).toMatchObject([{ id: "hidden", data: { n: 5 } }]);
  });
});

describe("drafts", () => {
  it("are invisible to non-editors in every read request", async () => {
    const plugins = [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }];
    const { call, insert } = await newCollection(publicLevels, { plugins });
    const draftOptions = { publishPluginOptions: { includeDraftItems: true } };
    const alone = await Promise.all(reads.map(([path, body]) => call("ada", path, { ...body, ...draftOptions })));
    await insert("ada", "hers", { text: "hidden", n: 7 });
    await insert("owner", "draft", { text: "hidden", n: 8 });
    for (const [index, [path, body]] of reads.entries())
      for (const caller of ["ada", "visitor"] as const) {
        const response = await call(caller, path, { ...body, ...draftOptions });
        expect([path, received(response)]).toEqual([path, received(alone[index]!)]);
      }
  });
});

describe("a reference to an item that may not be read", () => {
  it("reveals only the ID that the referring item contains", async () => {
    const target = await newCollection({ ...publicLevels, read: "CMS_EDITOR" });
    const meta = { referencedCollectionId: target.dataCollectionId };
    const fields = [
      { key: "of", type: "REFERENCE", typeMetadata: { reference: meta } },
      { key: "all", type: "MULTI_REFERENCE", typeMetadata: { multiReference: meta } },
    ];
    const { call, insert } = await newCollection(publicLevels, { fields });
    await target.insert("owner", "there", { n: 1, tags: ["a", "b"] });
    await insert("ada", "to-there", { of: "there" });
    await insert("ada", "to-nothing", { of: "nowhere" });
    const name = (id: string) => id;
    // Each responds the same for existing and missing items.
    for (const filter of [
      { "of.n": 1 },
      { "of.n": { $exists: true } },
      { "of.n": { $ne: 1 } },
      { "of._id": "there" },
      { "of._createdDate": { $gt: { $date: "2000-01-01T00:00:00Z" } } },
      { "of.tags": { $hasSome: ["a"] } },
      { $not: [{ "of.n": null }] },
    ]) {
      const found = await call("ada", "/items/query", { query: { filter } });
      const ids = found.body.dataItems.map(({ id }: { id: string }) => name(id));
      expect([filter, ids.includes("to-there")]).toEqual([filter, ids.includes("to-nothing")]);
    }
    const groups = { aggregation: { groupingFields: ["of.n"], operations: [count] } };
    expect((await call("ada", "/items/aggregate", groups)).body.results).toEqual([{ _id: { "of.n": null }, count: 2 }]);
    const included = await call("ada", "/items/query", { query: {}, includeReferences: [{ field: "of" }] });
    expect(included.body.dataItems.map(({ data }: { data: { of: string } }) => data.of).sort()).toEqual([
      "nowhere",
      "there",
    ]);
    // Unreadable items cannot be referenced, whether they exist or not.
    const refer = (referencedItemId: string) =>
      call("ada", "/bulk/items/insert-references", {
        dataItemReferences: [{ referringItemFieldName: "all", referringItemId: "to-there", referencedItemId }],
      });
    expect(received(await refer("there"))).toBe(received(await refer("absent")).replaceAll("absent", "there"));
    const requested = (referencedItemId: string) =>
      call("ada", "/items/is-referenced", {
        referringItemFieldName: "all",
        referringItemId: "to-there",
        referencedItemId,
      });
    expect(received(await requested("there"))).toBe(received(await requested("absent")));
  });
});

describe("a unique value", () => {
  const unique = { fields: [{ key: "isbn", type: "TEXT", unique: true }] };

  it("of any owner's item is rejected on insert with only the name of the field", async () => {
    const { call, insert, dataCollectionId } = await newCollection(ownOnly, unique);
    await insert("bob", "hidden", { isbn: "1", text: "hush" });
    const rejected = await insert("ada", "mine", { isbn: "1" });
    expect([rejected.status, codeIn(rejected)]).toEqual([409, "VALUE_TAKEN"]);
    expect(received(rejected)).not.toMatch(/hidden|hush|data_unique/);
    const bulk = await call("ada", "/bulk/items/insert", { dataItems: [{ id: "mine", data: { isbn: "1" } }] });
    expect(received(bulk)).not.toMatch(/hidden|hush|data_unique/);
    await insert("ada", "other", { isbn: "2" });
    const update = await call("ada", "/items/update", { dataItem: { id: "other", data: { isbn: "1" } } });
    expect([codeIn(update), received(update).includes("hush")]).toEqual(["VALUE_TAKEN", false]);
    expect(dataCollectionId).toBeDefined();
  });

  it("is not revealed to callers without write access", async () => {
    const levels = { ...ownOnly, insert: "CMS_EDITOR", update: "SITE_MEMBER_AUTHOR" } as const;
    const { call, insert } = await newCollection(levels, unique);
    await insert("owner", "hidden", { isbn: "1" });
    expect(codeIn(await insert("ada", "mine", { isbn: "1" }))).toBe("WDE0027");
    expect(codeIn(await call("ada", "/items/save", { dataItem: { data: { isbn: "1" } } }))).toBe("WDE0027");
    const update = await call("ada", "/items/update", { dataItem: { id: "hidden", data: { isbn: "1" } } });
    expect(codeIn(update)).toBe("WDE0073");
  });
});
