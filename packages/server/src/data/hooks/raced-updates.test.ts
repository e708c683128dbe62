import { expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";

/** What an editor changes while a hook is asked about somebody else's update. */

type Item = Record<string, unknown>;
const meanwhile: (() => Promise<unknown>)[] = [];
const asked: unknown[] = [];
const beforeUpdate = async (item: Item) => {
  asked.push([item["score"], item["note"]]);
  await meanwhile.shift()?.();
  return item;
};
const afterUpdate = (item: Item) => item;
const siteHooks = { Raced: { beforeUpdate }, Plain: { beforeUpdate }, Told: { afterUpdate } };
const server = await createTestServer({ rateLimits: false, siteHooks });
const callers = await createCallers(server);
const everybody = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const fields = [
  { key: "title", type: "TEXT" },
  { key: "score", type: "NUMBER", hidden: true },
  { key: "note", type: "TEXT", readOnly: true },
] as const;
for (const id of ["Raced", "Told"]) await putCollection(server, callers, id, everybody, { fields: [...fields] });
await putCollection(server, callers, "Plain", everybody, { fields: [fields[0]] });

const call = (caller: CallerName, collection: string, path: string, body: object) =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: collection, ...body });
const judge = (collection: string, id: string, data: object) =>
  call("owner", collection, "/items/update", { dataItem: { id, data }, suppressHooks: true });
const held = async (collection: string, id: string) => {
  const { dataItems } = (await call("owner", collection, "/items/query", { query: { filter: { _id: id } } })).body;
  const { title, score, note } = dataItems[0].data;
  return { title, score, note };
};
const newItem = (collection: string, id: string) =>
  call("owner", collection, "/items", { dataItem: { id, data: { title: "one", score: 1, note: "a" } } });

it.each(["/items/update", "/items/save"])(
  "%s leaves what the caller may not write as others have set it",
  async (path) => {
    const id = path.slice(7);
    await newItem("Raced", id);
    asked.length = 0;
    meanwhile.push(() => judge("Raced", id, { title: "one", score: 7, note: "b" }));
    const answer = await call("ada", "Raced", path, { dataItem: { id, data: { title: "two" } } });
    expect(answer.status).toBe(200);
    expect(await held("Raced", id)).toEqual({ title: "two", score: 7, note: "b" });
    // The hook is asked anew of what there is.
    expect(asked).toEqual([
      [1, "a"],
      [7, "b"],
    ]);
  },
);

it("many at once do so, too", async () => {
  await newItem("Raced", "bulk");
  meanwhile.push(() => judge("Raced", "bulk", { score: 8, note: "c" }));
  await call("ada", "Raced", "/bulk/items/update", { dataItems: [{ id: "bulk", data: { title: "two" } }] });
  expect(await held("Raced", "bulk")).toEqual({ title: "two", score: 8, note: "c" });
});

it("an update whose condition is not met any more is refused, and one that others never leave alone", async () => {
  await newItem("Raced", "met");
  meanwhile.push(() => judge("Raced", "met", { title: "else", score: 2 }));
  const condition = { filter: { title: "one" } };
  const refused = await call("ada", "Raced", "/items/update", { dataItem: { id: "met", data: {} }, condition });
  expect(codeIn(refused)).toBe("CONDITION_NOT_MET");
  expect(await held("Raced", "met")).toEqual({ title: "else", score: 2 });
  for (let round = 1; round <= 9; round += 1) meanwhile.push(() => judge("Raced", "met", { score: round }));
  const never = await call("ada", "Raced", "/items/update", { dataItem: { id: "met", data: { title: "two" } } });
  expect(codeIn(never)).toBe("CONDITION_NOT_MET");
  expect(meanwhile.splice(0)).toHaveLength(4);
  expect(await held("Raced", "met")).toEqual({ score: 5 });
});

it("an update of fields that are everybody's is made once, whoever else writes", async () => {
  await newItem("Plain", "p");
  asked.length = 0;
  meanwhile.push(() => judge("Plain", "p", { title: "else" }));
  await call("ada", "Plain", "/items/update", { dataItem: { id: "p", data: { title: "two" } } });
  expect(asked).toHaveLength(1);
  expect((await held("Plain", "p")).title).toBe("two");
});

it("hooks after an update need nothing of it", async () => {
  await newItem("Told", "t");
  const write = { dataItem: { id: "t", data: { title: "two" } } };
  expect((await call("ada", "Told", "/items/update", write)).status).toBe(200);
  expect(await held("Told", "t")).toEqual({ title: "two", score: 1, note: "a" });
});
