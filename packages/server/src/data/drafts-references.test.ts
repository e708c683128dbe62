import { describe, expect, it } from "vitest";
import { type CallerName, callerNames, codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";

/** References to and from unpublished items. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const plugins = [{ type: "PUBLISH" as const, publishOptions: { defaultStatus: "DRAFT" as const } }];
await putCollection(server, callers, "News", publicLevels, { plugins });
const target = { referencedCollectionId: "News" };
await putCollection(server, callers, "Pages", publicLevels, {
  fields: [
    { key: "top", type: "REFERENCE", typeMetadata: { reference: target } },
    { key: "all", type: "MULTI_REFERENCE", typeMetadata: { multiReference: target } },
  ],
});
const publishPluginOptions = { includeDraftItems: true };
const call = (caller: CallerName, path: string, body: object) => callers.call(caller, `/wix-data/v2/${path}`, body);
const page = (caller: CallerName, path: string, body: object = {}) =>
  call(caller, `items/${path}`, { dataCollectionId: "Pages", publishPluginOptions, ...body });

await call("owner", "items", { dataCollectionId: "News", dataItem: { id: "new", data: { title: "told" } } });
await call("owner", "items/create-draft", { dataCollectionId: "News", dataItemId: "new" });
const modification = { action: "SET_FIELD", fieldPath: "title", setFieldOptions: { value: "drafted" } };
await call("owner", "items/patch", {
  dataCollectionId: "News",
  patch: { dataItemId: "new", fieldModifications: [modification] },
  publishPluginOptions,
});
await call("owner", "items", { dataCollectionId: "Pages", dataItem: { id: "home", data: { top: "new" } } });
const reference = { referringItemFieldName: "all", referringItemId: "home" };
const references = [{ ...reference, referencedItemId: "new" }];
const insertReferences = (caller: CallerName, options: object = {}) =>
  call(caller, "bulk/items/insert-references", {
    dataCollectionId: "Pages",
    dataItemReferences: references,
    ...options,
  });

describe("references to an unpublished item", () => {
  it("can be created by editors who request drafts", async () => {
    expect(codeIn(await insertReferences("ada", { publishPluginOptions }))).toBe("WDE0021");
    expect(codeIn(await insertReferences("editor"))).toBe("WDE0021");
    expect((await insertReferences("editor", { publishPluginOptions })).status).toBe(200);
  });

  it.each(callerNames)("resolve only for editors and readers who request drafts: %s", async (caller) => {
    const isShown = ["reader", "editor", "owner"].includes(caller);
    const title = isShown ? "drafted" : undefined;
    const listed = await page(caller, "query-referenced", reference);
    expect(listed.body.results[0].dataItem?.data.title).toBe(title);
    const single = await page(caller, "query-referenced", { ...reference, referringItemFieldName: "top" });
    expect(single.body.results[0].dataItem?.data.title).toBe(title);
    for (const referringItemFieldName of ["all", "top"]) {
      const requested = { ...reference, referringItemFieldName, referencedItemId: "new" };
      expect((await page(caller, "is-referenced", requested)).body).toEqual({ isReferenced: isShown });
    }
    const includeReferences = [{ field: "top" }, { field: "all" }];
    const search = { search: { expression: "new" } };
    for (const response of [
      await page(caller, "query", { includeReferences, query: {} }),
      await page(caller, "search", { includeReferences, search }),
    ]) {
      const { top, all } = response.body.dataItems[0].data;
      expect([top.title, all[0]?.title]).toEqual([title, title]);
    }
    const requested = Buffer.from(
      JSON.stringify({ dataCollectionId: "Pages", includeReferences, publishPluginOptions }),
    );
    const got = await callers.call(caller, `/wix-data/v2/items/home?.r=${requested.toString("base64url")}`, {}, "GET");
    expect([got.body.dataItem.data.top.title, got.body.dataItem.data.all[0]?.title]).toEqual([title, title]);
    // Filters use published data.
    for (const filter of [{ "top.title": "told" }, { "all.title": "told" }]) {
      expect((await page(caller, "count", { filter })).body).toEqual({ totalCount: isShown ? 1 : 0 });
      const values = { fieldName: "top.title", filter };
      expect((await page(caller, "query-distinct-values", values)).body.distinctValues).toHaveLength(isShown ? 1 : 0);
    }
  });

  it("do not resolve without the request for drafts", async () => {
    const listed = await page("editor", "query-referenced", { ...reference, publishPluginOptions: {} });
    expect(listed.body.results[0].unresolvedReference.referencedItemId).toBe("new");
    const counted = await page("editor", "count", { filter: { "top.title": "told" }, publishPluginOptions: {} });
    expect(counted.body).toEqual({ totalCount: 0 });
  });
});

describe("a reference field", () => {
  it("resolves only strings, not numbers or objects that look like an ID", async () => {
    await call("owner", "items/publish-draft", { dataCollectionId: "News", dataItemId: "new" });
    for (const id of ["1", "{}"])
      await call("editor", "items", { dataCollectionId: "News", dataItem: { id, data: { title: "odd" } } });
    for (const [id, top] of Object.entries({ number: 1, object: {}, text: "1" }))
      await call("owner", "items", { dataCollectionId: "Pages", dataItem: { id, data: { top } } });
    const found = await page("owner", "query", { query: { filter: { "top.title": "odd" } } });
    expect(found.body.dataItems.map(({ id }: { id: string }) => id)).toEqual(["text"]);
  });
});
