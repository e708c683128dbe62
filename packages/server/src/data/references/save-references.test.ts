import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({
  rateLimits: false,
  siteHooks: {
    Hooked: {
      beforeInsert: (item: Record<string, unknown>) => ({ ...item, all: [...(item["all"] as string[]), "t3"] }),
      beforeUpdate: (item: Record<string, unknown>) => item,
    },
  },
});
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const many = (key: string, referencedCollectionId: string, referencingFieldKey?: string) => ({
  key,
  type: "MULTI_REFERENCE" as const,
  typeMetadata: { multiReference: { referencedCollectionId, ...(referencingFieldKey && { referencingFieldKey }) } },
});
await putCollection(server, callers, "Targets", publicLevels);
await putCollection(server, callers, "Secrets", { ...publicLevels, read: "CMS_EDITOR" });
for (const id of ["Leads", "Hooked"])
  await putCollection(server, callers, id, publicLevels, {
    fields: [many("all", "Targets"), many("hidden", "Secrets")],
  });
const call = (caller: CallerName, path: string, body: object, dataCollectionId = "Leads") =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
for (const id of ["t1", "t2", "t3"]) await call("owner", "/items", { dataItem: { id, data: {} } }, "Targets");
await call("owner", "/items", { dataItem: { id: "s", data: {} } }, "Secrets");

const write = (path: "" | "/update" | "/save", id: string, data: object, more: object = {}, collection?: string) =>
  call("ada", `/items${path}`, { dataItem: { id, data }, saveReferences: true, ...more }, collection);
const listed = async (id: string, field = "all", collection?: string) =>
  (
    await call("owner", "/items/query-referenced", { referringItemFieldName: field, referringItemId: id }, collection)
  ).body.results.map(({ dataItem }: { dataItem: { id: string } }) => dataItem.id);

describe("saveReferences", () => {
  it("sets references of inserted, updated and saved items, by ids or items", async () => {
    const inserted = await write("", "a", { n: 1, all: ["t2", { _id: "t1", title: "whole" }] });
    expect(inserted.body.dataItem.data).toMatchObject({ _id: "a", n: 1 });
    expect(inserted.body.dataItem.data).not.toHaveProperty("all");
    expect(await listed("a")).toEqual(["t2", "t1"]);
    await write("/update", "a", { n: 2, all: ["t3"] });
    expect(await listed("a")).toEqual(["t3"]);
    // Omitted fields stay; null removes all references.
    await write("/update", "a", { n: 3 });
    expect(await listed("a")).toEqual(["t3"]);
    await write("/save", "a", { all: null });
    expect(await listed("a")).toEqual([]);
    const included = await write("/save", "b", { all: ["t1"] }, { includeReferencedItems: [{ field: "all" }] });
    expect(included.body).toMatchObject({ action: "INSERTED", dataItem: { data: { all: [{ _id: "t1" }] } } });
  });

  it("writes nothing if an included field is no reference", async () => {
    const more = { saveReferences: false, includeReferencedItems: [{ field: "n" }] };
    for (const path of ["", "/save"] as const) expect(codeIn(await write(path, "none", {}, more))).toBe("WDE0020");
    await write("", "same", { n: 1 });
    for (const path of ["/update", "/save"] as const)
      expect(codeIn(await write(path, "same", { n: 2 }, more))).toBe("WDE0020");
    const { body } = await call("ada", "/items/query", { query: { filter: { _id: { $in: ["none", "same"] } } } });
    expect(body.dataItems.map(({ data }: { data: { n: number } }) => data.n)).toEqual([1]);
  });

  it("has no effect unless requested", async () => {
    await write("", "c", { all: ["t1"] });
    for (const saveReferences of [false, null, undefined])
      await write("/update", "c", { all: ["t2"] }, { saveReferences });
    expect(await listed("c")).toEqual(["t1"]);
    expect(codeIn(await write("/update", "c", {}, { saveReferences: "yes" }))).toBe("WDE0018");
  });

  it("writes neither item nor references if one of them is invalid", async () => {
    const many = Array.from({ length: 1001 }, (_, index) => String(index));
    for (const [all, code] of [
      ["t1", "WDE0021"],
      [{}, "WDE0021"],
      [["t1", 5], "WDE0019"],
      [[{ title: "no id" }], "WDE0019"],
      [[null], "WDE0019"],
      [[{ _id: 5 }], "WDE0007"],
      [["t1", "none"], "WDE0021"],
      [["t1", ""], "WDE0019"],
      [many, "WDE0006"],
    ] as const) {
      for (const path of ["", "/save"] as const) {
        const refused = await write(path, "d", { all });
        expect([all, path, refused.status, codeIn(refused)]).toEqual([all, path, 400, code]);
      }
    }
    expect((await call("owner", "/items/count", { filter: { _id: "d" } })).body).toEqual({ totalCount: 0 });
    await write("", "e", { n: 1, all: ["t1"] });
    expect(codeIn(await write("/update", "e", { n: 2, all: ["none"] }))).toBe("WDE0021");
    const stored = await call("owner", "/items/query", { query: { filter: { _id: "e" } } });
    expect(stored.body.dataItems[0].data.n).toBe(1);
    expect(await listed("e")).toEqual(["t1"]);
  });

  it("rejects references to unreadable items", async () => {
    const [hidden, absent] = [await write("", "f", { hidden: ["s"] }), await write("", "f", { hidden: ["none"] })];
    expect([codeIn(hidden), codeIn(absent)]).toEqual(["WDE0021", "WDE0021"]);
    expect(JSON.stringify(hidden.body)).toBe(JSON.stringify(absent.body).replaceAll("none", "s"));
    await call("owner", "/items", { dataItem: { id: "f", data: { hidden: ["s"] } }, saveReferences: true });
    expect(await listed("f", "hidden")).toEqual(["s"]);
  });

  it("works with hooks", async () => {
    await write("", "h", { all: ["t1"] }, {}, "Hooked");
    expect(await listed("h", "all", "Hooked")).toEqual(["t1", "t3"]);
    await write("/update", "h", { all: ["t2"] }, {}, "Hooked");
    expect(await listed("h", "all", "Hooked")).toEqual(["t2"]);
  });

  it("requires the same access to mirror fields as reference calls", async () => {
    const authors = { ...publicLevels, update: "SITE_MEMBER_AUTHOR" } as const;
    await putCollection(server, callers, "Tags", publicLevels);
    await putCollection(server, callers, "Recipes", authors, { fields: [many("tags", "Tags", "recipes")] });
    await call("bob", "/items", { dataItem: { id: "his", data: {} } }, "Recipes");
    const refused = await write("", "mine", { recipes: ["his"] }, {}, "Tags");
    expect([refused.status, codeIn(refused)]).toEqual([403, "WDE0027"]);
    expect((await call("owner", "/items/count", {}, "Tags")).body).toEqual({ totalCount: 0 });
    await call("bob", "/items", { dataItem: { id: "tag", data: { recipes: ["his"] } }, saveReferences: true }, "Tags");
    expect(await listed("his", "tags", "Recipes")).toEqual(["tag"]);
  });
});
