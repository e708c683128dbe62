import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";

/** Response times reveal nothing: an unreadable item causes the same statements as a missing one. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const own = {
  read: "SITE_MEMBER_AUTHOR",
  insert: "SITE_MEMBER",
  update: "SITE_MEMBER_AUTHOR",
  remove: "SITE_MEMBER_AUTHOR",
} as const;
const target = { referencedCollectionId: "Diary" };
await putCollection(server, callers, "Diary", own, {
  fields: [
    { key: "one", type: "REFERENCE", typeMetadata: { reference: target } },
    { key: "many", type: "MULTI_REFERENCE", typeMetadata: { multiReference: target } },
  ],
});
const dataCollectionId = "Diary";
const send = (path: string, body: object) => callers.call("ada", `/wix-data/v2/${path}`, { dataCollectionId, ...body });
const insert = (caller: "ada" | "bob", id: string) =>
  callers.call(caller, "/wix-data/v2/items", { dataCollectionId, dataItem: { id, data: { one: "hidden" } } });
await insert("ada", "own");
await insert("bob", "hidden");

const reference = (referringItemId: string, referencedItemId: string) => ({
  ...{ referringItemFieldName: "many", referringItemId, referencedItemId },
});
const increment = { action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1 } };
const calls: Record<string, (id: string) => Promise<unknown>> = {
  get: (id) => callers.call("ada", `/wix-data/v2/items/${id}?dataCollectionId=Diary`, {}, "GET"),
  query: (id) => send("items/query", { query: { filter: { _id: id } } }),
  count: (id) => send("items/count", { filter: { _id: id } }),
  "count through a reference": (id) => send("items/count", { filter: { "one._id": id } }),
  update: (id) => send("items/update", { dataItem: { id, data: {} } }),
  "update, in bulk": (id) => send("bulk/items/update", { dataItems: [{ id, data: {} }] }),
  patch: (id) => send("items/patch", { patch: { dataItemId: id, fieldModifications: [increment] } }),
  remove: (id) => send("items/remove", { dataItemId: id }),
  "remove, in bulk": (id) => send("bulk/items/remove", { dataItemIds: [id] }),
  "queryReferenced, of the item": (id) => send("items/query-referenced", reference(id, "own")),
  "isReferenced, to the item": (id) => send("items/is-referenced", reference("own", id)),
  insertReferences: (id) => send("bulk/items/insert-references", { dataItemReferences: [reference("own", id)] }),
  replaceReferences: (id) => send("items/replace-references", { ...reference("own", id), newReferencedItemIds: [id] }),
};

/** The statements on items that a request sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const texts = query.mock.calls.map(([requested]: unknown[]) =>
    typeof requested === "string" ? requested : (requested as { text: string }).text,
  );
  query.mockRestore();
  return texts.filter((text) => /(from|join|update|into) data_items/.test(text));
}

describe("an item that may not be read", () => {
  it.each(Object.keys(calls))("is queried like a missing one by %s", async (name) => {
    const call = calls[name]!;
    // Fills the caches.
    await call("none");
    const absent = await statementsOf(() => call("none"));
    expect(absent.length).toBeGreaterThan(0);
    expect(await statementsOf(() => call("hidden"))).toEqual(absent);
    expect(await call("hidden")).toMatchObject({ status: ((await call("none")) as { status: number }).status });
  });
});
