import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { waitForAsyncJob, waitForTransfer } from "../../test/data/data-jobs.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";

/** Hooks can read and set hidden fields, without exposing them to callers. */

type Item = Record<string, unknown>;
const seen: (Item | undefined)[] = [];
const report = (item: Item) => ({ ...item, score: 9 });
const reportChange = (item: Item, { currentItem }: { currentItem: Item }) => ({
  ...report(item),
  seen: currentItem["score"],
});
const siteHooks = {
  Judged: {
    beforeInsert: (item: Item) => ({ ...item, score: item["title"] === "odd" ? "no number" : 1 }),
    beforeUpdate: (item: Item, { currentItem }: { currentItem: Item }) => {
      seen.push(currentItem);
      if (item["title"] === "forgotten") return { title: "forgotten" };
      return { ...item, score: Number(item["score"]) + 1 };
    },
    afterInsert: report,
    afterUpdate: reportChange,
    afterRemove: reportChange,
    afterGet: report,
    afterQuery: report,
  },
};
const server = await createTestServer({ rateLimits: false, siteHooks });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Judged", publicLevels, {
  strict: true,
  fields: [
    { key: "title", type: "TEXT" },
    { key: "score", type: "NUMBER", hidden: true, required: true },
  ],
});
const call = (caller: CallerName, path: string, body: object, method = "POST") =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: "Judged", ...body }, method);
const write = (caller: CallerName, path: string, id: string, data: object) =>
  call(caller, path, { dataItem: { id, data } });
const dataOf = ({ body }: TestResponse) => body.dataItem.data;
const scoreOf = async (id: string) => {
  const { body } = await call("owner", "/items/query", { query: { filter: { _id: id } }, suppressHooks: true });
  return body.dataItems[0].data.score;
};

describe("hooks of a collection with a hidden field", () => {
  it("can read and set the field, and keep it if they omit it", async () => {
    const inserted = await write("ada", "/items", "a", { title: "one" });
    expect([dataOf(inserted).title, "score" in dataOf(inserted)]).toEqual(["one", false]);
    expect(await scoreOf("a")).toBe(1);
    expect(dataOf(await write("ada", "/items/update", "a", { title: "two" }))).not.toHaveProperty("score");
    expect(seen.at(-1)).toMatchObject({ title: "one", score: 1 });
    await write("ada", "/items/save", "a", { title: "three" });
    const fieldModifications = [{ action: "SET_FIELD", fieldPath: "title", setFieldOptions: { value: "four" } }];
    const patched = await call("ada", "/items/patch", { patch: { dataItemId: "a", fieldModifications } });
    expect(dataOf(patched)).toMatchObject({ title: "four", seen: 3 });
    expect(dataOf(patched)).not.toHaveProperty("score");
    expect(await scoreOf("a")).toBe(4);
    const body = { filter: { title: "four" }, fieldModifications };
    const { jobId } = (await call("ada", "/bulk/items/async-patch-by-filter", body)).body;
    expect(await waitForAsyncJob(callers, "ada", jobId)).toMatchObject({ status: "SUCCEEDED" });
    expect(await scoreOf("a")).toBe(5);
    await write("ada", "/items/update", "a", { title: "forgotten" });
    expect(await scoreOf("a")).toBe(5);
  });

  it("do not run for requests that name it, and do not expose it to callers who cannot see it", async () => {
    await write("owner", "/items", "b", { title: "b", score: 7 });
    const before = seen.length;
    for (const path of ["/items", "/items/update", "/items/save"]) {
      const rejected = await write("ada", path, "b", { title: "b", score: 7 });
      expect([path, rejected.status]).toEqual([path, 400]);
    }
    expect(seen.length).toBe(before);
    const get = (caller: CallerName) => call(caller, "/items/b?dataCollectionId=Judged", {}, "GET");
    const query = (caller: CallerName) => call(caller, "/items/query", { query: { filter: { _id: "b" } } });
    expect(dataOf(await get("editor"))).toMatchObject({ score: 9 });
    expect(JSON.stringify([(await get("ada")).body, (await query("ada")).body])).not.toContain("score");
    const bulk = { dataItems: [{ id: "b", data: { title: "bulk" } }], returnEntity: true };
    expect(JSON.stringify((await call("ada", "/bulk/items/update", bulk)).body)).not.toContain("score");
    expect(dataOf(await call("ada", "/items/remove", { dataItemId: "b" }))).not.toHaveProperty("score");
  });

  it("do not expose it in files", async () => {
    await write("owner", "/items", "f", { title: "in a file", score: 7 });
    const base = "/_api/porchlight/v1/data";
    const { body } = await callers.call("ada", `${base}/exports`, { dataCollectionId: "Judged", format: "JSON" });
    expect(await waitForTransfer(callers, "ada", body.job.id)).toMatchObject({ status: "COMPLETED" });
    const file = String((await callers.send("ada", "GET", new URL(body.downloadUrl).pathname)).body);
    expect([file.includes("in a file"), file.includes("score")]).toEqual([true, false]);
  });

  it("that set an invalid value get an error without its name", async () => {
    const rejected = await write("ada", "/items", "c", { title: "odd" });
    expect(codeIn(rejected)).toBe("WDE0078");
    expect(JSON.stringify(rejected.body)).not.toMatch(/score|no number/);
  });
});
