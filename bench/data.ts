import { type Call, send } from "./calls.ts";
import { type Comparison, measureComparisons, statementsOf } from "./comparisons.ts";
import { collectionId, fillItems, hookedId, itemId, liveId, writtenIds, writtenItems } from "./fill-items.ts";
import { bareCounts, bareInsert, bareInsertMany, bareItem, barePages, bareUpdate } from "./item-sql.ts";
import { type Bench, startBench } from "./product.ts";
import type { Benchmark, Row } from "./report.ts";

/** Numbers of items. */
const sizes = (process.env.BENCH_ROWS ?? "10000").split(",").map(Number);
const targets = { reads: 0.6, writes: 0.5 };
/** Without an index, scans of larger collections exceed the time limit of a query. */
const maxScannedRows = 10_000;

const data = {
  title: "A new one",
  views: 25,
  category: "category-7",
  shelf: 3,
  tags: ["tag-1"],
  text: "flour and water and salt and time. ".repeat(20),
};
const many = Array.from({ length: 100 }, () => ({ data }));

const query = (query: object, more: object = {}): Call => ({
  path: "/wix-data/v2/items/query",
  body: { dataCollectionId: collectionId, query, ...more },
});
const count = (filter: object): Call => ({
  path: "/wix-data/v2/items/count",
  body: { dataCollectionId: collectionId, filter },
});
const write = (path: string, dataCollectionId: string, body: object): Call => ({
  path: `/wix-data/v2${path}`,
  body: { dataCollectionId, ...body },
});

/** @param deep A cursor after 90 % of the items, and the id before it. */
function readsOf(siteId: string, size: number, deep: { cursor: string; id: string }): Comparison[] {
  const numberOf = (n: number) => 1 + ((n * 311) % size);
  const shelfOf = (n: number) => (n * 7) % Math.floor(size / 20);
  const partOf = (n: number) => `part-${(n * 7) % Math.floor(size / 100)}`;
  const minViews = 5_000;
  const cursorPaging = { limit: 50 };
  const byViews = [{ fieldName: "views", order: "DESC" }];
  const newest = [{ fieldName: "_createdDate", order: "DESC" }];
  const comparison = (
    what: string,
    product: Comparison["product"],
    sql: string,
    ...values: ((n: number) => unknown)[]
  ): Comparison => ({
    what,
    target: targets.reads,
    product,
    sql,
    values: (n) => [siteId, ...values.map((value) => value(n))],
  });
  return [
    comparison(
      "item by id",
      (n) => ({ path: `/wix-data/v2/items/${itemId(numberOf(n))}?dataCollectionId=${collectionId}` }),
      bareItem,
      (n) => itemId(numberOf(n)),
    ),
    comparison("the 50 newest", () => query({ sort: newest, cursorPaging }), barePages.newest),
    comparison("the first 50", () => query({ cursorPaging }), barePages.byId),
    comparison(
      "50 by cursor, nine tenths deep",
      () => query({ cursorPaging: { ...cursorPaging, cursor: deep.cursor } }),
      barePages.afterId,
      () => deep.id,
    ),
    comparison("equality", (n) => query({ filter: { shelf: shelfOf(n) }, cursorPaging }), barePages.number, shelfOf),
    comparison(
      "equality, range, and sort",
      (n) =>
        query({
          filter: { category: `category-${n % 20}`, views: { $gte: minViews } },
          sort: byViews,
          cursorPaging: { limit: 20 },
        }),
      barePages.categoryAndViews,
      (n) => `category-${n % 20}`,
      () => minViews,
    ),
    comparison("sort", () => query({ sort: byViews, cursorPaging }), barePages.views),
    comparison(
      "hasSome",
      (n) => query({ filter: { tags: { $hasSome: [partOf(n)] } }, cursorPaging }),
      barePages.tag,
      partOf,
    ),
    comparison(
      "hasSome and sort",
      (n) => query({ filter: { tags: { $hasSome: [partOf(n)] } }, sort: byViews, cursorPaging: { limit: 20 } }),
      barePages.tagByViews,
      partOf,
    ),
    comparison(
      "20 with a reference",
      () => query({ sort: newest, cursorPaging: { limit: 20 } }, { includeReferences: [{ field: "cook" }] }),
      barePages.cook,
    ),
    comparison(
      "count by equality",
      (n) => count({ category: `category-${n % 20}` }),
      bareCounts.category,
      (n) => `category-${n % 20}`,
    ),
    comparison(
      "count of 1,000 by range",
      () => count({ shelf: { $lt: 50 } }),
      bareCounts.range,
      () => 50,
    ),
    {
      ...comparison(
        "equality without an index",
        (n) => query({ filter: { weight: n }, cursorPaging }),
        barePages.weight,
        (n) => n,
      ),
      maxRows: maxScannedRows,
    },
    {
      ...comparison(
        "startsWith and sort",
        (n) =>
          query({
            filter: { title: { $startsWith: `Recipe ${10 + n}` } },
            sort: [{ fieldName: "title" }],
            cursorPaging: { limit: 20 },
          }),
        barePages.prefix,
        (n) => `Recipe ${10 + n}`,
      ),
      maxRows: maxScannedRows,
    },
    {
      ...comparison(
        "text search",
        (n) => ({
          path: "/wix-data/v2/items/search",
          body: {
            dataCollectionId: collectionId,
            search: { search: { expression: `part-${n}` }, cursorPaging: { limit: 20 } },
          },
        }),
        barePages.search,
        (n) => `part-${n}`,
      ),
      maxRows: maxScannedRows,
    },
  ];
}

function writesOf(siteId: string): Comparison[] {
  const idOf = (n: number) => itemId(1 + (n % writtenItems));
  const comparison = (
    what: string,
    sql: string,
    product: Comparison["product"],
    values: (n: number) => unknown[],
  ): Comparison => ({
    what,
    target: targets.writes,
    differs: true,
    product,
    sql,
    values: (n) => [siteId, ...values(n)],
  });
  const insert = (what: string, id: string) =>
    comparison(
      what,
      bareInsert,
      () => write("/items", id, { dataItem: { data } }),
      () => [id, JSON.stringify(data)],
    );
  const update = (what: string, id: string) =>
    comparison(
      what,
      bareUpdate,
      (n) => write("/items/update", id, { dataItem: { id: idOf(n), data } }),
      (n) => [id, idOf(n), JSON.stringify(data)],
    );
  return [
    ...Object.entries(writtenIds).flatMap(([indexes, id]) => [
      insert(`insert, ${indexes} indexes`, id),
      update(`update, ${indexes} indexes`, id),
    ]),
    insert("insert with hooks", hookedId),
    update("update with hooks", hookedId),
    { ...insert("insert with a live reader", liveId), meanwhile: readLive },
    { ...update("update with a live reader", liveId), meanwhile: readLive },
    comparison(
      "insert of 100",
      bareInsertMany,
      () => write("/bulk/items/insert", writtenIds[0], { dataItems: many, returnEntity: true }),
      () => [writtenIds[0], JSON.stringify(many.map((one) => one.data))],
    ),
  ];
}

/** Opens a live stream. Returns a function that closes it. */
async function readLive({ productUrl, visitorToken }: Bench): Promise<() => Promise<void>> {
  const controller = new AbortController();
  const answer = await fetch(`${productUrl}/_api/porchlight/v1/data/items/live`, {
    method: "POST",
    headers: { authorization: visitorToken, "content-type": "application/json" },
    body: JSON.stringify({ dataCollectionId: liveId }),
    signal: controller.signal,
  });
  if (!answer.ok) throw new Error(`The stream answers ${answer.status}: ${await answer.text()}`);
  const reading = answer.body!.pipeTo(new WritableStream()).catch(() => undefined);
  return async () => {
    controller.abort();
    await reading;
  };
}

/** In-process hooks that return the item unchanged. */
const config = `export default { hooks: { ${hookedId}: { beforeInsert: (item) => item, beforeUpdate: (item) => item, afterInsert: (item) => item } } };`;

/** Reads and writes of 1 kB items, compared with a server that only runs the statement. */
export const benchData: Benchmark = async (say) => {
  const rows: Row[] = [];
  for (const size of sizes) {
    say("starting the product and the bare server");
    // The bare server starts before the ids exist, and needs only the statements.
    const statements = statementsOf([...readsOf("", size, { cursor: "", id: "" }), ...writesOf("")]);
    await using bench = await startBench({ site: false, statements, config });
    say(`making ${size} items`);
    await fillItems(bench, size);
    const { id } = bench.context.site;
    const comparisons = [...readsOf(id, size, await findDeepCursor(bench, size)), ...writesOf(id)];
    rows.push(...(await measureComparisons(bench, comparisons, size, say)));
  }
  return { title: "Data: items of 1 kB; requests/s, p50 / p99", rows };
};

/** Page by page, like a client. */
async function findDeepCursor(bench: Bench, size: number): Promise<{ cursor: string; id: string }> {
  const deep = Math.floor(size * 0.9);
  const limit = Math.min(1_000, deep);
  let cursor: string | undefined;
  let id = "";
  for (let passed = 0; passed < deep; passed += limit) {
    const answer = await send(
      bench,
      query({ cursorPaging: { limit, ...(cursor !== undefined && { cursor }) }, fields: ["_id"] }),
    );
    const { dataItems, pagingMetadata } = (await answer.json()) as {
      dataItems: { id: string }[];
      pagingMetadata: { cursors: { next: string } };
    };
    cursor = pagingMetadata.cursors.next;
    id = dataItems.at(-1)?.id ?? "";
  }
  return { cursor: cursor ?? "", id };
}
