import type { CollectionView } from "@porchlight/contract/data/collections/collection-view";
import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const levels = { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER_AUTHOR", remove: "CMS_EDITOR" } as const;
const closed = { read: "SITE_MEMBER", insert: "PRIVILEGED", update: "PRIVILEGED", remove: "PRIVILEGED" } as const;
await putCollection(server, callers, "Authors", levels, { fields: [{ key: "name", type: "TEXT" }] });
await putCollection(server, callers, "Secrets", closed, { fields: [{ key: "name", type: "TEXT" }] });
await putCollection(server, callers, "Books", levels, {
  displayName: "Books",
  displayField: "title",
  view: { filterFields: ["read", "nowhere", "text", "pages", "read"], searchFields: ["title", "pages"] },
  fields: [
    { key: "pages", type: "NUMBER", required: true, numberRange: { gte: 1 } },
    { key: "title", type: "TEXT", immutable: true },
    { key: "read", type: "BOOLEAN" },
    { key: "text", type: "RICH_CONTENT" },
    { key: "author", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Authors" } } },
    { key: "secret", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Secrets" } } },
  ],
});
const request = (caller: CallerName, id: string) =>
  callers.call(caller, `/_api/porchlight/v1/data/collections/${id}/view`, {}, "GET");
const viewOf = async (caller: CallerName, id: string): Promise<CollectionView> => (await request(caller, id)).body.view;
const keys = ({ fields }: CollectionView) => fields.map(({ key }) => key);

describe("GET /_api/porchlight/v1/data/collections/:dataCollectionId/view", () => {
  it("returns visible fields and the reader's access, without storage details", async () => {
    const view = await viewOf("visitor", "Books");
    expect(view).toMatchObject({
      id: "Books",
      displayName: "Books",
      displayField: "title",
      layout: "TABLE",
      listFields: ["title", "pages", "read", "author", "secret"],
      searchFields: ["title"],
      filterFields: ["read", "pages"],
      access: { insert: "NONE", update: "NONE", remove: "NONE" },
    });
    expect(view.fields[0]).toEqual({
      ...{ key: "pages", displayName: "pages", type: "NUMBER", required: true, readOnly: false, immutable: false },
      numberRange: { gte: 1 },
    });
    expect(JSON.stringify(view)).not.toMatch(/permissions|plugins|revision|ownerId/);
  });

  it("identifies a member's own items", async () => {
    const { access, ownerId } = await viewOf("ada", "Books");
    expect(access).toEqual({ insert: "ALL", update: "OWN", remove: "NONE" });
    expect(ownerId).toBe(callers.ownerIds.ada);
    expect((await viewOf("editor", "Books")).access).toEqual({ insert: "ALL", update: "ALL", remove: "ALL" });
  });

  it("marks a mirror field read-only for callers who cannot change the other collection", async () => {
    await putCollection(server, callers, "Tags", { ...levels, update: "ANYONE" });
    const side = (key: string, referencingFieldKey: string) => ({
      key,
      type: "MULTI_REFERENCE" as const,
      typeMetadata: { multiReference: { referencedCollectionId: "Tags", referencingFieldKey } },
    });
    const fields = [side("tags", "plays"), { ...side("prizes", "prized"), readOnly: true }];
    await putCollection(server, callers, "Plays", { ...levels, update: "CMS_EDITOR" }, { fields });
    const settled = async (caller: CallerName, id: string) =>
      (await viewOf(caller, id)).fields.filter(({ readOnly }) => readOnly).map(({ key }) => key);
    expect(await settled("ada", "Tags")).toEqual(["plays", "prized"]);
    expect(await settled("editor", "Tags")).toEqual(["prized"]);
    expect(await settled("editor", "Plays")).toEqual(["prizes"]);
  });

  it("names a referenced collection only if its items are readable", async () => {
    const referenceOf = async (caller: CallerName, key: string) =>
      (await viewOf(caller, "Books")).fields.find((field) => field.key === key)?.reference;
    expect(await referenceOf("visitor", "author")).toEqual({ collectionId: "Authors", displayField: "name" });
    expect(await referenceOf("visitor", "secret")).toBeUndefined();
    expect(await referenceOf("ada", "secret")).toEqual({ collectionId: "Secrets", displayField: "name" });
  });

  it("omits deleted collections", async () => {
    await putCollection(server, callers, "Shelves", levels);
    const reference = { referencedCollectionId: "Shelves" };
    await putCollection(server, callers, "Rooms", levels, {
      fields: [{ key: "shelf", type: "REFERENCE", typeMetadata: { reference } }],
    });
    const shelf = async () => (await viewOf("visitor", "Rooms")).fields[0]?.reference;
    expect(await shelf()).toMatchObject({ collectionId: "Shelves" });
    await callers.call("owner", "/wix-data/v2/collections/Shelves", {}, "DELETE");
    expect(await shelf()).toBeUndefined();
  });

  it("returns only the fields that the owner has chosen, in order", async () => {
    const collection = { id: "Books", view: { fields: ["read", "title"], layout: "CARDS" } };
    expect((await callers.call("owner", "/wix-data/v2/collections", { collection }, "PUT")).status).toBe(200);
    const view = await viewOf("visitor", "Books");
    expect([keys(view), view.layout, view.searchFields]).toEqual([["read", "title"], "CARDS", ["title"]]);
    await callers.call("owner", "/wix-data/v2/collections", { collection: { id: "Books", view: null } }, "PUT");
    expect(keys(await viewOf("visitor", "Books"))).toContain("pages");
  });

  it("has the owner's name for one item, and cards if the list has an image", async () => {
    await putCollection(server, callers, "Tools", levels, {
      fields: [
        { key: "name", type: "TEXT" },
        { key: "photo", type: "IMAGE" },
      ],
    });
    expect(await viewOf("visitor", "Tools")).toMatchObject({ layout: "CARDS", listFields: ["name", "photo"] });
    expect(await viewOf("visitor", "Tools")).not.toHaveProperty("singularName");
    const collection = { id: "Tools", view: { singularName: " tool ", layout: "TABLE" } };
    expect((await callers.call("owner", "/wix-data/v2/collections", { collection }, "PUT")).status).toBe(200);
    expect(await viewOf("visitor", "Tools")).toMatchObject({ layout: "TABLE", singularName: "tool" });
    const long = { id: "Tools", view: { singularName: "x".repeat(61) } };
    expect((await callers.call("owner", "/wix-data/v2/collections", { collection: long }, "PUT")).status).toBe(400);
  });

  it("rejects callers without read access differently from unknown collections", async () => {
    expect(codeIn(await request("visitor", "Secrets"))).toBe("WDE0027");
    expect((await request("visitor", "Secrets")).status).toBe(403);
    expect(codeIn(await request("visitor", "Nowhere"))).toBe("WDE0025");
  });
});

describe("a cursor issued to a visitor", () => {
  it("is valid for all visitors, and for no member", async () => {
    for (const id of ["a", "b", "c"])
      await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: "Authors", dataItem: { id, data: {} } });
    const query = { cursorPaging: { limit: 1 } };
    const first = await callers.call("visitor", "/wix-data/v2/items/query", { dataCollectionId: "Authors", query });
    const next = {
      dataCollectionId: "Authors",
      query: { cursorPaging: { cursor: first.body.pagingMetadata.cursors.next } },
    };
    const other = await server.call("POST", "/wix-data/v2/items/query", {
      token: await server.visitorToken(),
      body: next,
    });
    expect(other.body.dataItems.map(({ id }: { id: string }) => id)).toEqual(["b"]);
    expect(codeIn(await callers.call("ada", "/wix-data/v2/items/query", next))).toBe("CURSOR_INVALID");
  });
});

describe("an item requested with selected fields", () => {
  it("contains these fields, whole objects for nested names, and its ID", async () => {
    const data = { title: "Scones", pages: 3, kept: { by: "Ada", at: "home" } };
    await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: "Books", dataItem: { id: "some", data } });
    const read = (fields: string) =>
      callers.call("visitor", `/wix-data/v2/items/some?dataCollectionId=Books${fields}`, {}, "GET");
    expect((await read("&fields=title&fields=kept.by")).body.dataItem.data).toEqual({
      ...{ _id: "some", title: "Scones", kept: { by: "Ada", at: "home" } },
    });
    expect((await read("&fields=nowhere")).body.dataItem.data).toEqual({ _id: "some" });
    expect((await read("")).body.dataItem.data).toMatchObject(data);
  });
});
