import { readFileSync } from "node:fs";
import { createApiKey } from "@porchlight/server/operations";
import { createTestServer } from "@porchlight/server/testing";
import { describe, expect, it } from "vitest";
import { expectRecordedShape } from "./recorded-shape.ts";
import { exchangesOf, type RecordedRequest, type Recording } from "./recording.ts";

/** Sends the recorded requests about collections and items to a server with an admin API key. */

const server = await createTestServer();
const { key: token } = await createApiKey(server.context, { kind: "owner" }, { name: "data", role: "admin" });

const readRecordings = (file: "data" | "collections") =>
  JSON.parse(readFileSync(new URL(`./fixtures/${file}.json`, import.meta.url), "utf8")) as Recording[];

async function send({ method, path, query, body }: RecordedRequest, replaced: object = {}) {
  const to = query ? `${path}?${query}` : path;
  const sent = body === undefined ? undefined : { ...(body as object), ...replaced };
  return server.call(method, to, { body: sent, token });
}

const sent = new Set<string>();
/** Responses that only a stub returns, and a call that the client rejects. */
const neverSent = /^server |^query exists with one argument fails$/;

function recorded(file: "data" | "collections", name: string) {
  sent.add(`${file} ${name}`);
  const recording = readRecordings(file).find((one) => one.name === name);
  const [exchange] = recording ? exchangesOf(recording) : [];
  if (!exchange) throw new Error(`There is no recording "${name}" in ${file}.`);
  return exchange;
}

/** Members that only the hosted platform has. */
function promised(collection: Record<string, unknown>) {
  const { ownerAppId: _platform, typeMetadata: _ours, ...compared } = collection;
  return compared;
}

describe("recorded requests about collections", () => {
  it("createDataCollection", async () => {
    await server.call("POST", "/wix-data/v2/collections", {
      token,
      body: { collection: { id: "Authors", permissions: { read: "ANYONE" } } },
    });
    const { request, cannedResponse } = recorded("collections", "createDataCollection");
    const { status, body } = await send(request);
    expect(status).toBe(200);
    const { collection } = cannedResponse.body as { collection: Record<string, unknown> };
    const { displayField: _notSet, defaultDisplayOrder: _neither, ...compared } = promised(collection);
    expectRecordedShape(body.collection, { ...compared, fields: [{ key: "title", type: "TEXT" }] });
    expect(body.collection).toMatchObject({
      id: "Books",
      revision: "1",
      permissions: { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER_AUTHOR", remove: "ADMIN" },
    });
  });

  it("getDataCollection and listDataCollections", async () => {
    const got = await send(recorded("collections", "getDataCollection").request);
    // `fields=_id`.
    expect(got.body).toEqual({ collection: { id: "Books" } });
    const listed = await send(recorded("collections", "listDataCollections").request);
    expect(listed.body).toEqual({
      collections: [],
      pagingMetadata: { count: 0, offset: 2, total: 2, tooManyToCount: false, hasNext: false },
    });
  });

  it("createDataCollectionField, updateDataCollectionField, updateDataCollection, patchDataCollection", async () => {
    const made = await send(recorded("collections", "createDataCollectionField").request);
    expect(made.body.collection.revision).toBe("2");
    const { request } = recorded("collections", "updateDataCollection");
    expect((await send(request)).body.collection).toMatchObject({ displayName: "B", revision: "3" });
    // Based on revision 2, which is outdated.
    expect((await send(request)).status).toBe(409);
    const patch = recorded("collections", "patchDataCollection").request;
    expect((await send(patch)).status).toBe(409);
    expect((await send(patch, { dataCollection: { displayName: "C", revision: "3" } })).status).toBe(200);
    expect((await send(recorded("collections", "updateDataCollectionField").request)).status).toBe(200);
    const { body } = await send(recorded("collections", "deleteDataCollectionField").request);
    expect(body.collection.fields.map((field: { key: string }) => field.key)).not.toContain("x");
  });
});

describe("recorded requests about items", () => {
  it("insert, get, update, save, patch and remove", async () => {
    const { request, cannedResponse } = recorded("data", "insert");
    const inserted = await send(request);
    expect(inserted.status).toBe(200);
    const { data, ...item } = (cannedResponse.body as { dataItem: Record<string, Record<string, unknown>> }).dataItem;
    const { nested: _sample, ...compared } = data ?? {};
    expectRecordedShape(inserted.body.dataItem, { ...item, data: compared });
    const sent = (request.body as { dataItem: { data: object } }).dataItem.data;
    expect(inserted.body.dataItem.data).toMatchObject(sent);
    expect(await send(request)).toMatchObject({
      status: 409,
      body: { details: { applicationError: { code: "WDE0074" } } },
    });
    expect((await send(recorded("data", "get").request)).body.dataItem).toEqual(inserted.body.dataItem);
    expect((await send(recorded("data", "update").request)).body.dataItem.data).toMatchObject({ title: "T" });
    expect((await send(recorded("data", "update with condition").request)).body.details.applicationError.code).toBe(
      "CONDITION_NOT_MET",
    );
    expect((await send(recorded("data", "save").request)).body).toMatchObject({
      dataItem: { id: "1" },
      action: "UPDATED",
    });
    expect((await send(recorded("data", "patch direct").request)).body.dataItem.data).toMatchObject({ a: 1 });
    const patched = await send(recorded("data", "patch builder").request);
    expect(patched.body.dataItem.data).toMatchObject({
      a: 1,
      d: { $date: "2024-05-06T07:08:09.123Z" },
      n: 2,
      arr: ["x"],
    });
    expect((await send(recorded("data", "remove").request)).body.dataItem).toEqual(patched.body.dataItem);
    for (const name of ["get missing → null", "remove missing → null"]) {
      const { request, cannedResponse } = recorded("data", name);
      const { status, body } = await send(request);
      expect([status, body.details.applicationError.code]).toEqual([cannedResponse.status, "WDE0073"]);
      expect(body.details.applicationError.description).toContain("[1]");
      expect(body.details.applicationError.description).toContain("[Books]");
    }
    const free = await send(recorded("data", "insert all options").request, { includeReferencedItems: [] });
    expect([free.status, typeof free.body.dataItem.id]).toEqual([200, "string"]);
  });

  it.each([
    "query default",
    "query in / exists",
    "query gte / lte aliases",
    "query same field twice keeps $and",
    "query or",
    "query and",
    "query not",
    "query nested or with filter()",
    "query long → POST",
    "query non-ASCII",
    "query next on last page",
    "query prev on first page",
    "withEnvironment",
  ])("%s", async (name) => {
    const { request, cannedResponse } = recorded("data", name);
    const { status, body } = await send(request);
    expect(status, JSON.stringify(body)).toBe(200);
    expectRecordedShape(body, cannedResponse.body);
  });

  it("query offset next and query cursor next", async () => {
    for (const id of ["1", "2", "3"]) {
      const body = { dataCollectionId: "Books", dataItem: { id, data: { a: 1 } } };
      await server.call("POST", "/wix-data/v2/items", { token, body });
    }
    const [first, second] = exchangesOf(readRecordings("data").find(({ name }) => name === "query cursor next")!);
    const page = await send(first!.request);
    expect(page.body.dataItems.map(({ id }: { id: string }) => id)).toEqual(["1"]);
    const { dataCollectionId, query } = second!.request.queryDecoded as { dataCollectionId: string; query: object };
    const cursorPaging = { limit: 1, cursor: page.body.pagingMetadata.cursors.next };
    const next = await server.call("POST", first!.request.path, {
      token,
      body: { dataCollectionId, query: { ...query, cursorPaging } },
    });
    expect(next.body.dataItems.map(({ id }: { id: string }) => id)).toEqual(["2"]);
    expect(next.body.pagingMetadata).toMatchObject({ count: 1, hasNext: true, cursors: { prev: expect.any(String) } });
    const offsets = exchangesOf(readRecordings("data").find(({ name }) => name === "query offset next")!);
    const found: string[][] = [];
    for (const { request } of offsets) {
      found.push((await send(request)).body.dataItems.map(({ id }: { id: string }) => id));
    }
    expect(found.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(found[0]).toEqual(found[2]);
  });

  it("count and truncate", async () => {
    for (const name of ["query offset next", "query cursor next"]) sent.add(`data ${name}`);
    const stranger = await send(recorded("data", "query direct form, cursor").request);
    expect(stranger.body.details.applicationError.code).toBe("CURSOR_INVALID");
    expect((await send(recorded("data", "items.count").request)).body).toEqual({ totalCount: 3 });
    expect((await send(recorded("data", "query count").request)).body).toEqual({ totalCount: 3 });
    expect((await send(recorded("data", "truncate").request)).body).toEqual({});
    expect((await send(recorded("data", "items.count").request)).body).toEqual({ totalCount: 0 });
  });

  it.each([
    ["bulkInsert", { totalSuccesses: 2, totalFailures: 0 }, ["INSERT", "INSERT"]],
    ["bulkInsert duplicate is skipped", { totalSuccesses: 0, totalFailures: 1 }, ["INSERT"]],
    ["bulkInsert overrideExisting goes to save", { totalSuccesses: 1, totalFailures: 0 }, ["UPDATE"]],
    ["bulkSave", { totalSuccesses: 2, totalFailures: 0 }, ["UPDATE", "INSERT"]],
    ["bulkUpdate", { totalSuccesses: 1, totalFailures: 0 }, ["UPDATE"]],
    ["bulkPatch", { totalSuccesses: 1, totalFailures: 1 }, ["PATCH", "PATCH"]],
    ["bulkRemove with one missing", { totalSuccesses: 1, totalFailures: 1 }, ["DELETE", "DELETE"]],
  ])("%s", async (name, totals, actions) => {
    const { request, cannedResponse } = recorded("data", name);
    const { status, body } = await send(request);
    expect(status).toBe(200);
    const { results } = cannedResponse.body as { results: { itemMetadata: { success: boolean } }[] };
    const succeeded = results.filter(({ itemMetadata }) => itemMetadata.success);
    expectRecordedShape(body.results, succeeded.length > 0 ? [{ ...succeeded[0] }] : results);
    expect(body.bulkActionMetadata).toEqual({ ...totals, undetailedFailures: 0 });
    expect(body.results.map(({ action }: { action: string }) => action)).toEqual(actions);
  });

  it("distinct, aggregate, pipeline and search", async () => {
    const rows = [
      { t: "b", a: 1, n: 2, g: "x" },
      { t: "a", a: 1, n: 5, g: "x" },
      { t: "a", a: 1, n: 9, g: "y", note: "An X in it" },
    ];
    await send(recorded("data", "truncate").request);
    await server.call("POST", "/wix-data/v2/bulk/items/insert", {
      token,
      body: { dataCollectionId: "Books", dataItems: rows.map((data) => ({ data: { title: "T", ...data } })) },
    });
    const distinct = recorded("data", "query distinct");
    const values = await send(distinct.request);
    expect(values.body).toMatchObject({ distinctValues: ["a", "b"], pagingMetadata: { count: 2, hasNext: false } });
    expectRecordedShape(values.body, distinct.cannedResponse.body);
    expect((await send(recorded("data", "items.distinct").request)).body.distinctValues).toEqual(["a", "b"]);
    const { request } = recorded("data", "aggregate builder");
    const groups = await send(request, { finalFilter: { nAvg: { $gt: 1 } }, paging: { limit: 5, offset: 0 } });
    expect(groups.body.results).toEqual([
      { _id: { g: "x" }, nAvg: 3.5, total: 7, nMin: 2, nMax: 5, count: 2 },
      { _id: { g: "y" }, nAvg: 9, total: 9, nMin: 9, nMax: 9, count: 1 },
    ]);
    expect((await send(request)).body).toMatchObject({ results: [], pagingMetadata: { offset: 1 } });
    const pipeline = await send(recorded("data", "aggregate direct form (pipeline)").request);
    expect(pipeline.body.results.map(({ n }: { n: number }) => n)).toEqual([2, 5, 9]);
    const found = await send(recorded("data", "search builder").request);
    expect(found.body.dataItems.map(({ data }: { data: { n: number } }) => data.n)).toEqual([2, 5, 9]);
    expectRecordedShape(found.body, recorded("data", "search builder").cannedResponse.body);
    const direct = recorded("data", "search direct").request.body as { search: object };
    const note = { ...direct.search, search: { expression: "x an", mode: "AND" } };
    const one = await send(recorded("data", "search direct").request, { search: note });
    expect(one.body.dataItems.map(({ data }: { data: { n: number } }) => data.n)).toEqual([9]);
  });

  it("references: insert, remove, replace, isReferenced, queryReferenced", async () => {
    const field = {
      key: "r",
      type: "MULTI_REFERENCE",
      typeMetadata: { multiReference: { referencedCollectionId: "Authors" } },
    };
    const post = (path: string, body: object) => server.call("POST", `/wix-data/v2/${path}`, { token, body });
    await post("collections/create-field", { dataCollectionId: "Books", field });
    await send(recorded("data", "truncate").request);
    await post("items", { dataCollectionId: "Books", dataItem: { id: "1", data: {} } });
    const authors = ["3", "2"].map((id) => ({ id, data: { title: id } }));
    await post("bulk/items/insert", { dataCollectionId: "Authors", dataItems: authors });
    const ids = async () => {
      const { body } = await send(recorded("data", "queryReferenced").request);
      return body.results.map(({ dataItem }: { dataItem: { id: string } }) => dataItem.id);
    };
    expect((await send(recorded("data", "insertReference").request)).body).toEqual({});
    // Repeating it changes nothing.
    expect((await send(recorded("data", "insertReference bulk form").request)).body).toEqual({});
    expect(await ids()).toEqual(["2", "3"]);
    expect((await send(recorded("data", "isReferenced").request)).body).toEqual({ isReferenced: true });
    expect((await send(recorded("data", "removeReference").request)).body).toEqual({});
    expect((await send(recorded("data", "isReferenced").request)).body).toEqual({ isReferenced: false });
    expect((await send(recorded("data", "replaceReferences").request)).body).toEqual({});
    expect(await ids()).toEqual(["2", "3"]);
    await post("items/remove", { dataCollectionId: "Authors", dataItemId: "3" });
    for (const name of ["queryReferenced", "queryReferencedItems"]) {
      const { request, cannedResponse } = recorded("data", name);
      const { status, body } = await send(request);
      expect(status).toBe(200);
      expectRecordedShape(body, cannedResponse.body);
      const { results } = cannedResponse.body as { results: object[] };
      expect(Object.keys(body.results[1]).sort()).toEqual(
        [...Object.keys(results[1]!), ...(name === "queryReferenced" ? [] : ["referringItemId"])].sort(),
      );
      expect(body.results[1].unresolvedReference).toEqual({ referringItemId: "1", referencedItemId: "3" });
    }
    const query = { filter: { r: "2" }, fields: ["r"] };
    const included = await post("items/query", {
      dataCollectionId: "Books",
      query,
      includeReferences: [{ field: "r", limit: 1 }],
    });
    expect(included.body.dataItems[0].data).toMatchObject({ _id: "1", r: [{ _id: "2", title: "2" }] });
    const whole = recorded("data", "get with options").request;
    expect((await send(whole)).body.dataItem).toEqual({
      id: "1",
      dataCollectionId: "Books",
      data: { _id: "1", r: [expect.objectContaining({ _id: "2" })] },
    });
    for (const name of ["query every operator", "query direct form"]) {
      const { request, cannedResponse } = recorded("data", name);
      const { status, body } = await send(request);
      expect([name, status, body.dataItems]).toEqual([name, 200, []]);
      expectRecordedShape(body.pagingMetadata, (cannedResponse.body as { pagingMetadata: object }).pagingMetadata);
    }
    const missing = recorded("data", "insertReference").request;
    expect((await send(missing)).body.details.applicationError.code).toBe("WDE0021");
    const reference = { referringItemFieldName: "title", referringItemId: "1", referencedItemId: "2" };
    const answer = await post("items/is-referenced", { dataCollectionId: "Books", ...reference });
    expect(answer.body.details.applicationError.code).toBe("WDE0020");
  });

  it("asyncPatchByFilter, asyncRemoveByFilter and getAsyncJobStatus", async () => {
    const made = { dataCollectionId: "Books", dataItem: { id: "job", data: { a: 1 } } };
    await server.call("POST", "/wix-data/v2/items", { token, body: made });
    for (const name of ["asyncPatchByFilter", "asyncRemoveByFilter"]) {
      const { request, cannedResponse } = recorded("data", name);
      const { status, body } = await send(request);
      expect(status).toBe(200);
      expectRecordedShape(body, cannedResponse.body);
      const statusCall = recorded("data", "getAsyncJobStatus");
      const path = statusCall.request.path.replace("/J/", `/${body.jobId}/`);
      const query = statusCall.request.query.replace("=J", `=${body.jobId}`);
      const compared = async () => (await send({ ...statusCall.request, path, query })).body;
      await expect.poll(compared, { timeout: 30_000 }).toEqual({ status: "SUCCEEDED", successCount: 1 });
      expectRecordedShape(await compared(), statusCall.cannedResponse.body);
    }
  });

  it("createDataItemDraft, publishDataItemDraft and unpublishDataItem", async () => {
    const made = {
      dataCollectionId: "Books",
      dataItem: { id: "1", data: { title: "T", when: { $date: "2024-05-06" } } },
    };
    await server.call("POST", "/wix-data/v2/items/save", { token, body: made });
    for (const name of ["createDataItemDraft", "publishDataItemDraft", "unpublishDataItem"]) {
      const { request, cannedResponse } = recorded("data", name);
      const { status, body } = await send(request);
      expect([name, status]).toEqual([name, 200]);
      const { dataItem } = cannedResponse.body as { dataItem: { data: Record<string, unknown> } };
      const { nested: _sample, ...compared } = dataItem.data;
      expectRecordedShape(body.dataItem, { ...dataItem, data: compared });
    }
  });

  it("deleteDataCollection", async () => {
    expect((await send(recorded("collections", "deleteDataCollection").request)).body).toEqual({});
    expect((await send(recorded("data", "get").request)).body.details.applicationError.code).toBe("WDE0025");
    const all = (["data", "collections"] as const).flatMap((file) =>
      readRecordings(file).flatMap(({ name }) => (neverSent.test(name) ? [] : [`${file} ${name}`])),
    );
    expect(all.filter((name) => !sent.has(name))).toEqual([]);
  });
});
