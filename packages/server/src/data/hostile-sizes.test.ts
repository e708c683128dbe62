import { expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";

/** What is small as it is sent, and large as what it is made into. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const everybody = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Heaps", everybody, {
  fields: [{ key: "of", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Heaps" } } }],
});
const dataCollectionId = "Heaps";
const call = (path: string, body: object) =>
  callers.call("visitor", `/wix-data/v2${path}`, { dataCollectionId, ...body });

const heap = () => Array.from({ length: 150_000 }, () => ({}));
const ids = Array.from({ length: 16 }, (_, index) => `heap${index}`);

it("of an item that fits in nothing, no more is told than helps", async () => {
  await putCollection(server, callers, "Strict", everybody, { strict: true, fields: [{ key: "title", type: "TEXT" }] });
  const data = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`field${index}`, 1]));
  const answer = await callers.call("visitor", "/wix-data/v2/items", {
    dataCollectionId: "Strict",
    dataItem: { data: { title: 1, ...data } },
  });
  const { fieldViolations } = answer.body.details.validationError;
  expect([answer.status, fieldViolations.length]).toEqual([400, 100]);
  expect(fieldViolations[0]).toMatchObject({ field: "dataItem.data.title" });
});

/** The longest time that the process did nothing else. */
async function longestBusy(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await work();
  clearInterval(timer);
  return longest;
}

it("items of many values are changed, told and removed without keeping the server from others", async () => {
  for (const id of ids)
    expect((await call("/items", { dataItem: { id, data: { heap: heap(), of: id } } })).status).toBe(200);
  const set = { action: "SET_FIELD", fieldPath: "n", setFieldOptions: { value: 1 } };
  const patches = ids.map((dataItemId) => ({ dataItemId, fieldModifications: [set] }));
  const busy = await longestBusy(async () => {
    const { status, body } = await call("/bulk/items/patch", { patches });
    expect([status, body.bulkActionMetadata.totalSuccesses]).toEqual([200, ids.length]);
  });
  // Each by itself takes a fifth of a second at most; all of them together took seconds.
  expect(busy).toBeLessThan(1_000);
  const told = await call("/items/query", { query: { paging: { limit: 3 } }, includeReferences: [{ field: "of" }] });
  const [first] = told.body.dataItems;
  expect([first.data.n, first.data.of.n, first.data.of.heap.length, first.data.of.of]).toEqual([
    1,
    1,
    150_000,
    "heap0",
  ]);
  const removed = await call("/bulk/items/remove", { dataItemIds: ids });
  expect(removed.body.bulkActionMetadata.totalSuccesses).toBe(ids.length);
}, 60_000);

it("a list is searched no oftener than a server has time for", async () => {
  const list = Array.from({ length: 200_000 }, (_, index) => index % 10);
  await call("/items", { dataItem: { id: "numbers", data: { list } } });
  await call("/items", { dataItem: { id: "objects", data: { list: heap() } } });
  const without = (value: unknown, fieldPath = "list") => ({
    action: "REMOVE_FROM_ARRAY",
    fieldPath,
    removeFromArrayOptions: { value },
  });
  const patch = (dataItemId: string, fieldModifications: object[]) =>
    call("/items/patch", { patch: { dataItemId, fieldModifications } });
  const few = await patch("numbers", [without(1), without(2), without(-0)]);
  expect([few.status, few.body.dataItem.data.list.length]).toEqual([200, 140_000]);
  const many = await patch("objects", Array(100).fill(without({ a: 1 })));
  expect([many.status, codeIn(many)]).toEqual([400, "ITEM_INVALID"]);
  const bulk = await call("/bulk/items/patch", {
    patches: Array(20).fill({ dataItemId: "numbers", fieldModifications: Array(10).fill(without("none")) }),
  });
  // 140,000 values are looked at 142 times at most.
  expect([bulk.status, bulk.body.bulkActionMetadata]).toMatchObject([200, { totalSuccesses: 14, totalFailures: 6 }]);
}, 60_000);
