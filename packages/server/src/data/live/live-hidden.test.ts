import { expect, it } from "vitest";
import { type CallerName, createCallers, putCollection } from "../../../test/data/collections.ts";
import { listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const meta = { multiReference: { referencedCollectionId: "Watched" } };
await putCollection(server, callers, "Watched", publicLevels, {
  fields: [
    { key: "title", type: "TEXT" },
    { key: "note", type: "TEXT", hidden: true },
    { key: "inside", type: "MULTI_REFERENCE", typeMetadata: meta, hidden: true },
    { key: "outside", type: "MULTI_REFERENCE", typeMetadata: meta },
  ],
});
const call = async (caller: CallerName, path: string, body: object) => {
  const response = await callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: "Watched", ...body });
  expect(response.status).toBe(200);
};
const subscribe = (caller: CallerName, body: object = {}) =>
  listen(server.fetch, callers.tokens[caller], { dataCollectionId: "Watched", ...body });
const set = (id: string, data: object) => call("owner", "/items/save", { dataItem: { id, data } });
const refer = (field: string, ids: string[]) =>
  call("owner", "/items/replace-references", {
    referringItemFieldName: field,
    referringItemId: "a",
    newReferencedItemIds: ids,
  });

it("a live query reveals neither hidden fields nor their changes", {
  timeout: 30_000,
}, async () => {
  await set("a", { title: "a", note: "xyzzy" });
  await set("b", { title: "b" });
  const subscriber = await subscribe("ada");
  const byHiddenField = await subscribe("ada", { filter: { note: "xyzzy" }, fields: ["note", "title"] });
  const byHiddenNull = await subscribe("ada", { filter: { note: null }, fields: ["note", "title"] });
  // A filter on other items uses another statement.
  const related = await subscribe("ada", {
    filter: { "outside.title": { $ne: "z" }, "outside.note": { $ne: "xyzzy" } },
  });
  const relatedHidden = await subscribe("ada", { filter: { "outside.note": "xyzzy" } });
  const editor = await subscribe("editor");
  const all = [subscriber, byHiddenField, byHiddenNull, related, relatedHidden, editor];
  for (const { received: events } of all) await expect.poll(() => events).toEqual(["reset"]);
  const next = async (event: string) => {
    for (const one of [subscriber, byHiddenNull, related, editor])
      await expect.poll(() => one.received.at(-1), { timeout: 5_000 }).toBe(event);
  };
  // Each change is polled before the next, which would otherwise replace it.
  await set("a", { title: "a", note: "xyzzy two" });
  await expect.poll(() => editor.received.at(-1)).toBe("updated a");
  await set("b", { title: "b", note: "xyzzy" });
  await expect.poll(() => editor.received.at(-1)).toBe("updated b");
  await refer("inside", ["b"]);
  await expect.poll(() => editor.received.at(-1)).toBe("updated a");
  await set("c", { title: "c", note: "xyzzy" });
  await next("inserted c");
  await set("a", { title: "a again", note: "xyzzy" });
  await next("updated a");
  await call("owner", "/items/remove", { dataItemId: "c" });
  await next("removed c");
  await refer("outside", ["b"]);
  await next("updated a");
  const events = ["reset", "inserted c", "updated a", "removed c", "updated a"];
  expect([subscriber.received, byHiddenNull.received, related.received]).toEqual([events, events, events]);
  expect([byHiddenField.received, relatedHidden.received]).toEqual([["reset"], ["reset"]]);
  for (const one of [subscriber, byHiddenNull, byHiddenField, related, relatedHidden])
    expect(one.text()).not.toMatch(/xyzzy|"note"/);
  expect(editor.items.get("a")).toMatchObject({ note: "xyzzy" });
  await Promise.all(all.map(({ stop }) => stop()));
});

it("a live query reports changes of another collection's field with the name of a hidden one", {
  timeout: 30_000,
}, async () => {
  await putCollection(server, callers, "Beside", publicLevels, {
    fields: [{ key: "inside", type: "MULTI_REFERENCE", typeMetadata: meta }],
  });
  await putCollection(server, callers, "Listed", publicLevels, {
    fields: [
      { key: "inside", type: "TEXT", hidden: true },
      { key: "beside", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Beside" } } },
    ],
  });
  await set("target", {});
  await call("owner", "/items", { dataCollectionId: "Beside", dataItem: { id: "middle", data: {} } });
  await call("owner", "/items", { dataCollectionId: "Listed", dataItem: { id: "listed", data: { beside: "middle" } } });
  const subscriber = await subscribe("ada", { dataCollectionId: "Listed", filter: { "beside.inside": "target" } });
  await expect.poll(() => subscriber.received).toEqual(["reset"]);
  const references = { referringItemFieldName: "inside", referringItemId: "middle", newReferencedItemIds: ["target"] };
  await call("owner", "/items/replace-references", { dataCollectionId: "Beside", ...references });
  await expect.poll(() => subscriber.received, { timeout: 5_000 }).toEqual(["reset", "inserted listed"]);
  await subscriber.stop();
});
