import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers } from "../../test/data/collections.ts";
import { waitForTransfer } from "../../test/data/data-jobs.ts";
import { createHiddenFieldFixtures, fieldsOf, inside, one, outside } from "../../test/data/hidden-fields-model.ts";
import { createTestServer } from "../../test/test-server.ts";

/** Hidden fields in definitions, errors and files. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const newWorld = await createHiddenFieldFixtures(server, callers);
const set = (fieldPath: string, value: unknown) => ({ action: "SET_FIELD", fieldPath, setFieldOptions: { value } });

describe("a hidden field", () => {
  it.each(inside)("is visible to a key with the role %s", async (caller) => {
    const { call, from } = await newWorld(one);
    const items = (await call(caller, "/items/query", { query: { filter: { rank: { $gt: 1 } } } })).body.dataItems;
    expect(items).toMatchObject([{ data: { note: "xyzzy first" } }, { data: { note: { deep: "xyzzy deep" } } }]);
    expect(
      (await call(caller, "/items/search", { search: { search: { expression: "xyzzy" } }, returnTotalCount: true }))
        .body.pagingMetadata.total,
    ).toBe(3);
    const include = { query: {}, includeReferences: [{ field: "of" }] };
    expect(JSON.stringify((await from(caller, "/items/query", include)).body)).toContain("xyzzy first");
  });

  it("is omitted from definitions and views for callers who cannot see it", async () => {
    const { dataCollectionId } = await newWorld(one, { strict: true });
    const get = (caller: CallerName, path: string) => callers.call(caller, path, {}, "GET");
    const paths = [
      `/wix-data/v2/collections/${dataCollectionId}`,
      `/_api/porchlight/v1/data/collections/${dataCollectionId}/view`,
    ];
    for (const path of paths) {
      for (const caller of outside) {
        const response = await get(caller, path);
        expect(response.status).toBe(200);
        expect(JSON.stringify(response.body)).not.toMatch(/"(note|rank|to|many)"|hidden/);
        expect(JSON.stringify(response.body)).toContain('"title"');
      }
      for (const caller of inside) expect(JSON.stringify((await get(caller, path)).body)).toContain('"note"');
    }
    expect((await get("ada", paths[1]!)).body.view).toMatchObject({
      displayField: "title",
      listFields: ["title"],
      searchFields: [],
    });
    const { collection } = (await get("owner", paths[0]!)).body;
    expect(collection.fields.find(({ key }: { key: string }) => key === "note")).toMatchObject({ hidden: true });
  });

  it("does not expose its value, name or size in validation errors", async () => {
    const { call, dataCollectionId } = await newWorld({ ...one, note: ["x".repeat(300_000), 1, 1] }, { strict: true });
    const fields = fieldsOf(true).map((field) => ({
      ...field,
      ...(field.key === "rank" && { required: true, unique: true }),
    }));
    const changed = await callers.call(
      "owner",
      `/wix-data/v2/collections/${dataCollectionId}`,
      { dataCollection: { fields } },
      "PATCH",
    );
    expect(changed.status).toBe(200);
    // Its requirements apply only to callers who can see it.
    expect((await call("ada", "/items", { dataItem: { id: "d", data: { title: "D" } } })).status).toBe(200);
    const taken = await call("ada", "/items", { dataItem: { data: { title: "E", rank: 1 } } });
    const free = await call("ada", "/items", { dataItem: { data: { title: "E", rank: 99 } } });
    expect([taken.status, taken.body]).toEqual([400, free.body]);
    expect(codeIn(await call("editor", "/items", { dataItem: { data: { title: "E", rank: 1 } } }))).toBe("VALUE_TAKEN");
    const update = (size: number) =>
      call("ada", "/items/update", { dataItem: { id: "a", data: { title: "t".repeat(size) } } });
    expect((await update(500_000)).status).toBe(200);
    expect(codeIn(await update(530_000))).toBe("WDE0109");
    const patch = { patch: { dataItemId: "a", fieldModifications: [set("title", "t".repeat(510_000))] } };
    expect((await call("ada", "/items/patch", patch)).status).toBe(200);
    const owned = (await call("owner", "/items/query", { query: { filter: { _id: "a" } } })).body.dataItems[0].data;
    expect([owned.note.length, owned.rank]).toEqual([300_000, 3]);
  });

  it("is only in files of callers who can see it, also for files created before it was hidden", async () => {
    const { dataCollectionId } = await newWorld(one);
    const base = "/_api/porchlight/v1/data";
    const start = async (caller: CallerName, options: object) => {
      const { body } = await callers.call(caller, `${base}/exports`, { dataCollectionId, ...options });
      expect(await waitForTransfer(callers, caller, body.job.id)).toMatchObject({ status: "COMPLETED" });
      return () => callers.send(caller, "GET", new URL(body.downloadUrl).pathname);
    };
    for (const options of [{ format: "CSV" }, { format: "JSON" }, { format: "CSV", fields: ["title", "note"] }]) {
      const file = (await (await start("ada", options))()).body as unknown as string;
      expect(file).toContain("Title a");
      expect(file).not.toMatch(/xyzzy|t1|rank/);
      expect(String((await (await start("editor", options))()).body)).toContain("xyzzy");
    }
    const none = await start("ada", { format: "JSON", filter: { rank: { $gt: 0 } } });
    expect((await none()).body).toBe("");

    const change = (hidden: boolean) =>
      callers.call(
        "owner",
        `/wix-data/v2/collections/${dataCollectionId}`,
        { dataCollection: { fields: fieldsOf(hidden) } },
        "PATCH",
      );
    expect((await change(false)).status).toBe(200);
    const open = await start("ada", { format: "JSON" });
    expect(String((await open()).body)).toContain("xyzzy");
    server.advance(1_000);
    expect((await change(true)).status).toBe(200);
    expect(codeIn(await open())).toBe("WDE0027");
  });

  it("with bidirectional references is hidden on both sides", async () => {
    const reference = (referencedCollectionId: string, referencingFieldKey: string) => ({
      type: "MULTI_REFERENCE",
      typeMetadata: { multiReference: { referencedCollectionId, referencingFieldKey } },
    });
    const create = (id: string, fields: object[]) =>
      callers.call("owner", "/wix-data/v2/collections", {
        collection: { id, fields, permissions: { read: "ANYONE", insert: "ANYONE" } },
      });
    await create("Circles", [{ key: "name", type: "TEXT" }]);
    await create("People", [{ key: "circles", hidden: true, ...reference("Circles", "people") }]);
    const hiddenIn = async (id: string) => {
      const { collection } = (await callers.call("owner", `/wix-data/v2/collections/${id}`, {}, "GET")).body;
      return collection.fields.find(({ type }: { type: string }) => type === "MULTI_REFERENCE").hidden;
    };
    expect([await hiddenIn("People"), await hiddenIn("Circles")]).toEqual([true, true]);
    for (const [id, one] of [
      ["Circles", "c"],
      ["People", "p"],
    ])
      await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: id, dataItem: { id: one, data: {} } });
    const refer = { referringItemFieldName: "circles", referringItemId: "p", newReferencedItemIds: ["c"] };
    await callers.call("owner", "/wix-data/v2/items/replace-references", { dataCollectionId: "People", ...refer });
    const request = (caller: CallerName) =>
      callers.call(caller, "/wix-data/v2/items/query-referenced", {
        ...{ dataCollectionId: "Circles", referringItemId: "c", referringItemFieldName: "people" },
      });
    expect(codeIn(await request("ada"))).toBe("WDE0020");
    expect((await request("owner")).body.results).toHaveLength(1);
    const update = (dataCollectionId: string, field: object) =>
      callers.call("owner", "/wix-data/v2/collections/update-field", { dataCollectionId, field });
    await update("Circles", { key: "people", ...reference("People", "circles") });
    expect([await hiddenIn("People"), await hiddenIn("Circles")]).toEqual([true, true]);
    await update("Circles", { key: "people", hidden: false, ...reference("People", "circles") });
    expect([await hiddenIn("People"), await hiddenIn("Circles")]).toEqual([false, false]);
    expect((await request("ada")).body.results).toHaveLength(1);
  });

  it("is hidden and shown from the next request on", async () => {
    const { call, dataCollectionId } = await newWorld(one);
    const read = async () => JSON.stringify((await call("visitor", "/items/query", { query: {} })).body);
    expect(await read()).not.toContain("xyzzy");
    for (const hidden of [false, true]) {
      const field = fieldsOf(hidden)[2]!;
      await callers.call("owner", "/wix-data/v2/collections/update-field", { dataCollectionId, field });
      expect((await read()).includes("xyzzy")).toBe(!hidden);
    }
  });
});
