import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const levels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "News", levels);
const call = (path: string, body: object = {}, caller: CallerName = "owner") =>
  callers.call(caller, `/wix-data/v2/collections/${path}`, { dataCollectionId: "News", ...body });
const insert = async (id: string) =>
  (await callers.call("ada", "/wix-data/v2/items", { dataCollectionId: "News", dataItem: { id, data: {} } })).status;
const ids = async () => {
  const { body } = await callers.call("visitor", "/wix-data/v2/items/query", { dataCollectionId: "News" });
  return body.dataItems.map(({ id }: { id: string }) => id);
};

describe("fields of a collection", () => {
  const fields = [{ key: "title", type: "TEXT" } as const];

  it("do not include system fields and are limited to 1,000", async () => {
    await putCollection(server, callers, "Wide", levels, { fields });
    const add = (key: string) => call("create-field", { dataCollectionId: "Wide", field: { key, type: "TEXT" } });
    for (const key of ["_id", "_owner", "_createdDate", "_updatedDate", "title"])
      expect([key, codeIn(await add(key))]).toEqual([key, "FIELD_EXISTS"]);
    const many = Array.from({ length: 999 }, (_, n) => ({ key: `f${n}`, type: "TEXT" }));
    const collection = { id: "Wide", fields: many };
    const put = await callers.call("owner", "/wix-data/v2/collections", { collection }, "PUT");
    expect(put.status).toBe(200);
    expect([(await add("last")).status, (await add("beyond")).status]).toEqual([200, 400]);
    // System fields of a response are accepted in a request.
    const { body } = await callers.call("owner", "/wix-data/v2/collections/Wide", {}, "GET");
    expect(body.collection.fields).toHaveLength(1004);
  });
});

describe("plugins of a collection", () => {
  it("are added and removed by their own endpoints and take effect", async () => {
    const plugin = { type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } };
    expect((await call("add-plugin", { plugin })).body.collection.plugins).toEqual([plugin]);
    await insert("draft");
    expect(await ids()).toEqual([]);
    expect(codeIn(await call("add-plugin", { plugin }))).toBe("PLUGIN_EXISTS");
    expect(codeIn(await call("add-publish-plugin"))).toBe("PLUGIN_EXISTS");
    expect((await call("delete-publish-plugin")).body.collection.plugins).toEqual([]);
    await insert("plain");
    expect(await ids()).toEqual(["plain"]);
    expect(codeIn(await call("delete-publish-plugin"))).toBe("PLUGIN_NOT_FOUND");
    const added = await call("add-publish-plugin", { publishOptions: { defaultStatus: "DRAFT" } });
    expect(added.body.collection.plugins).toEqual([plugin]);
    expect((await call("delete-plugin", { pluginType: "PUBLISH" })).body.collection.plugins).toEqual([]);
  });

  it("without support on this server are rejected", async () => {
    for (const kind of ["catalog", "cms", "draft-items", "multilingual", "urlized"]) {
      for (const verb of ["add", "delete"])
        expect([kind, codeIn(await call(`${verb}-${kind}-plugin`))]).toEqual([kind, "PLUGIN_NOT_SERVED"]);
    }
    expect(codeIn(await call("add-plugin", { plugin: { type: "URLIZED" } }))).toBe("PLUGIN_NOT_SERVED");
    expect((await call("add-plugin", { plugin: { type: "LUNCH" } })).status).toBe(400);
    expect((await call("add-publish-plugin", { publishOptions: { defaultStatus: "LATER" } })).status).toBe(400);
  });

  it("can only be changed by the owner, in existing collections", async () => {
    for (const path of ["add-publish-plugin", "delete-publish-plugin", "add-cms-plugin"]) {
      expect(codeIn(await call(path, {}, "editor"))).toBe("WDE0027");
      expect(codeIn(await call(path, { dataCollectionId: "Nowhere" }))).toBe("WDE0025");
    }
  });
});
