import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { type Operation, publicLevels, testPermissions } from "../../test/data/permissions.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const { ownerIds } = callers;
const authors = [
  { key: "to", type: "MULTI_REFERENCE", typeMetadata: { multiReference: { referencedCollectionId: "Targets" } } },
] as const;
await putCollection(server, callers, "Targets", publicLevels);
await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: "Targets", dataItem: { id: "t", data: {} } });

const field = { referringItemFieldName: "to", referencedItemId: "t" };
const found = (response: { body: { dataItems?: unknown[] } }) => response.body.dataItems?.length === 1;
const filter = (id: string) => ({ _id: id });
const ofAll = { itemCount: {}, resultFieldName: "n" };
const modification = { action: "SET_FIELD", fieldPath: "x", setFieldOptions: { value: 1 } };
const isDone = (response: { body: { bulkActionMetadata?: { totalSuccesses: number } } }) =>
  response.body.bulkActionMetadata?.totalSuccesses === 1;

const operations: Record<string, Operation> = {
  query: {
    right: "read",
    path: "/wix-data/v2/items/query",
    body: (id) => ({ query: { filter: filter(id) } }),
    sees: found,
  },
  search: {
    right: "read",
    path: "/wix-data/v2/items/search",
    body: (id) => ({ search: { filter: filter(id), search: { expression: "word" } } }),
    sees: found,
  },
  count: {
    right: "read",
    path: "/wix-data/v2/items/count",
    body: (id) => ({ filter: filter(id) }),
    sees: ({ body }) => body.totalCount === 1,
  },
  distinct: {
    right: "read",
    path: "/wix-data/v2/items/query-distinct-values",
    body: (id) => ({ fieldName: "text", filter: filter(id) }),
    sees: ({ body }) => body.distinctValues?.length === 1,
  },
  aggregate: {
    right: "read",
    path: "/wix-data/v2/items/aggregate",
    body: (id) => ({ initialFilter: filter(id), aggregation: { groupingFields: ["_id"], operations: [ofAll] } }),
    sees: ({ body }) => body.results?.length === 1,
  },
  pipeline: {
    right: "read",
    path: "/wix-data/v2/items/aggregate-pipeline",
    body: (id) => ({ pipeline: { stages: [{ limit: 1000 }, { filter: filter(id) }] } }),
    sees: ({ body }) => body.results?.length === 1,
  },
  isReferenced: {
    right: "read",
    path: "/wix-data/v2/items/is-referenced",
    body: (id) => ({ ...field, referringItemId: id }),
  },
  queryReferenced: {
    right: "read",
    path: "/wix-data/v2/items/query-referenced",
    body: (id) => ({ referringItemFieldName: "to", referringItemId: id }),
  },
  update: {
    right: "update",
    path: "/wix-data/v2/items/update",
    body: (id) => ({ dataItem: { id, data: { text: "a word" } } }),
  },
  save: {
    right: "update",
    path: "/wix-data/v2/items/save",
    body: (id) => ({ dataItem: { id, data: { text: "a word" } } }),
  },
  patch: {
    right: "update",
    path: "/wix-data/v2/items/patch",
    body: (id) => ({ patch: { dataItemId: id, fieldModifications: [modification] } }),
  },
  bulkUpdate: {
    right: "update",
    path: "/wix-data/v2/bulk/items/update",
    body: (id) => ({ dataItems: [{ id, data: { text: "a word" } }] }),
    sees: isDone,
  },
  bulkSave: {
    right: "update",
    path: "/wix-data/v2/bulk/items/save",
    body: (id) => ({ dataItems: [{ id, data: { text: "a word" } }] }),
    sees: isDone,
  },
  bulkPatch: {
    right: "update",
    path: "/wix-data/v2/bulk/items/patch",
    body: (id) => ({ patches: [{ dataItemId: id, fieldModifications: [modification] }] }),
    sees: isDone,
  },
  insertReferences: {
    right: "update",
    path: "/wix-data/v2/bulk/items/insert-references",
    body: (id) => ({ dataItemReferences: [{ ...field, referringItemId: id }] }),
  },
  removeReferences: {
    right: "update",
    path: "/wix-data/v2/bulk/items/remove-references",
    body: (id) => ({ dataItemReferences: [{ ...field, referringItemId: id }] }),
  },
  replaceReferences: {
    right: "update",
    path: "/wix-data/v2/items/replace-references",
    body: (id) => ({ referringItemFieldName: "to", referringItemId: id, newReferencedItemIds: ["t"] }),
  },
  insert: { right: "insert", path: "/wix-data/v2/items", body: () => ({ dataItem: { data: {} } }) },
  bulkInsert: {
    right: "insert",
    path: "/wix-data/v2/bulk/items/insert",
    body: () => ({ dataItems: [{ data: {} }] }),
    sees: isDone,
  },
  remove: { right: "remove", path: "/wix-data/v2/items/remove", body: (id) => ({ dataItemId: id }) },
  bulkRemove: {
    right: "remove",
    path: "/wix-data/v2/bulk/items/remove",
    body: (id) => ({ dataItemIds: [id] }),
    sees: isDone,
  },
  truncate: { right: "remove", path: "/wix-data/v2/items/truncate", body: () => ({}), requiresEditor: true },
};

testPermissions(server, callers, operations, { fields: [...authors] });

describe("an item that a caller may not read", () => {
  it("does not exist for the caller in any request", async () => {
    const own = "SITE_MEMBER_AUTHOR";
    await putCollection(server, callers, "Diary", {
      read: own,
      insert: "SITE_MEMBER",
      update: "ANYONE",
      remove: "ANYONE",
    });
    const dataCollectionId = "Diary";
    const request = (caller: CallerName, path: string, body: object) =>
      callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
    await request("ada", "/items", { dataItem: { id: "secret", data: { text: "hidden", n: 1 } } });
    for (const [path, body] of [
      ["/items/remove", { dataItemId: "secret" }],
      ["/items/update", { dataItem: { id: "secret", data: {} } }],
      ["/items/save", { dataItem: { id: "secret", data: {} } }],
      ["/items/patch", { patch: { dataItemId: "secret", fieldModifications: [] } }],
    ] as const) {
      const missing = JSON.stringify(body).replaceAll("secret", "absent");
      const response = await request("bob", path, body);
      expect([path, response.status, codeIn(response)]).toEqual([path, 404, "WDE0073"]);
      if (path === "/items/save") continue;
      // Indistinguishable from a missing item.
      const absent = await request("bob", path, JSON.parse(missing));
      expect(JSON.stringify(absent.body)).toBe(JSON.stringify(response.body).replaceAll("secret", "absent"));
    }
    const read = await callers.call("bob", "/wix-data/v2/items/secret?dataCollectionId=Diary", {}, "GET");
    expect([read.status, codeIn(read)]).toEqual([404, "WDE0073"]);
    // IDs are unique among all owners.
    expect(codeIn(await request("bob", "/items", { dataItem: { id: "secret", data: {} } }))).toBe("WDE0074");
    expect((await request("ada", "/items/count", {})).body).toEqual({ totalCount: 1 });
  });

  it("is not revealed by references to it", async () => {
    const reference = {
      key: "of",
      type: "REFERENCE",
      typeMetadata: { reference: { referencedCollectionId: "Secrets" } },
    } as const;
    const many = {
      key: "all",
      type: "MULTI_REFERENCE",
      typeMetadata: { multiReference: { referencedCollectionId: "Secrets" } },
    } as const;
    await putCollection(server, callers, "Secrets", { ...publicLevels, read: "CMS_EDITOR" });
    await putCollection(server, callers, "Leads", publicLevels, { fields: [reference, many] });
    const request = (caller: CallerName, path: string, body: object, dataCollectionId = "Leads") =>
      callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
    for (const [id, n] of [
      ["s1", 1],
      ["s2", 2],
    ] as const) {
      await request("owner", "/items", { dataItem: { id, data: { n, text: "hush" } } }, "Secrets");
      await request("owner", "/items", { dataItem: { id: `l${n}`, data: { of: id } } });
      const dataItemReferences = [{ referringItemFieldName: "all", referringItemId: `l${n}`, referencedItemId: id }];
      expect((await request("owner", "/bulk/items/insert-references", { dataItemReferences })).status).toBe(200);
    }
    for (const name of ["of.n", "all.n"]) {
      const counts = async (caller: CallerName) =>
        (await request(caller, "/items/count", { filter: { [name]: 2 } })).body.totalCount;
      expect([name, await counts("editor"), await counts("ada")]).toEqual([name, 1, 0]);
      const values = async (caller: CallerName) =>
        (await request(caller, "/items/query-distinct-values", { fieldName: name })).body.distinctValues;
      expect([name, (await values("editor")).length, await values("ada")]).toEqual([name, 2, []]);
      const sums = async (caller: CallerName) => {
        const operations = [{ resultFieldName: "most", max: { itemFieldName: name } }];
        return (await request(caller, "/items/aggregate", { aggregation: { operations } })).body.results[0].most;
      };
      expect(await sums("ada")).toBeNull();
      expect(await sums("editor")).not.toBeNull();
      const sort = [{ fieldName: name, order: "DESC" }];
      const order = async (caller: CallerName) =>
        (await request(caller, "/items/query", { query: { sort } })).body.dataItems.map(({ id }: { id: string }) => id);
      expect([await order("editor"), (await order("ada")).toSorted()]).toEqual([
        ["l2", "l1"],
        ["l1", "l2"],
      ]);
    }
    const includeReferences = [{ field: "of" }, { field: "all" }];
    const query = { filter: { _id: "l1" } };
    const received = async (caller: CallerName) =>
      (await request(caller, "/items/query", { query, includeReferences })).body.dataItems[0].data;
    expect(await received("editor")).toMatchObject({ of: { _id: "s1", text: "hush" }, all: [{ _id: "s1" }] });
    expect(await received("ada")).toMatchObject({ of: "s1", all: [] });
    const pointing = { referringItemFieldName: "all", referringItemId: "l1" };
    const referenced = async (caller: CallerName) =>
      (await request(caller, "/items/query-referenced", pointing)).body.results;
    expect(await referenced("editor")).toMatchObject([{ dataItem: { id: "s1", data: { text: "hush" } } }]);
    expect(await referenced("ada")).toEqual([
      { unresolvedReference: { referringItemId: "l1", referencedItemId: "s1", unauthorized: true } },
    ]);
    const requested = { ...pointing, referencedItemId: "s1" };
    expect((await request("editor", "/items/is-referenced", requested)).body).toEqual({ isReferenced: true });
    expect((await request("ada", "/items/is-referenced", requested)).body).toEqual({ isReferenced: false });
    const dataItemReferences = [{ ...pointing, referencedItemId: "s2" }];
    const unseen = await request("ada", "/bulk/items/insert-references", { dataItemReferences });
    expect([unseen.status, codeIn(unseen)]).toEqual([400, "WDE0021"]);
  });
});

describe("data permissions", () => {
  it("can only be set by the owner and take effect immediately", async () => {
    await putCollection(server, callers, "Letters", { ...publicLevels, read: "PRIVILEGED" });
    const path = "/wix-data/v1/permissions";
    const get = (caller: CallerName, at: string) => callers.call(caller, `${at}?dataCollectionId=Letters`, {}, "GET");
    expect((await get("editor", path)).body.dataPermissions).toEqual({
      id: "Letters",
      itemRead: "PRIVILEGED",
      itemInsert: "ANYONE",
      itemUpdate: "ANYONE",
      itemRemove: "ANYONE",
      specialPermissions: [],
    });
    expect(codeIn(await get("ada", path))).toBe("WDE0027");
    expect((await get("ada", `${path}/current`)).body).toEqual({
      itemRead: false,
      itemInsert: true,
      itemUpdate: true,
      itemRemove: true,
    });
    const dataPermissions = { id: "Letters", itemRead: "SITE_MEMBER" };
    for (const caller of ["ada", "editor"] as const)
      expect(codeIn(await callers.call(caller, path, { dataPermissions }))).toBe("WDE0027");
    const count = async (caller: CallerName) =>
      (await callers.call(caller, "/wix-data/v2/items/count", { dataCollectionId: "Letters" })).status;
    expect([await count("ada"), await count("visitor")]).toEqual([403, 403]);
    expect((await callers.call("owner", path, { dataPermissions })).body.dataPermissions.itemRead).toBe("SITE_MEMBER");
    expect([await count("ada"), await count("visitor")]).toEqual([200, 403]);
    // The roles of the collection agree, and do not change levels that they cannot express.
    await callers.call("owner", path, { dataPermissions: { id: "Letters", itemRead: "PRIVILEGED" } });
    const got = await callers.call("owner", "/wix-data/v2/collections/Letters", {}, "GET");
    expect(got.body.collection.permissions.read).toBe("ADMIN");
    const collection = { id: "Letters", permissions: got.body.collection.permissions };
    expect((await callers.call("owner", "/wix-data/v2/collections", { collection }, "PUT")).status).toBe(200);
    expect((await get("owner", path)).body.dataPermissions.itemRead).toBe("PRIVILEGED");
  });

  it("changed by another server take effect immediately", async () => {
    await putCollection(server, callers, "Shared", publicLevels);
    const dataCollectionId = "Shared";
    const statuses = async () => [
      (await callers.call("ada", "/wix-data/v2/items", { dataCollectionId, dataItem: { data: {} } })).status,
      (await callers.call("ada", "/wix-data/v2/items/query", { dataCollectionId })).status,
      (await callers.call("ada", "/wix-data/v2/items/query", { dataCollectionId, query: { filter: { none: 1 } } }))
        .status,
      (await callers.call("ada", "/wix-data/v2/items/known?dataCollectionId=Shared", {}, "GET")).status,
    ];
    await callers.call("ada", "/wix-data/v2/items", { dataCollectionId, dataItem: { id: "known", data: {} } });
    const set = async (level: "ANYONE" | "CMS_EDITOR") => {
      await server.context.db
        .updateTable("data_collections")
        .set((is) => ({ read_level: level, insert_level: level, revision: is("revision", "+", 1) }))
        .where("id", "=", dataCollectionId)
        .execute();
      return statuses();
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    for (let round = 0; round < 2; round += 1) {
      expect(await set("CMS_EDITOR")).toEqual([403, 403, 403, 403]);
      expect(await set("ANYONE")).toEqual([200, 200, 200, 200]);
    }
    // A new collection with the same ID.
    await server.context.db.deleteFrom("data_collections").where("id", "=", dataCollectionId).execute();
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    await putCollection(server, callers, "Shared", { ...publicLevels, read: "CMS_EDITOR" });
    expect(await statuses()).toEqual([200, 403, 403, 403]);
  });

  it("can be extended for a single member", async () => {
    await putCollection(server, callers, "Club", { ...publicLevels, read: "CMS_EDITOR" });
    const path = "/wix-data/v1/permissions/special";
    const count = async (caller: CallerName) =>
      (await callers.call(caller, "/wix-data/v2/items/count", { dataCollectionId: "Club" })).status;
    const specialPermissions = { userId: ownerIds.ada, itemRead: "ALLOWED" };
    const body = { dataCollectionId: "Club", specialPermissions };
    expect(codeIn(await callers.call("editor", path, body))).toBe("WDE0027");
    const created = await callers.call("owner", path, body);
    expect(created.body.specialPermissions).toMatchObject({
      userId: ownerIds.ada,
      itemRead: "ALLOWED",
      itemInsert: "UNSPECIFIED",
    });
    expect([await count("ada"), await count("bob")]).toEqual([200, 403]);
    const { id } = created.body.specialPermissions;
    const less = { specialPermissions: { itemRead: "UNSPECIFIED" } };
    expect((await callers.call("owner", `${path}/${id}`, less)).body.specialPermissions.itemRead).toBe("UNSPECIFIED");
    expect(await count("ada")).toBe(403);
    expect((await callers.call("owner", `${path}/${id}`, {}, "DELETE")).body).toEqual({});
    expect((await callers.call("owner", `${path}/${id}`, {}, "DELETE")).status).toBe(404);
    const policy = { dataCollectionId: "Club", specialPermissions: { policyId: "x", itemRead: "ALLOWED" } };
    expect((await callers.call("owner", path, policy)).status).toBe(400);
  });
});
