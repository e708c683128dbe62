import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { purgeCollections } from "../collections/purge-collections.ts";
import { queryItemsWithoutHooks } from "../query/query-items.ts";
import { buildIndexes } from "./build-indexes.ts";
import { findIndexState } from "./indexes-store.ts";

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const path = "/_api/porchlight/v1/data/indexes";
const many = 50_000;

/** Records every statement that is sent. */
const sent: { sql: string; parameters: readonly unknown[] }[] = [];
const pool = new pg.Pool({ ...context.config.connection, max: 2 });
const watch = () =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      sent.push(query);
    },
  });
let watched = watch();
afterAll(() => watched.destroy());

const fill = (collectionId: string, count: number) =>
  sql`insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
    select ${context.site.id}, ${collectionId}, 'item-' || lpad(n::text, 6, '0'), ${context.site.id}, now(), now(), jsonb_build_object(
      'n', n, 'shelf', n / 20, 'null', n / 20, 'none', case when n % 5000 <> 0 then 1 end, 'mixed',
      case n % 3 when 0 then to_jsonb(n) when 1 then to_jsonb('t' || n) else jsonb_build_array(n) end,
      'tags', jsonb_build_array('all', 'tag-' || n / 10), 'at', jsonb_build_object('day', n % 1000))
    from generate_series(1, ${count}::integer) n`.execute(context.db);

const create = (dataCollectionId: string, ...fields: (string | object)[]) =>
  callers.call("owner", path, {
    dataCollectionId,
    index: { fields: fields.map((field) => (typeof field === "string" ? { path: field } : field)) },
  });
const list = async (dataCollectionId: string) =>
  (await callers.call("owner", `${path}?dataCollectionId=${dataCollectionId}`, {}, "GET")).body.indexes;
const waitUntilBuilt = (dataCollectionId: string, statuses: string[]) =>
  expect
    .poll(
      async () => {
        await buildIndexes(context);
        return (await list(dataCollectionId)).map(({ status }: { status: string }) => status);
      },
      { timeout: 60_000 },
    )
    .toEqual(statuses);
const relationOf = async (collectionId: string) =>
  (
    await context.db.selectFrom("data_indexes").select("relation").where("collection_id", "=", collectionId).execute()
  )[0]!.relation;

type Plan = { "Relation Name"?: string; "Actual Rows": number; "Actual Loops": number; Plans?: Plan[] } & Record<
  string,
  unknown
>;

/** Rows of items that a plan has read, including filtered ones. */
function rowsOf(plan: Plan): number {
  const own =
    plan["Relation Name"] === "data_items"
      ? (plan["Actual Rows"] + Number(plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
      : 0;
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), own);
}

async function request(
  query: object,
  dataCollectionId = "Many",
): Promise<{ ids: string[]; next?: string; rows: number }> {
  sent.length = 0;
  const response = await queryItemsWithoutHooks({ ...context, db: watched }, { kind: "owner" }, {
    dataCollectionId,
    query,
  } as never);
  const { dataItems, pagingMetadata } = JSON.parse(response.text);
  const requested = sent.find((one) => one.sql.includes("from data_items i"))!;
  const { rows } = await pool.query(`explain (analyze, format json) ${requested.sql}`, [...requested.parameters]);
  return {
    ids: dataItems.map(({ id }: { id: string }) => id),
    next: pagingMetadata.cursors.next,
    rows: rowsOf(rows[0]["QUERY PLAN"][0].Plan),
  };
}

const few = 300;
const questions: [string, object][] = [
  ["equality", { filter: { shelf: 7 } }],
  ["a field called null", { filter: { null: 7 } }],
  ["one of several", { filter: { shelf: { $in: [7, 9, "x"] } } }],
  ["a range", { filter: { n: { $gte: 100, $lt: 150 } } }],
  ["nothing or null", { filter: { none: null } }],
  ["a path into an object", { filter: { "at.day": 17 } }],
  ["equality of a text, also in a list", { filter: { mixed: "t7" } }],
  ["a sort", { sort: [{ fieldName: "n", order: "DESC" }], paging: { limit: 10 } }],
  ["a sort, some way in", { sort: [{ fieldName: "n" }], paging: { limit: 10, offset: 100 } }],
  ["equality and a sort", { filter: { shelf: 7 }, sort: [{ fieldName: "n", order: "DESC" }] }],
  ["what a list holds", { filter: { tags: "tag-7" } }],
  ["one of what a list holds", { filter: { tags: { $hasSome: ["tag-7", "tag-9"] } } }],
  ["all of what a list holds", { filter: { tags: { $hasAll: ["all", "tag-7"] } } }],
];

describe("data indexes", { timeout: 120_000 }, () => {
  it("serve filters, sorts and pages without changing results", async () => {
    const fields = [{ key: "tags", type: "ARRAY_STRING" } as const];
    await putCollection(server, callers, "Many", publicLevels, { fields });
    await fill("Many", many);
    await sql`analyze data_items`.execute(context.db);
    const before = new Map<string, string[]>();
    for (const [what, query] of questions) before.set(what, (await request(query)).ids);

    for (const names of [["shelf", "n"], ["n"], ["none"], ["at.day"], ["null"]])
      expect((await create("Many", ...names)).body.index.status).toBe("BUILDING");
    const full = await create("Many", "tags");
    expect([full.status, full.body.details?.validationError?.fieldViolations[0].field]).toEqual([400, "index.fields"]);
    await waitUntilBuilt("Many", Array(5).fill("ACTIVE"));
    const drop = await callers.call("owner", `${path}/drop`, { dataCollectionId: "Many", indexName: "at.day" });
    expect(drop.body.index.status).toBe("DROPPING");
    await waitUntilBuilt("Many", Array(4).fill("ACTIVE"));
    expect((await create("Many", "tags")).status).toBe(200);
    await waitUntilBuilt("Many", Array(5).fill("ACTIVE"));

    // The cached collection expires after ten seconds.
    watched = watch();
    const without = new Set(["a path into an object", "equality of a text, also in a list"]);
    for (const [what, query] of questions) {
      const { ids, rows } = await request(query);
      expect({ what, ids }).toEqual({ what, ids: before.get(what) });
      if (!without.has(what)) expect(rows, what).toBeLessThanOrEqual(few);
    }
    let page = await request({ sort: [{ fieldName: "n" }], cursorPaging: { limit: 20 } });
    for (const begins of ["item-000021", "item-000041"]) {
      page = await request({ cursorPaging: { limit: 20, cursor: page.next } });
      expect(page.ids[0]).toBe(begins);
      expect(page.rows).toBeLessThanOrEqual(few);
    }
  });

  it("let pages be read without any other row", async () => {
    await putCollection(server, callers, "Shop", publicLevels);
    await sql`insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
      select ${context.site.id}, 'Shop', 'item-' || lpad(n::text, 6, '0'), ${context.site.id}, '2026-01-01'::timestamptz + n * interval '1 minute',
        now(), jsonb_build_object('category', case when n % 1000 = 7 then to_jsonb(array['c1', 'c2']) else to_jsonb('c' || n % 10) end,
          'views', n * 7919 % 10007, 'done', n % 3 = 0, 'title', 'Item ' || n * 31 % 20000)
      from generate_series(1, 20000) n`.execute(context.db);
    await sql`analyze data_items`.execute(context.db);
    const views = { fieldName: "views", order: "DESC" };
    const reversed = { fieldName: "views", order: "ASC" };
    const newest = { fieldName: "_createdDate", order: "DESC" };
    const pages: Record<string, object> = {
      "equality and sort": { filter: { category: "c1" }, sort: [views] },
      "equality and reversed sort": { filter: { category: "c1" }, sort: [reversed] },
      "equality, range and sort": { filter: { category: "c1", views: { $gte: 5_000 } }, sort: [views] },
      "equality, two bounds and sort": {
        filter: { category: "c1", views: { $gt: 100, $lt: 9_000 } },
        sort: [reversed],
      },
      "equality as $and": {
        filter: { $and: [{ category: { $eq: "c1" } }, { views: { $lte: 9_000 } }] },
        sort: [views],
      },
      "equality as $hasSome": { filter: { category: { $hasSome: ["c1"] } }, sort: [views] },
      "two equalities and sort": { filter: { category: "c1", done: true }, sort: [{ fieldName: "title" }] },
      "equality and sort by both fields": {
        filter: { category: "c1" },
        sort: [{ fieldName: "category", order: "DESC" }, views],
      },
      "equality and newest": { filter: { category: "c1" }, sort: [newest] },
      "equality since a date, newest": {
        filter: { category: "c1", _createdDate: { $gte: { $date: "2026-01-03T00:00:00.000Z" } } },
        sort: [newest],
      },
      "range and sort": { filter: { title: { $gte: "Item 5" } }, sort: [{ fieldName: "title" }] },
      sort: { sort: [{ fieldName: "title", order: "DESC" }] },
      "equality and other conditions": {
        filter: { category: "c1", views: { $gte: 5_000 }, title: { $contains: "1" } },
        sort: [views],
      },
    };
    const limit = 20;
    const read = (query: object) => request({ ...query, cursorPaging: { limit } }, "Shop");
    const expected = new Map<string, string[]>();
    for (const [name, query] of Object.entries(pages)) expected.set(name, (await read(query)).ids);
    const directed = (path: string) => ({ path, order: "DESC" });
    for (const index of [
      ["category", directed("views")],
      ["category", "done", "title"],
      ["category", directed("_createdDate")],
      ["title"],
    ])
      expect((await create("Shop", ...index)).status).toBe(200);
    await waitUntilBuilt("Shop", Array(4).fill("ACTIVE"));
    watched = watch();
    for (const [name, query] of Object.entries(pages)) {
      const { ids, rows, next } = await read(query);
      expect({ name, ids }).toEqual({ name, ids: expected.get(name) });
      // The page plus one row, once for items with the value and once for items with a list that contains it.
      const max = name === "equality and other conditions" ? 200 : 2 * (limit + 1);
      expect(rows, name).toBeLessThanOrEqual(max);
      const second = await request({ cursorPaging: { limit, cursor: next } }, "Shop");
      expect(second.rows, `${name}, second page`).toBeLessThanOrEqual(max);
      expect(ids).not.toContain(second.ids[0]);
    }
  });

  it("are not used for a field that has become a reference", async () => {
    const fields = (type: string) => [
      {
        key: "author",
        type,
        ...(type === "REFERENCE" && { typeMetadata: { reference: { referencedCollectionId: "Authors" } } }),
      },
    ];
    await putCollection(server, callers, "Authors", publicLevels);
    await putCollection(server, callers, "Books", publicLevels, { fields: fields("OBJECT") } as never);
    await create("Books", "author.name");
    await waitUntilBuilt("Books", ["ACTIVE"]);
    await context.db
      .updateTable("data_collections")
      .set({ definition: JSON.stringify({ fields: fields("REFERENCE"), plugins: [] }), revision: 3 })
      .where("id", "=", "Books")
      .execute();
    const insert = (dataCollectionId: string, id: string, data: object) =>
      callers.call("owner", "/wix-data/v2/items", { dataCollectionId, dataItem: { id, data } });
    await insert("Authors", "ada", { name: "Ada" });
    expect((await insert("Books", "first", { author: "ada" })).status).toBe(200);
    const filter = { "author.name": { $gte: "A" } };
    watched = watch();
    expect((await request({ filter, sort: [{ fieldName: "author.name" }] }, "Books")).ids).toEqual(["first"]);
    const count = await callers.call("owner", "/wix-data/v2/items/count", { dataCollectionId: "Books", filter });
    expect(count.body.totalCount).toBe(1);
  });

  it("can only be created, listed and dropped by the owner", async () => {
    await putCollection(server, callers, "Mine", publicLevels);
    const index = { fields: [{ path: "n" }] };
    for (const caller of ["visitor", "ada", "reader", "editor"] as const) {
      expect(codeIn(await callers.call(caller, path, { dataCollectionId: "Mine", index }))).toBe("WDE0027");
      expect(codeIn(await callers.call(caller, `${path}?dataCollectionId=Mine`, {}, "GET"))).toBe("WDE0027");
      const drop = { dataCollectionId: "Mine", indexName: "n" };
      expect(codeIn(await callers.call(caller, `${path}/drop`, drop))).toBe("WDE0027");
    }
    expect(codeIn(await create("Nowhere", "n"))).toBe("WDE0025");
    expect((await create("Mine", "n", { path: "title", order: "DESC" })).body.index.name).toBe("n_title-desc");
    expect(codeIn(await create("Mine", "n", { path: "title", order: "DESC" }))).toBe("INDEX_EXISTS");
    await waitUntilBuilt("Mine", ["ACTIVE"]);
    expect(codeIn(await callers.call("owner", `${path}/drop`, { dataCollectionId: "Mine", indexName: "x" }))).toBe(
      "INDEX_NOT_FOUND",
    );
  });

  it.each([
    [[]],
    [["a", "b", "c", "d"]],
    [["n", "n"]],
    [["_id"]],
    [["_owner"]],
    [["a'b"]],
    [['a"b']],
    [["a..b"]],
    [["__proto__.$x"]],
    [[{ path: "n", order: "UP" }]],
    [[7]],
  ])("on %j are rejected", async (fields) => {
    await putCollection(server, callers, "Refused", publicLevels).catch(() => undefined);
    expect((await create("Refused", ...(fields as string[]))).status).toBe(400);
    expect(await list("Refused")).toEqual([]);
  });

  it("support up to three of the longest texts and IDs", async () => {
    await putCollection(server, callers, "Long", publicLevels);
    const text = () =>
      Array.from({ length: 400 }, () => String.fromCodePoint(0x1f300 + Math.floor(Math.random() * 200))).join("");
    const item = () => ({
      id: Array.from({ length: 128 }, () => String.fromCodePoint(0x1f300 + Math.floor(Math.random() * 200))).join(""),
      data: { a: text(), b: text(), c: text() },
    });
    const insert = () => callers.call("ada", "/wix-data/v2/items", { dataCollectionId: "Long", dataItem: item() });
    expect((await insert()).status).toBe(200);
    await create("Long", "a", "b");
    await create("Long", "a", "b", "c");
    await waitUntilBuilt("Long", ["ACTIVE", "ACTIVE"]);
    expect((await insert()).status).toBe(200);
  });

  it("are rebuilt after a crash during the build, under concurrent writes", async () => {
    await putCollection(server, callers, "Cut", publicLevels);
    await fill("Cut", 100);
    const reader = new pg.Client(context.config.connection);
    await reader.connect();
    await reader.query("begin isolation level repeatable read");
    await reader.query("select 1 from data_items limit 1");
    await create("Cut", "n");
    // The build waits for readers that may see rows outside of the index.
    const building = buildIndexes(context).catch((error: Error) => error);
    const relation = await relationOf("Cut");
    await expect.poll(() => findIndexState(context.db, relation), { timeout: 20_000 }).toBe("invalid");
    const data = { n: 1000 };
    const insert = await callers.call("ada", "/wix-data/v2/items", { dataCollectionId: "Cut", dataItem: { data } });
    expect(insert.status).toBe(200);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'create index concurrently%' and datname = current_database()`.execute(context.db);
    await building;
    expect(await findIndexState(context.db, relation)).toBe("invalid");
    expect((await list("Cut"))[0].status).toBe("BUILDING");
    await reader.query("rollback");
    await reader.end();
    await waitUntilBuilt("Cut", ["ACTIVE"]);
    expect(await findIndexState(context.db, relation)).toBe("valid");
    const count = { dataCollectionId: "Cut", filter: { n: { $gt: 99 } } };
    expect((await callers.call("ada", "/wix-data/v2/items/count", count)).body).toEqual({ totalCount: 2 });
  });

  it("are dropped with their collection", async () => {
    await putCollection(server, callers, "Gone", publicLevels);
    await create("Gone", "n");
    await waitUntilBuilt("Gone", ["ACTIVE"]);
    const relation = await relationOf("Gone");
    await callers.call("owner", "/wix-data/v2/collections/Gone", {}, "DELETE");
    expect(await findIndexState(context.db, relation)).toBe("valid");
    server.advance(31 * 24 * 60 * 60_000);
    await purgeCollections(context);
    await expect
      .poll(
        async () => {
          await buildIndexes(context);
          return findIndexState(context.db, relation);
        },
        { timeout: 20_000 },
      )
      .toBe("none");
  });
});
