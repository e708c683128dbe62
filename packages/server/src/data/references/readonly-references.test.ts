import { describe, expect, it } from "vitest";
import { type CallerName, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";

type Item = Record<string, unknown>;
const siteHooks = {
  Judged: {
    beforeInsert: (item: Item) => ({ ...item, prizes: ["p3"] }),
    beforeUpdate: (item: Item) => (item["title"] === "kept" ? item : { ...item, prizes: ["p2"] }),
  },
};
const server = await createTestServer({ rateLimits: false, siteHooks });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const many = (key: string, more: object, referencingFieldKey?: string) => ({
  key,
  type: "MULTI_REFERENCE" as const,
  typeMetadata: {
    multiReference: { referencedCollectionId: "Prizes", ...(referencingFieldKey && { referencingFieldKey }) },
  },
  ...more,
});
await putCollection(server, callers, "Prizes", publicLevels);
for (const [id, others] of [
  ["Books", ["books", "firsts"]],
  ["Judged", []],
] as const)
  await putCollection(server, callers, id, publicLevels, {
    fields: [
      many("prizes", { readOnly: true }, others[0]),
      many("first", { immutable: true }, others[1]),
      { key: "title", type: "TEXT" },
    ],
  });

const call = (caller: CallerName, path: string, body: object, dataCollectionId = "Books") =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
const references = (field: string, item: string, ids: string[]) =>
  ids.map((referencedItemId) => ({ referringItemFieldName: field, referringItemId: item, referencedItemId }));
type Way = "insert" | "remove" | "replace";
const change = (caller: CallerName, way: Way, field: string, item: string, ids: string[], collection?: string) =>
  way === "replace"
    ? call(
        caller,
        "/items/replace-references",
        { referringItemFieldName: field, referringItemId: item, newReferencedItemIds: ids },
        collection,
      )
    : call(caller, `/bulk/items/${way}-references`, { dataItemReferences: references(field, item, ids) }, collection);
const write = (caller: CallerName, path: "" | "/update" | "/save", id: string, data: object, collection?: string) =>
  call(caller, `/items${path}`, { dataItem: { id, data }, saveReferences: true }, collection);
const listed = async (field: string, item: string, collection?: string) =>
  (
    await call("owner", "/items/query-referenced", { referringItemFieldName: field, referringItemId: item }, collection)
  ).body.results.map(({ dataItem }: { dataItem: { id: string } }) => dataItem.id);
const violationsIn = ({ body }: TestResponse) =>
  body.details?.validationError?.fieldViolations.map(
    ({ field, violatedRule }: { field: string; violatedRule: string }) => `${field} ${violatedRule}`,
  );
const refusedAt = (key: string) => [`dataItem.data.${key} FIELD_NOT_ALLOWED`];

for (const id of ["p1", "p2", "p3"]) await call("owner", "/items", { dataItem: { id, data: {} } }, "Prizes");
let books = 0;
async function newBook(prizes: string[], first: string[], collection?: string): Promise<string> {
  const id = `b${++books}`;
  await call("owner", "/items", { dataItem: { id, data: {} }, suppressHooks: true }, collection);
  await change("owner", "replace", "prizes", id, prizes, collection);
  await change("owner", "replace", "first", id, first, collection);
  return id;
}

describe("references of a read-only field", () => {
  it("are changed only by the owner, by every call", async () => {
    const id = await newBook(["p1", "p2"], []);
    for (const caller of ["visitor", "ada", "editor"] as const) {
      expect(violationsIn(await change(caller, "insert", "prizes", id, ["p3"]))).toEqual(refusedAt("prizes"));
      expect(violationsIn(await change(caller, "remove", "prizes", id, ["p1"]))).toEqual(refusedAt("prizes"));
      for (const ids of [[], ["p1"], ["p2", "p1"], ["p1", "p2", "p3"]])
        expect(violationsIn(await change(caller, "replace", "prizes", id, ids))).toEqual(refusedAt("prizes"));
      for (const path of ["/update", "/save"] as const)
        expect(violationsIn(await write(caller, path, id, { prizes: ["p3"] }))).toEqual(refusedAt("prizes"));
      for (const path of ["", "/save"] as const)
        expect(violationsIn(await write(caller, path, "new", { prizes: ["p3"] }))).toEqual(refusedAt("prizes"));
    }
    expect(await listed("prizes", id)).toEqual(["p1", "p2"]);
    expect((await call("owner", "/items/query", { query: { filter: { _id: "new" } } })).body.dataItems).toEqual([]);
    expect((await change("owner", "insert", "prizes", id, ["p3"])).status).toBe(200);
    expect(await listed("prizes", id)).toEqual(["p1", "p2", "p3"]);
  });

  it("may be sent unchanged", async () => {
    const id = await newBook(["p1", "p2"], []);
    const answers = [
      await change("ada", "insert", "prizes", id, ["p2"]),
      await change("ada", "remove", "prizes", id, ["p3"]),
      await change("ada", "replace", "prizes", id, ["p1", "p2"]),
      await write("ada", "/update", id, { title: "t", prizes: ["p1", { _id: "p2" }] }),
      await write("ada", "/save", id, { title: "t" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await listed("prizes", id)).toEqual(["p1", "p2"]);
  });

  it("are not changed from the other side or together with another field", async () => {
    const id = await newBook(["p1"], []);
    expect(violationsIn(await change("ada", "insert", "books", "p2", [id], "Prizes"))).toEqual(refusedAt("books"));
    expect(violationsIn(await change("ada", "remove", "books", "p1", [id], "Prizes"))).toEqual(refusedAt("books"));
    expect(violationsIn(await change("ada", "replace", "books", "p3", [id], "Prizes"))).toEqual(refusedAt("books"));
    const both = [...references("first", id, ["p1"]), ...references("prizes", id, ["p2"])];
    expect(violationsIn(await call("ada", "/bulk/items/insert-references", { dataItemReferences: both }))).toEqual(
      refusedAt("prizes"),
    );
    expect([await listed("prizes", id), await listed("first", id)]).toEqual([["p1"], []]);
  });

  it("are set by hooks, but not by their callers", async () => {
    expect(violationsIn(await write("ada", "", "h", { prizes: ["p1"] }, "Judged"))).toEqual(refusedAt("prizes"));
    expect((await write("ada", "", "h", { title: "a" }, "Judged")).status).toBe(200);
    expect(await listed("prizes", "h", "Judged")).toEqual(["p3"]);
    for (const path of ["/update", "/save"] as const)
      expect(violationsIn(await write("ada", path, "h", { prizes: ["p1"] }, "Judged"))).toEqual(refusedAt("prizes"));
    expect((await write("ada", "/update", "h", { prizes: ["p3"], title: "kept" }, "Judged")).status).toBe(200);
    expect(await listed("prizes", "h", "Judged")).toEqual(["p3"]);
    expect((await write("ada", "/update", "h", { title: "b" }, "Judged")).status).toBe(200);
    expect(await listed("prizes", "h", "Judged")).toEqual(["p2"]);
  });

  it("are ignored without saveReferences, with and without hooks", async () => {
    for (const collection of ["Books", "Judged"]) {
      const { status } = await call("ada", "/items", { dataItem: { data: { prizes: ["p1"] } } }, collection);
      expect([collection, status]).toEqual([collection, 200]);
    }
  });
});

describe("references of an immutable field", () => {
  it("are set once, and kept for every caller", async () => {
    const id = await newBook([], []);
    expect((await change("ada", "insert", "first", id, ["p1", "p2"])).status).toBe(200);
    for (const caller of ["ada", "owner"] as const) {
      expect(violationsIn(await change(caller, "insert", "first", id, ["p3"]))).toEqual(refusedAt("first"));
      expect(violationsIn(await change(caller, "remove", "first", id, ["p1"]))).toEqual(refusedAt("first"));
      expect(violationsIn(await change(caller, "replace", "first", id, []))).toEqual(refusedAt("first"));
      expect(violationsIn(await write(caller, "/update", id, { first: null }))).toEqual(refusedAt("first"));
      expect((await write(caller, "/update", id, { first: ["p1", "p2"] })).status).toBe(200);
    }
    expect(await listed("first", id)).toEqual(["p1", "p2"]);
    expect((await write("ada", "", "whole", { first: ["p3"] })).status).toBe(200);
    expect(await listed("first", "whole")).toEqual(["p3"]);
  });

  it("are set by one of two concurrent requests from the other side", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await newBook([], []);
      const answers = await Promise.all(
        ["p1", "p2", "p3"].map((prize) => change("ada", "insert", "firsts", prize, [id], "Prizes")),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      expect(await listed("first", id)).toHaveLength(1);
    }
  });
});
