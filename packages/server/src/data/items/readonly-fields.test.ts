import { describe, expect, it } from "vitest";
import { type CallerName, createCallers, putCollection } from "../../../test/data/collections.ts";
import { waitForDataJobs } from "../../../test/data/data-jobs.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";

const siteHooks = {
  Hooked: {
    beforeInsert: (item: object) => ({ ...item, score: 1 }),
    beforeUpdate: (item: { score?: number }) => ({ ...item, score: (item.score ?? 0) + 1 }),
  },
};
const server = await createTestServer({ rateLimits: false, siteHooks });
const callers = await createCallers(server);
const levels = { read: "ANYONE", insert: "ANYONE", update: "SITE_MEMBER_AUTHOR", remove: "ANYONE" } as const;
const fields = [
  { key: "code", type: "TEXT", immutable: true },
  { key: "score", type: "NUMBER", readOnly: true },
  { key: "title", type: "TEXT" },
] as const;
for (const id of ["Games", "Hooked"]) await putCollection(server, callers, id, levels, { fields: [...fields] });

let collection = "Games";
const call = (caller: CallerName, path: string, body: object) =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: collection, ...body });
const put = (caller: CallerName, path: string, id: string, data: object) =>
  call(caller, path, { dataItem: { id, data } });
const patch = (caller: CallerName, dataItemId: string, action: string, fieldPath: string, value?: unknown) =>
  call(caller, "/items/patch", {
    patch: {
      dataItemId,
      fieldModifications: [{ action, fieldPath, ...(value !== undefined && { setFieldOptions: { value } }) }],
    },
  });
const violationsIn = ({ body }: TestResponse) =>
  body.details?.validationError?.fieldViolations.map(
    ({ field, violatedRule }: { field: string; violatedRule: string }) => `${field} ${violatedRule}`,
  );
const stored = async (id: string) =>
  (await callers.call("visitor", `/wix-data/v2/items/${id}?dataCollectionId=${collection}`, {}, "GET")).body.dataItem
    .data;
const refusedAt = (key: string) => [`dataItem.data.${key} FIELD_NOT_ALLOWED`];

describe("immutable field", () => {
  it("keeps its first value for every caller and write", async () => {
    await put("ada", "/items", "a", { code: "X1", title: "one" });
    for (const caller of ["ada", "owner"] as const) {
      for (const path of ["/items/update", "/items/save"])
        expect([path, violationsIn(await put(caller, path, "a", { code: "X2", title: "two" }))]).toEqual([
          path,
          refusedAt("code"),
        ]);
      expect(violationsIn(await patch(caller, "a", "SET_FIELD", "code", "X2"))).toEqual(refusedAt("code"));
      expect(violationsIn(await patch(caller, "a", "REMOVE_FIELD", "code"))).toEqual(refusedAt("code"));
      expect(violationsIn(await put(caller, "/items/update", "a", { code: null }))).toEqual(refusedAt("code"));
    }
    const dataItems = [
      { id: "a", data: { code: "X2" } },
      { id: "b", data: { code: "B1" } },
    ];
    for (const path of ["/bulk/items/update", "/bulk/items/save"]) {
      const { results } = (await call("ada", path, { dataItems })).body;
      expect(results[0].itemMetadata).toMatchObject({ success: false, error: { code: "ITEM_INVALID" } });
    }
    expect(await stored("a")).toMatchObject({ code: "X1", title: "one" });
    expect((await stored("b")).code).toBe("B1");
  });

  it("stays when omitted, and accepts its current or a first value", async () => {
    await put("ada", "/items", "c", { code: "C1" });
    for (const path of ["/items/update", "/items/save"]) {
      expect((await put("ada", path, "c", { title: path })).body.dataItem.data).toMatchObject({
        code: "C1",
        title: path,
      });
      expect((await put("ada", path, "c", { title: path, code: "C1" })).status).toBe(200);
    }
    await call("ada", "/bulk/items/update", { dataItems: [{ id: "c", data: { title: "bulk" } }] });
    expect(await stored("c")).toMatchObject({ code: "C1", title: "bulk" });
    await put("ada", "/items", "d", {});
    expect((await patch("ada", "d", "SET_FIELD", "code", "D1")).status).toBe(200);
    expect(violationsIn(await patch("ada", "d", "SET_FIELD", "code", "D2"))).toEqual(refusedAt("code"));
  });

  it("is not changed by jobs", async () => {
    const fieldModifications = [{ action: "SET_FIELD", fieldPath: "code", setFieldOptions: { value: "J" } }];
    const { body } = await call("owner", "/bulk/items/async-patch-by-filter", {
      filter: { _id: "c" },
      fieldModifications,
    });
    const status = async () => {
      await waitForDataJobs(server);
      return (await callers.call("owner", `/wix-data/v2/async-jobs/${body.jobId}/status`, {}, "GET")).body;
    };
    await expect.poll(status).toEqual({ status: "SUCCEEDED", successCount: 0 });
    expect((await stored("c")).code).toBe("C1");
  });
});

describe("encrypted field", () => {
  it("is rejected", async () => {
    const field = { key: "secret", type: "TEXT", encrypted: true };
    const path = "/wix-data/v2/collections";
    const made = await callers.call("owner", path, { collection: { id: "Vault", fields: [field] } });
    const added = await callers.call("owner", `${path}/create-field`, { dataCollectionId: "Games", field });
    const description = "cannot be kept: this server encrypts no fields";
    for (const { status, body } of [made, added]) {
      expect(status).toBe(400);
      expect(body.details.validationError.fieldViolations[0].description).toBe(description);
    }
    const plain = { dataCollectionId: "Games", field: { ...field, encrypted: false } };
    expect((await callers.call("owner", `${path}/create-field`, plain)).status).toBe(200);
  });
});

describe("read-only field", () => {
  it("is set only by the owner", async () => {
    for (const caller of ["visitor", "ada", "editor"] as const) {
      for (const path of ["/items", "/items/save"])
        expect([path, violationsIn(await put(caller, path, "e", { score: 5 }))]).toEqual([path, refusedAt("score")]);
      const { results } = (await call(caller, "/bulk/items/insert", { dataItems: [{ id: "e", data: { score: 5 } }] }))
        .body;
      expect(results[0].itemMetadata.success).toBe(false);
    }
    await put("ada", "/items", "e", { title: "e" });
    expect((await patch("owner", "e", "SET_FIELD", "score", 5)).status).toBe(200);
    expect(violationsIn(await patch("ada", "e", "SET_FIELD", "score", 6))).toEqual(refusedAt("score"));
    expect((await put("ada", "/items/update", "e", { title: "f" })).body.dataItem.data).toMatchObject({
      score: 5,
      title: "f",
    });
    expect((await put("ada", "/items/update", "e", { score: 5 })).status).toBe(200);
    expect((await patch("owner", "e", "SET_FIELD", "score", 7)).status).toBe(200);
  });

  it("is set by hooks, but not by their callers", async () => {
    collection = "Hooked";
    expect((await put("ada", "/items", "h", { code: "H1" })).body.dataItem.data).toMatchObject({
      code: "H1",
      score: 1,
    });
    expect(violationsIn(await put("ada", "/items", "i", { score: 9 }))).toEqual(refusedAt("score"));
    expect((await put("ada", "/items/update", "h", { title: "t" })).body.dataItem.data).toMatchObject({
      code: "H1",
      score: 2,
    });
    expect((await patch("ada", "h", "SET_FIELD", "title", "u")).body.dataItem.data).toMatchObject({
      score: 3,
      title: "u",
    });
    expect(violationsIn(await put("ada", "/items/update", "h", { score: 9 }))).toEqual(refusedAt("score"));
    expect(violationsIn(await patch("ada", "h", "SET_FIELD", "score", 9))).toEqual(refusedAt("score"));
    expect((await stored("h")).score).toBe(3);
    collection = "Games";
  });
});
