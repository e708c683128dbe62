import { sql } from "kysely";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { codeIn, createCallers, putCollection, waitForIndexes } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { type DbOrTx, toReadOnly } from "../../platform/db/database.ts";
import { requireCollection } from "../collections/load-collection.ts";
import { fieldsFor, proposeIndexes } from "../indexes/propose-indexes.ts";
import { runItemQuery } from "./run-item-query.ts";
import { findSlowQueries, recordSlowQuery } from "./slow-queries-store.ts";

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const fields = [
  { key: "secret", type: "TEXT" } as const,
  { key: "n", type: "NUMBER" } as const,
  { key: "tags", type: "ARRAY_STRING" } as const,
];
await putCollection(server, callers, "Books", publicLevels, { fields });
const call = (path: string, body: object) =>
  callers.call("ada", `/wix-data/v2${path}`, { dataCollectionId: "Books", ...body });

/** Blocks reads of a table. @returns Releases the lock. */
async function lockTable(table = "data_items"): Promise<() => Promise<void>> {
  const holder = new pg.Client(context.config.connection);
  await holder.connect();
  await holder.query("begin");
  await holder.query(`lock table ${table} in access exclusive mode`);
  return async () => {
    await holder.query("rollback");
    await holder.end();
  };
}

const query = { filter: { secret: "the-value", n: { $gt: 4711 } }, sort: [{ fieldName: "n", order: "DESC" }] };

describe("slow queries", { timeout: 60_000 }, () => {
  it("time out after two seconds with an error", async () => {
    const unlock = await lockTable();
    try {
      const startedAt = performance.now();
      const answers = await Promise.all([
        call("/items/query", { query }),
        call("/items/query", { query: { filter: { $or: [{ n: 1 }] } }, returnTotalCount: true }),
        call("/items/count", { filter: { n: 1 } }),
        call("/items/search", { search: { search: { expression: "words" } } }),
        call("/items/query-distinct-values", { fieldName: "n" }),
        call("/items/aggregate", { aggregation: { groupingFields: ["n"] } }),
      ]);
      expect(answers.map((answer) => [answer.status, codeIn(answer)])).toEqual(Array(6).fill([400, "QUERY_TOO_SLOW"]));
      expect(performance.now() - startedAt).toBeLessThan(8_000);
    } finally {
      await unlock();
    }
    expect((await call("/items/query", { query })).status).toBe(200);
  });

  it("time out for references, too, and writes return the item without them", async () => {
    const others = { key: "others", type: "MULTI_REFERENCE" } as const;
    const typeMetadata = { multiReference: { referencedCollectionId: "Books" } };
    await putCollection(server, callers, "Shelves", publicLevels, { fields: [{ ...others, typeMetadata }] });
    const at = (path: string, body: object) =>
      callers.call("ada", `/wix-data/v2${path}`, { dataCollectionId: "Shelves", ...body });
    await at("/items", { dataItem: { id: "a", data: {} } });
    const of = { referringItemFieldName: "others", referringItemId: "a" };
    const includes = [{ field: "others" }];
    const unlock = await lockTable("data_references");
    try {
      const startedAt = performance.now();
      const [written, ...refused] = await Promise.all([
        at("/items/update", { dataItem: { id: "a", data: { n: 1 } }, includeReferencedItems: includes }),
        at("/items/query-referenced", of),
        at("/items/query-referenced", { ...of, returnTotalCount: true }),
        at("/items/query", { query: {}, includeReferences: includes }),
      ]);
      expect(refused.map((answer) => [answer.status, codeIn(answer)])).toEqual(Array(3).fill([400, "QUERY_TOO_SLOW"]));
      expect([written.status, written.body.dataItem.data.n]).toEqual([200, 1]);
      expect(performance.now() - startedAt).toBeLessThan(8_000);
    } finally {
      await unlock();
    }
  });

  it("are recorded by field, and an index is suggested until it exists", async () => {
    await expect.poll(async () => (await findSlowQueries(context.db)).length, { timeout: 10_000 }).toBe(2);
    const recorded = JSON.stringify(await findSlowQueries(context.db));
    expect(recorded).not.toMatch(/the-value|4711/);
    const proposals = async () =>
      (await proposeIndexes(context.db)).map(({ collectionId, fields: [first, second] }) =>
        [collectionId, first?.path, second?.path, second?.order].join(" ").trim(),
      );
    expect((await proposals()).sort()).toEqual(["Books n", "Books secret n"]);
    const index = { fields: [{ path: "secret" }, { path: "n" }] };
    await callers.call("owner", "/_api/porchlight/v1/data/indexes", { dataCollectionId: "Books", index });
    expect(await proposals()).toEqual(["Books n"]);
    await waitForIndexes(context);
  });

  it("on a replica are recorded on the primary", async () => {
    const { db } = context;
    const collection = await requireCollection(context, { kind: "owner" }, "Books");
    const read = (db: DbOrTx) => sql`select pg_sleep(0.6)`.execute(db);
    const filter = { tags: { $hasSome: ["a"] } };
    await runItemQuery({ ...context, db: toReadOnly(db), primaryDb: db }, collection, { filter, isServed: true }, read);
    const shapes = async () => (await findSlowQueries(db)).map(({ shape }) => JSON.parse(shape));
    await expect.poll(shapes).toContainEqual({ equal: [], range: [], list: ["tags"], sort: [] });
  });

  it("that filter and sort use an index of both fields in either direction", async () => {
    const sort = [{ path: "title", order: "DESC" }] as const;
    const shape = JSON.stringify({ equal: ["shelf"], range: [], list: [], sort });
    await recordSlowQuery(context.db, {
      siteId: context.site.id,
      collectionId: "Books",
      shape,
      tookMs: 600,
      at: new Date(),
    });
    const proposed = async () => (await proposeIndexes(context.db)).map(({ fields }) => fields);
    const both = [{ path: "shelf" }, { path: "title", order: "DESC" }];
    expect(await proposed()).toContainEqual(both);
    const index = { fields: [{ path: "shelf" }, { path: "title" }] };
    await callers.call("owner", "/_api/porchlight/v1/data/indexes", { dataCollectionId: "Books", index });
    expect(await proposed()).not.toContainEqual(both);
  });

  it("are limited to a hundred kinds with fields of the collection", async () => {
    for (let kind = 0; kind < 120; kind++) {
      const shape = JSON.stringify({ equal: [`field${kind}`], range: [], list: [], sort: [] });
      const at = new Date(Date.now() + kind * 1_000);
      await recordSlowQuery(context.db, { siteId: context.site.id, collectionId: "Books", shape, tookMs: 600, at });
    }
    const recorded = await findSlowQueries(context.db);
    expect(recorded).toHaveLength(100);
    expect(recorded.some(({ shape }) => shape.includes("field119"))).toBe(true);
    const unlock = await lockTable();
    const fields = call("/items/query", { query: { filter: { madeUp: 1 } } });
    expect(codeIn(await fields.finally(unlock))).toBe("QUERY_TOO_SLOW");
    expect(JSON.stringify(await findSlowQueries(context.db))).not.toContain("madeUp");
  });

  it("suggest an index of an equality and a range, or of the sort", () => {
    const fields = { equal: ["shelf"], range: ["n"], list: [], sort: [] };
    expect(fieldsFor(fields)).toEqual([{ path: "shelf" }, { path: "n" }]);
    const sort = [{ path: "title", order: "DESC" } as const];
    expect(fieldsFor({ ...fields, sort })).toEqual([{ path: "shelf" }, { path: "n" }]);
    expect(fieldsFor({ ...fields, equal: [], sort })).toEqual([{ path: "title", order: "DESC" }]);
    expect(fieldsFor({ ...fields, range: [], sort })).toEqual([{ path: "shelf" }, { path: "title", order: "DESC" }]);
    expect(fieldsFor({ ...fields, list: ["tags"] })).toEqual([{ path: "tags" }]);
    expect(fieldsFor({ equal: [], range: [], list: [], sort: [] })).toEqual([]);
  });
});
