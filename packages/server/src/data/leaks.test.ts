import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { endOfChange } from "../../test/data/data-jobs.ts";
import { createTestServer } from "../../test/test-server.ts";

/** What somebody can learn of items that they may not read. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const everybody = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const ownOnly = { ...everybody, read: "SITE_MEMBER_AUTHOR" } as const;
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

/** Everything that reads, with whatever could tell of more items than the caller's own. */
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

/** Cursors are sealed for their moment; all else has to be the same. */
const told = (answer: { body: unknown }) =>
  JSON.stringify(answer.body, (name, value) => (name === "next" || name === "prev" ? name : value));

describe("whoever may read their own items alone", () => {
  it("is answered as if there were no others, by every call that reads", async () => {
    const { call, insert } = await newCollection();
    await insert("ada", "mine", { text: "mine", n: 1 });
    const alone = await Promise.all(reads.map(([path, body]) => call("ada", path, body)));
    for (let n = 0; n < 60; n++) await insert("bob", `a-hidden-${n}`, { text: "hidden", n: n + 5 });
    for (const [index, [path, body]] of reads.entries()) {
      const answer = await call("ada", path, body);
      expect([path, answer.status, told(answer)]).toEqual([path, 200, told(alone[index]!)]);
    }
  });

  it("finds no other item from the place of a cursor, and none of what was there before it was another's", async () => {
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

  it("learns nothing by conditions, bulk calls and jobs", async () => {
    const { call, insert } = await newCollection();
    await insert("bob", "hidden", { n: 5 });
    const condition = { filter: { n: 5 } };
    const fieldModifications = [{ action: "SET_FIELD", fieldPath: "n", setFieldOptions: { value: 6 } }];
    for (const [path, body] of [
      ["/items/remove", { dataItemId: "hidden", condition }],
      ["/items/update", { dataItem: { id: "hidden", data: {} }, condition }],
      ["/items/patch", { patch: { dataItemId: "hidden", fieldModifications }, condition }],
    ] as const) {
      const answers = [
        await call("ada", path, body),
        await call("ada", path, JSON.parse(JSON.stringify(body).replaceAll("hidden", "absent"))),
      ];
      expect(answers.map((answer) => [answer.status, codeIn(answer)])).toEqual([
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
      expect(told(hidden)).toBe(told(absent).replaceAll("absent", "hidden"));
      expect(hidden.body.bulkActionMetadata.totalSuccesses).toBe(0);
    }
    for (const [path, body] of [
      ["/bulk/items/async-remove-by-filter", { filter: condition.filter }],
      ["/bulk/items/async-patch-by-filter", { filter: condition.filter, fieldModifications }],
    ] as const) {
      const { jobId } = (await call("ada", path, body)).body;
      expect(await endOfChange(server, callers, "ada", jobId)).toEqual({ status: "SUCCEEDED", successCount: 0 });
    }
    expect((await call("bob", "/items/query")).body.dataItems).toMatchObject([{ id: "hidden", data: { n: 5 } }]);
  });
});

describe("drafts", () => {
  it("are nothing to whoever is no editor, by every call that reads", async () => {
    const plugins = [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }];
    const { call, insert } = await newCollection(everybody, { plugins });
    const asks = { publishPluginOptions: { includeDraftItems: true } };
    const alone = await Promise.all(reads.map(([path, body]) => call("ada", path, { ...body, ...asks })));
    await insert("ada", "hers", { text: "hidden", n: 7 });
    await insert("owner", "draft", { text: "hidden", n: 8 });
    for (const [index, [path, body]] of reads.entries())
      for (const caller of ["ada", "visitor"] as const) {
        const answer = await call(caller, path, { ...body, ...asks });
        expect([path, told(answer)]).toEqual([path, told(alone[index]!)]);
      }
  });
});

describe("a reference to an item that may not be read", () => {
  it("tells no more of it than the id that the referring item holds", async () => {
    const target = await newCollection({ ...everybody, read: "CMS_EDITOR" });
    const meta = { referencedCollectionId: target.dataCollectionId };
    const fields = [
      { key: "of", type: "REFERENCE", typeMetadata: { reference: meta } },
      { key: "all", type: "MULTI_REFERENCE", typeMetadata: { multiReference: meta } },
    ];
    const { call, insert } = await newCollection(everybody, { fields });
    await target.insert("owner", "there", { n: 1, tags: ["a", "b"] });
    await insert("ada", "to-there", { of: "there" });
    await insert("ada", "to-nothing", { of: "nowhere" });
    const name = (id: string) => id;
    // Each says the same of an item that is there and of one that is not.
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
    // What cannot be read cannot be referred to, be it there or not.
    const refer = (referencedItemId: string) =>
      call("ada", "/bulk/items/insert-references", {
        dataItemReferences: [{ referringItemFieldName: "all", referringItemId: "to-there", referencedItemId }],
      });
    expect(told(await refer("there"))).toBe(told(await refer("absent")).replaceAll("absent", "there"));
    const asked = (referencedItemId: string) =>
      call("ada", "/items/is-referenced", {
        referringItemFieldName: "all",
        referringItemId: "to-there",
        referencedItemId,
      });
    expect(told(await asked("there"))).toBe(told(await asked("absent")));
  });
});

describe("a value that may be there once", () => {
  const unique = { fields: [{ key: "isbn", type: "TEXT", unique: true }] };

  it("is refused to whoever may insert, whoever's item has it, and says no more than the field", async () => {
    const { call, insert, dataCollectionId } = await newCollection(ownOnly, unique);
    await insert("bob", "hidden", { isbn: "1", text: "hush" });
    const refused = await insert("ada", "mine", { isbn: "1" });
    expect([refused.status, codeIn(refused)]).toEqual([409, "VALUE_TAKEN"]);
    expect(told(refused)).not.toMatch(/hidden|hush|data_unique/);
    const bulk = await call("ada", "/bulk/items/insert", { dataItems: [{ id: "mine", data: { isbn: "1" } }] });
    expect(told(bulk)).not.toMatch(/hidden|hush|data_unique/);
    await insert("ada", "other", { isbn: "2" });
    const update = await call("ada", "/items/update", { dataItem: { id: "other", data: { isbn: "1" } } });
    expect([codeIn(update), told(update).includes("hush")]).toEqual(["VALUE_TAKEN", false]);
    expect(dataCollectionId).toBeDefined();
  });

  it("is told to nobody who may write nothing", async () => {
    const levels = { ...ownOnly, insert: "CMS_EDITOR", update: "SITE_MEMBER_AUTHOR" } as const;
    const { call, insert } = await newCollection(levels, unique);
    await insert("owner", "hidden", { isbn: "1" });
    expect(codeIn(await insert("ada", "mine", { isbn: "1" }))).toBe("WDE0027");
    expect(codeIn(await call("ada", "/items/save", { dataItem: { data: { isbn: "1" } } }))).toBe("WDE0027");
    const update = await call("ada", "/items/update", { dataItem: { id: "hidden", data: { isbn: "1" } } });
    expect(codeIn(update)).toBe("WDE0073");
  });
});
