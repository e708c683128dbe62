import { describe, expect, it } from "vitest";
import { type CallerName, callerNames, codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const plugins = [{ type: "PUBLISH" as const, publishOptions: { defaultStatus: "DRAFT" as const } }];
await putCollection(server, callers, "News", publicLevels, { plugins });
const dataCollectionId = "News";
const call = (caller: CallerName, path: string, body: object) =>
  callers.call(caller, `/wix-data/v2/items${path}`, { dataCollectionId, ...body });
const publishPluginOptions = { includeDraftItems: true };

/** The item's `title` as returned by every read method. */
async function reads(caller: CallerName, id: string, options: object = {}) {
  const query = { filter: { _id: id } };
  const found = await call(caller, "/query", { query, ...options });
  const counted = await call(caller, "/count", { filter: { _id: id }, ...options });
  const search = { filter: { _id: id }, search: { expression: "e" } };
  const searched = await call(caller, "/search", { search, ...options });
  const values = await call(caller, "/query-distinct-values", { fieldName: "title", ...query, ...options });
  const groups = await call(caller, "/aggregate", { initialFilter: query.filter, aggregation: {}, ...options });
  const lengths = [
    found.body.dataItems.length,
    counted.body.totalCount,
    searched.body.dataItems.length,
    values.body.distinctValues.length,
    groups.body.results.length,
  ];
  // All methods agree on whether the item exists.
  expect(new Set(lengths).size).toBe(1);
  return found.body.dataItems[0]?.data.title;
}

describe("unpublished items", () => {
  it("are returned only to editors who request drafts", async () => {
    const { body } = await call("ada", "", { dataItem: { id: "first", data: { title: "one" } } });
    expect(body.dataItem.data.title).toBe("one");
    for (const caller of callerNames) {
      expect([caller, await reads(caller, "first")]).toEqual([caller, undefined]);
      const mayAsk = ["reader", "editor", "owner"].includes(caller);
      const received = await reads(caller, "first", { publishPluginOptions });
      expect([caller, received]).toEqual([caller, mayAsk ? "one" : undefined]);
    }
    const got = await callers.call("ada", "/wix-data/v2/items/first?dataCollectionId=News", {}, "GET");
    expect(codeIn(got)).toBe("WDE0073");
    expect(codeIn(await call("ada", "/update", { dataItem: { id: "first", data: {} } }))).toBe("WDE0073");
    expect(codeIn(await call("ada", "/publish-draft", { dataItemId: "first" }))).toBe("WDE0027");
  });

  it("become public when published, and drafts of published items only when published themselves", async () => {
    await call("ada", "", { dataItem: { id: "life", data: { title: "one" } } });
    expect((await call("editor", "/publish-draft", { dataItemId: "life" })).body.dataItem.data.title).toBe("one");
    expect(await reads("visitor", "life")).toBe("one");
    expect(codeIn(await call("editor", "/publish-draft", { dataItemId: "life" }))).toBe("DRAFT_NOT_FOUND");

    expect((await call("editor", "/create-draft", { dataItemId: "life" })).body.dataItem.data.title).toBe("one");
    const patchOf = (title: string) => ({
      patch: {
        dataItemId: "life",
        fieldModifications: [{ action: "SET_FIELD", fieldPath: "title", setFieldOptions: { value: title } }],
      },
    });
    const drafted = await call("editor", "/patch", { ...patchOf("one, better"), publishPluginOptions });
    expect(drafted.body.dataItem.data.title).toBe("one, better");
    expect([await reads("visitor", "life"), await reads("editor", "life")]).toEqual(["one", "one"]);
    expect(await reads("editor", "life", { publishPluginOptions })).toBe("one, better");
    // The flag has no effect for visitors.
    const visitors = await call("visitor", "/patch", { ...patchOf("one, edited"), publishPluginOptions });
    expect(visitors.body.dataItem.data.title).toBe("one, edited");
    expect(await reads("editor", "life", { publishPluginOptions })).toBe("one, better");
    await call("editor", "/publish-draft", { dataItemId: "life" });
    expect(await reads("visitor", "life")).toBe("one, better");

    const gone = await call("editor", "/unpublish", { dataItemId: "life", copyToDraft: true });
    expect(gone.body.dataItem.data.title).toBe("one, better");
    expect(await reads("visitor", "life")).toBeUndefined();
    expect((await call("editor", "/publish-draft", { dataItemId: "life" })).status).toBe(200);
    expect(await reads("visitor", "life")).toBe("one, better");
    for (const path of ["/create-draft", "/publish-draft", "/unpublish"]) {
      expect(codeIn(await call("editor", path, { dataItemId: "none" }))).toBe("WDE0073");
      expect(codeIn(await call("ada", path, { dataItemId: "life" }))).toBe("WDE0027");
    }
  });
});
