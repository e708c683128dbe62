import { expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";

/** Small requests with large results. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Heaps", publicLevels, {
  fields: [{ key: "of", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Heaps" } } }],
});
const dataCollectionId = "Heaps";
const call = (path: string, body: object) =>
  callers.call("visitor", `/wix-data/v2${path}`, { dataCollectionId, ...body });

const heap = () => Array.from({ length: 150_000 }, () => ({}));
const ids = Array.from({ length: 16 }, (_, index) => `heap${index}`);

it("an item with many violations gets a bounded error", async () => {
  await putCollection(server, callers, "Strict", publicLevels, {
    strict: true,
    fields: [{ key: "title", type: "TEXT" }],
  });
  const data = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`field${index}`, 1]));
  const response = await callers.call("visitor", "/wix-data/v2/items", {
    dataCollectionId: "Strict",
    dataItem: { data: { title: 1, ...data } },
  });
  const { fieldViolations } = response.body.details.validationError;
  expect([response.status, fieldViolations.length]).toEqual([400, 100]);
  expect(fieldViolations[0]).toMatchObject({ field: "dataItem.data.title" });
});

/** The longest time that the event loop was blocked. */
async function maxBlockedMs(work: () => Promise<unknown>): Promise<number> {
  let [maxMs, last] = [0, performance.now()];
  const timer = setInterval(() => {
    maxMs = Math.max(maxMs, performance.now() - last);
    last = performance.now();
  }, 5);
  await work();
  clearInterval(timer);
  return maxMs;
}

it("large items are changed, returned and removed without blocking the event loop", async () => {
  for (const id of ids)
    expect((await call("/items", { dataItem: { id, data: { heap: heap(), of: id } } })).status).toBe(200);
  const set = { action: "SET_FIELD", fieldPath: "n", setFieldOptions: { value: 1 } };
  const patches = ids.map((dataItemId) => ({ dataItemId, fieldModifications: [set] }));
  const busy = await maxBlockedMs(async () => {
    const { status, body } = await call("/bulk/items/patch", { patches });
    expect([status, body.bulkActionMetadata.totalSuccesses]).toEqual([200, ids.length]);
  });
  // Each takes at most 200 ms; together they took seconds.
  expect(busy).toBeLessThan(1_000);
  const received = await call("/items/query", {
    query: { paging: { limit: 3 } },
    includeReferences: [{ field: "of" }],
  });
  const [first] = received.body.dataItems;
  expect([first.data.n, first.data.of.n, first.data.of.heap.length, first.data.of.of]).toEqual([
    1,
    1,
    150_000,
    "heap0",
  ]);
  const removed = await call("/bulk/items/remove", { dataItemIds: ids });
  expect(removed.body.bulkActionMetadata.totalSuccesses).toBe(ids.length);
}, 60_000);

it("the number of list searches is limited", async () => {
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
  // 140,000 values are searched at most 142 times.
  expect([bulk.status, bulk.body.bulkActionMetadata]).toMatchObject([200, { totalSuccesses: 14, totalFailures: 6 }]);
}, 60_000);
