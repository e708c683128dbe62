import { describe, expect, it } from "vitest";
import { codeIn } from "../../../test/data/collections.ts";
import { waitForAsyncJob } from "../../../test/data/data-jobs.ts";
import { createHookedServer } from "../../../test/data/site-functions.ts";
import type { TestResponse } from "../../../test/test-server.ts";

const { callers, current, call, insert, get, dataOf, errorOf } = await createHookedServer();

describe("hook functions of updates and removals", () => {
  it("receive the former item for updates, patches and saves", async () => {
    await insert("ada", { _id: "cake", title: "Cake", minutes: 10 });
    const seen: unknown[] = [];
    current["Recipes"] = {
      beforeUpdate: (item, { currentItem }) => {
        seen.push([currentItem["minutes"], item["minutes"], item._id]);
        return { ...item, minutes: item["minutes"] + 1 };
      },
      afterUpdate: (item, { currentItem }) => ({ ...item, grown: item["minutes"] - currentItem["minutes"] }),
    };
    const dataItem = { id: "cake", data: { title: "Cake", minutes: 20 } };
    expect(dataOf(await call("ada", "/items/update", { dataItem }))).toMatchObject({ minutes: 21, grown: 11 });
    const saved = await call("ada", "/items/save", { dataItem: { ...dataItem, data: { minutes: 30 } } });
    expect([saved.body.action, dataOf(saved).minutes]).toEqual(["UPDATED", 31]);
    const patch = {
      dataItemId: "cake",
      fieldModifications: [{ action: "INCREMENT_FIELD", fieldPath: "minutes", incrementFieldOptions: { value: 9 } }],
    };
    expect(dataOf(await call("ada", "/items/patch", { patch }))).toMatchObject({ minutes: 41, grown: 10 });
    expect(seen).toEqual([
      [10, 20, "cake"],
      [21, 30, "cake"],
      [31, 40, "cake"],
    ]);
  });

  it("cannot redirect an update to another item", async () => {
    await insert("ada", { _id: "mine" });
    await insert("ada", { _id: "other", n: 1 });
    current["Recipes"] = { beforeUpdate: (item) => ({ ...item, _id: "other" }) };
    const answer = await call("ada", "/items/update", { dataItem: { id: "mine", data: { n: 2 } } });
    expect(errorOf(answer).data.jsErrorValue.message).toBe("The hook returned an item with another _id.");
    expect(dataOf(await get("owner", "other")).n).toBe(1);
  });

  it("keep both of two concurrent patches", async () => {
    await insert("ada", { _id: "counter", n: 0 });
    current["Recipes"] = { beforeUpdate: async (item) => ({ ...item, hooked: true }) };
    const patch = {
      dataItemId: "counter",
      fieldModifications: [{ action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1 } }],
    };
    const answers = await Promise.all(Array.from({ length: 4 }, () => call("ada", "/items/patch", { patch })));
    const done = answers.filter(({ status }) => status === 200).length;
    expect(answers.every((answer) => answer.status === 200 || codeIn(answer) === "CONDITION_NOT_MET")).toBe(true);
    expect(dataOf(await get("owner", "counter"))).toMatchObject({ n: done, hooked: true });
  });

  it("can choose another item to remove or get, with the caller's rights", async () => {
    await insert("ada", { _id: "hers" });
    await insert("bob", { _id: "his" });
    current["Recipes"] = {
      beforeRemove: () => "his",
      beforeGet: () => "his",
      afterGet: (item) => ({ ...item, read: true }),
      afterRemove: (item) => ({ ...item, gone: true }),
    };
    expect(codeIn(await call("ada", "/items/remove", { dataItemId: "hers" }))).toBe("WDE0027");
    const read = await callers.call("ada", "/wix-data/v2/items/hers?dataCollectionId=Recipes", {}, "GET");
    expect(dataOf(read)).toMatchObject({ _id: "his", read: true });
    expect(dataOf(await call("owner", "/items/remove", { dataItemId: "hers" }))).toMatchObject({
      _id: "his",
      gone: true,
    });
    expect((await get("owner", "hers")).status).toBe(200);
  });

  it("run for each item of a bulk request, and reject it alone", async () => {
    const called: string[] = [];
    current["Recipes"] = {
      beforeInsert: (item) => {
        called.push(item._id!);
        if (item["bad"]) throw new Error("bad");
        return { ...item, checked: true };
      },
      afterInsert: (item) => ({ ...item, checkedAfter: true }),
      beforeUpdate: (item) => ({ ...item, n: (item["n"] ?? 0) * 2 }),
      beforeRemove: (id) => (id === "b1" ? Promise.reject("stays") : undefined),
    };
    const dataItems = Array.from({ length: 20 }, (_, n) => ({
      id: `b${n}`,
      data: { n, ...(n === 3 && { bad: true }) },
    }));
    const { body } = await call("ada", "/bulk/items/insert", { dataItems, returnEntity: true });
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 19, totalFailures: 1, undetailedFailures: 0 });
    expect(body.results[3]).toMatchObject({
      itemMetadata: { id: "b3", originalIndex: 3, success: false, error: { code: "WDE0078" } },
    });
    expect(body.results[4]).toMatchObject({
      action: "INSERT",
      dataItem: { id: "b4", data: { checked: true, checkedAfter: true } },
    });
    expect(called.length).toBe(20);
    const patches = [1, 2].map((value) => ({
      dataItemId: "b5",
      fieldModifications: [{ action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value } }],
    }));
    expect((await call("ada", "/bulk/items/patch", { patches })).body.bulkActionMetadata.totalSuccesses).toBe(2);
    expect(dataOf(await get("owner", "b5")).n).toBe(((5 + 1) * 2 + 2) * 2);
    const saved = await call("ada", "/bulk/items/save", {
      dataItems: [
        { id: "b6", data: { n: 1 } },
        { id: "new", data: {} },
      ],
    });
    expect(saved.body.results.map(({ action }: { action: string }) => action)).toEqual(["UPDATE", "INSERT"]);
    const removed = await call("ada", "/bulk/items/remove", { dataItemIds: ["b0", "b1", "none"] });
    expect(
      removed.body.results.map(
        ({ itemMetadata }: { itemMetadata: { error?: { code: string } } }) => itemMetadata.error?.code,
      ),
    ).toEqual([undefined, "WDE0078", "WDE0073"]);
    expect((await get("owner", "b1")).status).toBe(200);
  });

  it("run once for each item of a job", { timeout: 30_000 }, async () => {
    const dataItems = Array.from({ length: 25 }, (_, n) => ({
      id: `j${String(n).padStart(2, "0")}`,
      data: { n, job: true },
    }));
    await call("ada", "/bulk/items/insert", { dataItems });
    const seen: string[] = [];
    current["Recipes"] = {
      beforeUpdate: (item) => {
        seen.push(item._id!);
        return item["n"] === 107 ? Promise.reject(new Error("no")) : { ...item, hooked: true };
      },
      beforeRemove: (id) => (id === "j00" ? Promise.reject(new Error("no")) : undefined),
    };
    const fieldModifications = [{ action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 100 } }];
    const ended = ({ body }: TestResponse) => waitForAsyncJob(callers, "ada", body.jobId);
    const filter = { job: true };
    const patched = await call("ada", "/bulk/items/async-patch-by-filter", { filter, fieldModifications });
    expect(await ended(patched)).toEqual({ status: "SUCCEEDED", successCount: 24 });
    expect([...new Set(seen)].length).toBe(25);
    const count = async (more: object) =>
      (await call("owner", "/items/count", { filter: { ...filter, ...more }, suppressHooks: true })).body.totalCount;
    expect([await count({ hooked: true }), await count({ n: { $gte: 200 } }), await count({ n: 7 })]).toEqual([
      24, 0, 1,
    ]);
    const removed = await call("ada", "/bulk/items/async-remove-by-filter", { filter });
    expect(await ended(removed)).toEqual({ status: "SUCCEEDED", successCount: 24 });
    expect(await count({})).toBe(1);
    const rest = await call("ada", "/bulk/items/async-remove-by-filter", { filter, suppressHooks: true });
    expect(await ended(rest)).toMatchObject({ successCount: 0 });
    const whole = await call("owner", "/bulk/items/async-remove-by-filter", { filter, suppressHooks: true });
    expect(await waitForAsyncJob(callers, "owner", whole.body.jobId)).toMatchObject({ status: "SUCCEEDED" });
    expect(await count({})).toBe(0);
  });
});
