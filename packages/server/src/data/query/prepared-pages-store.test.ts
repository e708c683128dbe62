import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type CallerName, createCallers, putCollection, waitForIndexes } from "../../../test/data/collections.ts";
import { createRandom } from "../../../test/reference-model/random-items.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const { context } = server;
const callers = await createCallers(server);
const fields = [{ key: "tags", type: "ARRAY_STRING" } as const, { key: "v", type: "ANY" } as const];
const levels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const own = { ...levels, read: "SITE_MEMBER_AUTHOR" } as const;
const indexes = [
  [{ path: "v" }],
  [{ path: "w", order: "DESC" }],
  [{ path: "x" }, { path: "_createdDate", order: "DESC" }],
  [{ path: "x" }, { path: "v" }],
  [{ path: "tags" }],
];
const count = 1_200;

const random = createRandom(7);
const dates = [{ $date: "2024-01-01T00:00:00.000Z" }, { $date: "2025-01-01T00:00:00.000Z" }];
const long = "x".repeat(200);
const values = [0, 1, 1e21, "", "a", "A", `${long}y`, `${long}z`, true, false, ...dates];
const randomValue = () =>
  random.pick<unknown>([...values, ...values, null, { a: 1 }, values.slice(0, 3), [dates[1]], ["a", "a"]]);
const items = Array.from({ length: count }, (_, n) => {
  const tags = ["all", random.pick(["red", "blue"]), `n${n % 300}`, ...(n < 30 ? ["few"] : [])];
  return { v: randomValue(), w: randomValue(), x: random.pick(["one", "two", 3]), tags };
});

for (const [id, readers] of [
  ["Led", levels],
  ["Plain", levels],
  ["LedOwn", own],
  ["PlainOwn", own],
] as const) {
  await putCollection(server, callers, id, readers, { fields });
  await sql`insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data, draft, published)
    select ${context.site.id}, ${id}, 'item-' || lpad((n * 7919 % ${count})::text, 5, '0'), (${[callers.ownerIds.ada, callers.ownerIds.bob]}::uuid[])[1 + n % 2],
      '2026-01-01'::timestamptz + make_interval(secs => (n / 3)::integer), '2026-02-01', data,
      case when n % 11 = 0 then data || '{"v": "draft"}' end, n % 5 <> 0
    from unnest(${items.map((item) => JSON.stringify(item))}::jsonb[]) with ordinality as given (data, n)`.execute(
    context.db,
  );
}
for (const dataCollectionId of ["Led", "LedOwn"]) {
  for (const fields of indexes)
    await callers.call("owner", "/_api/porchlight/v1/data/indexes", { dataCollectionId, index: { fields } });
}
await waitForIndexes(context);

const text = (value: unknown) => JSON.stringify(value).slice(0, 40);

/** Reads all pages forward and back. */
async function pagesOf(
  caller: CallerName,
  dataCollectionId: string,
  query: object,
  options: object,
): Promise<unknown[]> {
  const pages: unknown[] = [];
  const turn = async (cursorPaging: object) => {
    const answer = await callers.call(caller, "/wix-data/v2/items/query", {
      dataCollectionId,
      query: { cursorPaging: { limit: 50, ...cursorPaging }, ...("cursor" in cursorPaging ? {} : query) },
      ...options,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { dataItems, pagingMetadata } = answer.body;
    pages.push([dataItems.map((item: { id: string; data: object }) => [item.id, item.data]), pagingMetadata.hasNext]);
    return pagingMetadata.cursors as { next?: string; prev?: string };
  };
  let cursors = await turn({});
  while (cursors.next) cursors = await turn({ cursor: cursors.next });
  while (cursors.prev) cursors = await turn({ cursor: cursors.prev });
  return pages;
}

const sorts = [
  [],
  [{ fieldName: "_id", order: "DESC" }],
  [{ fieldName: "_createdDate", order: "DESC" }],
  [{ fieldName: "_createdDate", order: "ASC" }],
  [{ fieldName: "v", order: "ASC" }],
  [{ fieldName: "v", order: "DESC" }],
];
const conditions: [string, object][] = [
  ["everything", {}],
  ...values.map((value): [string, object] => [text(value), { v: value }]),
  ...values.map((value): [string, object] => [`w, ${text(value)}`, { w: { $in: [value] } }]),
  ...["one", 3].map((value): [string, object] => [`x, ${value}`, { x: { $eq: value } }]),
  ...["few", "red", "all", "n7", "none", 0].map((value): [string, object] => [
    `tags, ${value}`,
    { tags: { $hasSome: [value] } },
  ]),
  ["tags, all of one", { tags: { $hasAll: ["few"] } }],
  ["tags, a date", { tags: dates[0] }],
  ["nothing", { v: null }],
];

describe("pages of items with one value", { timeout: 120_000 }, () => {
  it.each(conditions)("%s: are equal with and without an index", async (_name, filter) => {
    for (const sort of sorts) {
      const query = { filter, sort };
      const plain = await pagesOf("visitor", "Plain", query, {});
      // The second query may use the cached frequency of the value.
      for (let time = 0; time < 2; time += 1) expect(await pagesOf("visitor", "Led", query, {})).toEqual(plain);
    }
    const query = { filter, fields: ["x"] };
    const drafts = { publishPluginOptions: { includeDraftItems: true } };
    expect(await pagesOf("editor", "Led", query, drafts)).toEqual(await pagesOf("editor", "Plain", query, drafts));
    for (const caller of ["ada", "bob"] as const)
      expect(await pagesOf(caller, "LedOwn", { filter }, {})).toEqual(
        await pagesOf(caller, "PlainOwn", { filter }, {}),
      );
  });

  it.each([
    ["a value", { v: "a" }, "%union all%"],
    ["what a list holds", { tags: "n7" }, "%count(*) over%"],
  ])("of %s use a cached plan", async (_what, filter, words) => {
    // Prepared statements belong to a connection.
    await expect
      .poll(async () => {
        await pagesOf("visitor", "Led", { filter }, {});
        const cachedPlans =
          await sql`select from pg_prepared_statements where statement like ${words} and generic_plans > 0`;
        return (await cachedPlans.execute(context.db)).rows.length;
      })
      .toBeGreaterThan(0);
  });
});
