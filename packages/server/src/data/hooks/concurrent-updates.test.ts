import { expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";

type Item = Record<string, unknown>;
const concurrentWrites: (() => Promise<unknown>)[] = [];
const hookInputs: unknown[] = [];
const beforeUpdate = async (item: Item) => {
  hookInputs.push([item["score"], item["note"]]);
  await concurrentWrites.shift()?.();
  return item;
};
const afterUpdate = (item: Item) => item;
const siteHooks = { Raced: { beforeUpdate }, Plain: { beforeUpdate }, Told: { afterUpdate } };
const server = await createTestServer({ rateLimits: false, siteHooks });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const fields = [
  { key: "title", type: "TEXT" },
  { key: "score", type: "NUMBER", hidden: true },
  { key: "note", type: "TEXT", readOnly: true },
] as const;
for (const id of ["Raced", "Told"]) await putCollection(server, callers, id, publicLevels, { fields: [...fields] });
await putCollection(server, callers, "Plain", publicLevels, { fields: [fields[0]] });

const call = (caller: CallerName, collection: string, path: string, body: object) =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: collection, ...body });
const updateAsOwner = (collection: string, id: string, data: object) =>
  call("owner", collection, "/items/update", { dataItem: { id, data }, suppressHooks: true });
const storedFields = async (collection: string, id: string) => {
  const { dataItems } = (await call("owner", collection, "/items/query", { query: { filter: { _id: id } } })).body;
  const { title, score, note } = dataItems[0].data;
  return { title, score, note };
};
const newItem = (collection: string, id: string) =>
  call("owner", collection, "/items", { dataItem: { id, data: { title: "one", score: 1, note: "a" } } });

it.each(["/items/update", "/items/save"])(
  "%s keeps concurrent changes of fields that the caller may not write",
  async (path) => {
    const id = path.slice(7);
    await newItem("Raced", id);
    hookInputs.length = 0;
    concurrentWrites.push(() => updateAsOwner("Raced", id, { title: "one", score: 7, note: "b" }));
    const response = await call("ada", "Raced", path, { dataItem: { id, data: { title: "two" } } });
    expect(response.status).toBe(200);
    expect(await storedFields("Raced", id)).toEqual({ title: "two", score: 7, note: "b" });
    // The hook runs again with the current item.
    expect(hookInputs).toEqual([
      [1, "a"],
      [7, "b"],
    ]);
  },
);

it("a bulk update keeps concurrent changes, too", async () => {
  await newItem("Raced", "bulk");
  concurrentWrites.push(() => updateAsOwner("Raced", "bulk", { score: 8, note: "c" }));
  await call("ada", "Raced", "/bulk/items/update", { dataItems: [{ id: "bulk", data: { title: "two" } }] });
  expect(await storedFields("Raced", "bulk")).toEqual({ title: "two", score: 8, note: "c" });
});

it("an update is rejected if its condition no longer matches, or after five concurrent changes", async () => {
  await newItem("Raced", "met");
  concurrentWrites.push(() => updateAsOwner("Raced", "met", { title: "else", score: 2 }));
  const condition = { filter: { title: "one" } };
  const refused = await call("ada", "Raced", "/items/update", { dataItem: { id: "met", data: {} }, condition });
  expect(codeIn(refused)).toBe("CONDITION_NOT_MET");
  expect(await storedFields("Raced", "met")).toEqual({ title: "else", score: 2 });
  for (let round = 1; round <= 9; round += 1)
    concurrentWrites.push(() => updateAsOwner("Raced", "met", { score: round }));
  const never = await call("ada", "Raced", "/items/update", { dataItem: { id: "met", data: { title: "two" } } });
  expect(codeIn(never)).toBe("CONDITION_NOT_MET");
  expect(concurrentWrites.splice(0)).toHaveLength(4);
  expect(await storedFields("Raced", "met")).toEqual({ score: 5 });
});

it("an update without protected fields runs its hook once, despite concurrent changes", async () => {
  await newItem("Plain", "p");
  hookInputs.length = 0;
  concurrentWrites.push(() => updateAsOwner("Plain", "p", { title: "else" }));
  await call("ada", "Plain", "/items/update", { dataItem: { id: "p", data: { title: "two" } } });
  expect(hookInputs).toHaveLength(1);
  expect((await storedFields("Plain", "p")).title).toBe("two");
});

it("an update with only an after hook is written once", async () => {
  await newItem("Told", "t");
  const write = { dataItem: { id: "t", data: { title: "two" } } };
  expect((await call("ada", "Told", "/items/update", write)).status).toBe(200);
  expect(await storedFields("Told", "t")).toEqual({ title: "two", score: 1, note: "a" });
});
