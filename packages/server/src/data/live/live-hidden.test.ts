import { expect, it } from "vitest";
import { type CallerName, createCallers, putCollection } from "../../../test/data/collections.ts";
import { listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const everybody = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const meta = { multiReference: { referencedCollectionId: "Watched" } };
await putCollection(server, callers, "Watched", everybody, {
  fields: [
    { key: "title", type: "TEXT" },
    { key: "note", type: "TEXT", hidden: true },
    { key: "inside", type: "MULTI_REFERENCE", typeMetadata: meta, hidden: true },
    { key: "outside", type: "MULTI_REFERENCE", typeMetadata: meta },
  ],
});
const call = async (caller: CallerName, path: string, body: object) => {
  const answer = await callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: "Watched", ...body });
  expect(answer.status).toBe(200);
};
const hear = (caller: CallerName, body: object = {}) =>
  listen(server.fetch, callers.tokens[caller], { dataCollectionId: "Watched", ...body });
const set = (id: string, data: object) => call("owner", "/items/save", { dataItem: { id, data } });
const refer = (field: string, ids: string[]) =>
  call("owner", "/items/replace-references", {
    referringItemFieldName: field,
    referringItemId: "a",
    newReferencedItemIds: ids,
  });

it("a live query tells nothing of fields that are hidden, nor that they have changed", {
  timeout: 30_000,
}, async () => {
  await set("a", { title: "a", note: "xyzzy" });
  await set("b", { title: "b" });
  const heard = await hear("ada");
  const named = await hear("ada", { filter: { note: "xyzzy" }, fields: ["note", "title"] });
  const unless = await hear("ada", { filter: { note: null }, fields: ["note", "title"] });
  // Its filter leads to other items, which is another statement.
  const far = await hear("ada", { filter: { "outside.title": { $ne: "z" }, "outside.note": { $ne: "xyzzy" } } });
  const farther = await hear("ada", { filter: { "outside.note": "xyzzy" } });
  const editor = await hear("editor");
  const all = [heard, named, unless, far, farther, editor];
  for (const { received: told } of all) await expect.poll(() => told).toEqual(["reset"]);
  const next = async (event: string) => {
    for (const one of [heard, unless, far, editor])
      await expect.poll(() => one.received.at(-1), { timeout: 5_000 }).toBe(event);
  };
  // Each is told of before the next, which would otherwise cover it.
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
  const told = ["reset", "inserted c", "updated a", "removed c", "updated a"];
  expect([heard.received, unless.received, far.received]).toEqual([told, told, told]);
  expect([named.received, farther.received]).toEqual([["reset"], ["reset"]]);
  for (const one of [heard, unless, named, far, farther]) expect(one.text()).not.toMatch(/xyzzy|"note"/);
  expect(editor.items.get("a")).toMatchObject({ note: "xyzzy" });
  await Promise.all(all.map(({ stop }) => stop()));
});

it("a live query hears of another collection's field that has the name of a hidden one", {
  timeout: 30_000,
}, async () => {
  await putCollection(server, callers, "Beside", everybody, {
    fields: [{ key: "inside", type: "MULTI_REFERENCE", typeMetadata: meta }],
  });
  await putCollection(server, callers, "Listed", everybody, {
    fields: [
      { key: "inside", type: "TEXT", hidden: true },
      { key: "beside", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Beside" } } },
    ],
  });
  await set("target", {});
  await call("owner", "/items", { dataCollectionId: "Beside", dataItem: { id: "middle", data: {} } });
  await call("owner", "/items", { dataCollectionId: "Listed", dataItem: { id: "listed", data: { beside: "middle" } } });
  const heard = await hear("ada", { dataCollectionId: "Listed", filter: { "beside.inside": "target" } });
  await expect.poll(() => heard.received).toEqual(["reset"]);
  const references = { referringItemFieldName: "inside", referringItemId: "middle", newReferencedItemIds: ["target"] };
  await call("owner", "/items/replace-references", { dataCollectionId: "Beside", ...references });
  await expect.poll(() => heard.received, { timeout: 5_000 }).toEqual(["reset", "inserted listed"]);
  await heard.stop();
});
