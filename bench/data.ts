import { createDataIndex, listDataIndexes } from "@porchlight/server/operations";
import { type Call, type Calls, checkSameAnswer, type Side, send, targetOf } from "./calls.ts";
import { collectionId, fillItems, itemId, writtenId } from "./fill-items.ts";
import { compareLoad, connections, formatLoad, type LoadTarget } from "./load.ts";
import { type Bench, startBench } from "./product.ts";
import { type Benchmark, median, percent, type Row } from "./report.ts";

/** Numbers of items, ascending. Concurrent load uses the last one. */
const sizes = (process.env["BENCH_ITEMS"] ?? "1000,100000").split(",").map(Number);
const [smallest = 0] = sizes;
const largest = sizes.at(-1) ?? 0;
/** Relative to the bare server's requests per second. */
const targets = { reads: 0.6, inserts: 0.5 };
/** p50 with the most items ÷ p50 with the fewest, for one client. */
const growth = 2;
/** Seconds per round. */
const seconds = 3;
/** Sequential requests of one client: warm-up requests, and counted ones. */
const warmUps = 20;
const counted = 60;

const data = {
  title: "A new one",
  minutes: 25,
  tags: ["tag-1"],
  text: "flour and water and salt and time. ".repeat(22),
};
const many = Array.from({ length: 100 }, () => ({ data }));

interface MeasuredCalls extends Calls {
  least: number;
  /** Whether an index covers the query, so that its cost does not depend on the number of items. */
  steady?: boolean;
  /** Whether only one client sends it: concurrent ones would time out. */
  single?: boolean;
  /** Whether both responses are equal; writes have other ids and dates. */
  same?: boolean;
}

const query = (query: object): Call => ({
  path: "/wix-data/v2/items/query",
  body: { dataCollectionId: collectionId, query },
});
const barePage = (page: string, value?: string | number): Call => ({ path: "/items", body: { page, value } });
const written = (path: string, body: object): Call => ({
  path: `/wix-data/v2${path}`,
  body: { dataCollectionId: writtenId, ...body },
});

/** @param deep A cursor after nine tenths of the items, and the id before it. */
function callsOf(size: number, deep: { cursor: string; id: string }): MeasuredCalls[] {
  const reads = { least: targets.reads, same: true, steady: true };
  const writes = { least: targets.inserts };
  const idOf = (n: number) => itemId(1 + ((n * 311) % size));
  const shelfOf = (n: number) => (n * 7) % Math.floor(size / 20);
  const page = { limit: 50 };
  return [
    {
      ...reads,
      what: "get",
      product: (n) => ({ path: `/wix-data/v2/items/${idOf(n)}?dataCollectionId=${collectionId}` }),
      bare: (n) => ({ path: `/item?id=${idOf(n)}` }),
    },
    {
      ...reads,
      what: "the 50 newest",
      product: () => query({ sort: [{ fieldName: "_createdDate", order: "DESC" }], cursorPaging: page }),
      bare: () => barePage("newest"),
    },
    {
      ...reads,
      what: "the first page by cursor",
      product: () => query({ cursorPaging: page }),
      bare: () => barePage("first"),
    },
    {
      ...reads,
      what: "a page by cursor, nine tenths deep",
      product: () => query({ cursorPaging: { ...page, cursor: deep.cursor } }),
      bare: () => barePage("after", deep.id),
    },
    {
      ...reads,
      what: "filter by a number, with an index",
      product: (n) => query({ filter: { shelf: shelfOf(n) }, cursorPaging: page }),
      bare: (n) => barePage("shelf", shelfOf(n)),
    },
    {
      ...reads,
      what: "filter by what a list holds, with an index",
      product: (n) => query({ filter: { tags: { $hasSome: [`part-${shelfOf(n)}`] } }, cursorPaging: page }),
      bare: (n) => barePage("tag", `part-${shelfOf(n)}`),
    },
    {
      ...reads,
      what: "sort by a number, with an index",
      product: () => query({ sort: [{ fieldName: "minutes", order: "DESC" }], cursorPaging: page }),
      bare: () => barePage("minutes"),
    },
    {
      ...reads,
      what: "count of some 1,000, with an index",
      product: () => ({
        path: "/wix-data/v2/items/count",
        body: { dataCollectionId: collectionId, filter: { shelf: { $lt: 50 } } },
      }),
      bare: () => ({ path: "/count", body: { value: 50 } }),
    },
    {
      ...reads,
      steady: false,
      single: true,
      what: "filter by a number, without an index",
      product: (n) => query({ filter: { weight: n }, cursorPaging: page }),
      bare: (n) => barePage("weight", n),
    },
    {
      ...writes,
      what: "insert",
      product: () => written("/items", { dataItem: { data } }),
      bare: () => ({ path: "/insert", body: { dataItem: { data } } }),
    },
    {
      ...writes,
      what: "insert 100 at once",
      product: () => written("/bulk/items/insert", { dataItems: many, returnEntity: true }),
      bare: () => ({ path: "/insert-many", body: { dataItems: many } }),
    },
    {
      ...writes,
      what: "update",
      product: (n) => written("/items/update", { dataItem: { id: itemId(1 + (n % 100)), data } }),
      bare: (n) => ({ path: "/update", body: { dataItem: { id: itemId(1 + (n % 100)), data } } }),
    },
  ];
}

/** Per twenty requests: 70, 15, 10 and 5 percent. */
const mixture = [
  ["get", 14],
  ["filter by a number, with an index", 3],
  ["insert", 2],
  ["update", 1],
] as const;

/** Items of 1 kB: the overhead relative to a bare query, and the effect of a thousand times as many items. */
export const benchData: Benchmark = async (say) => {
  say("starting the product and the bare server");
  await using bench = await startBench({ site: false });
  const alone = new Map<number, Map<string, Record<Side, number>>>();
  let allCalls: MeasuredCalls[] = [];
  for (const size of sizes) {
    say(`making ${size} items`);
    await fillItems(bench, size);
    await makeIndexes(bench);
    allCalls = callsOf(size, await findDeepCursor(bench, size));
    const medians = new Map<string, Record<Side, number>>();
    for (const calls of allCalls) {
      say(`${calls.what}, of ${size}, alone`);
      if (calls.same) await checkSameAnswer(bench, calls);
      medians.set(calls.what, await measureAlone(bench, calls));
    }
    alone.set(size, medians);
  }
  const rows: Row[] = [];
  const load = async (what: string, least: number, sides: Record<Side, LoadTarget>) => {
    say(what);
    const { product, bare } = await compareLoad(sides, seconds);
    const ratio = product.perSecond / bare.perSecond;
    rows.push({
      what,
      product: formatLoad(product),
      reference: formatLoad(bare),
      relation: percent(ratio),
      target: `≥ ${percent(least)}`,
      met: ratio >= least,
    });
  };
  const sidesOf = (target: (side: Side) => LoadTarget) => ({ product: target("product"), bare: target("bare") });
  for (const calls of allCalls.filter(({ single }) => !single))
    await load(
      calls.what,
      calls.least,
      sidesOf((side) => targetOf(bench, calls, side)),
    );
  await load(
    "70 get, 15 filter, 10 insert, 5 update",
    targets.inserts,
    sidesOf((side) => mixed(bench, allCalls, side)),
  );
  for (const { what, steady, least } of allCalls) {
    const [small, large] = [alone.get(smallest)!.get(what)!, alone.get(largest)!.get(what)!];
    const [ratio, grown] = [large.bare / large.product, large.product / small.product];
    rows.push({
      what: `${what}, alone`,
      product: sizes.map((size) => `${alone.get(size)!.get(what)!.product.toFixed(1)}`).join(", ") + " ms",
      reference: `${large.bare.toFixed(1)} ms`,
      relation: `${percent(ratio)}, ${grown.toFixed(1)} ×`,
      target: steady ? `≥ ${percent(least)}, ≤ ${growth} ×` : `≥ ${percent(least)}`,
      met: ratio >= least && (!steady || grown <= growth),
    });
  }
  const counts = sizes.map((size) => size.toLocaleString("en")).join("; ");
  return {
    title: `Data: ${counts} items of 1 kB. Of the largest, ${connections} connections: requests/s, p50 / p99. Alone, p50: of each size, then the bare server's of the most`,
    rows,
  };
};

/** Creates indexes as an owner does, and waits for them. */
export async function makeIndexes({ context }: Bench): Promise<void> {
  const owner = { kind: "owner" } as const;
  await context.db.deleteFrom("data_indexes").execute();
  const fields = [{ key: "tags", type: "ARRAY_STRING" }];
  await context.db
    .updateTable("data_collections")
    .set({ definition: JSON.stringify({ fields, plugins: [] }) })
    .where("id", "=", collectionId)
    .execute();
  for (const path of ["shelf", "minutes", "tags"])
    await createDataIndex(
      context,
      { caller: owner },
      { body: { dataCollectionId: collectionId, index: { fields: [{ path }] } } },
    );
  for (;;) {
    const { indexes } = await listDataIndexes(
      context,
      { caller: owner },
      { query: { dataCollectionId: collectionId } },
    );
    const failed = indexes.find(({ status }) => status === "FAILED");
    if (failed) throw new Error(`The index ${failed.name} failed: ${failed.failure?.message}`);
    if (indexes.every(({ status }) => status === "ACTIVE")) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  // Servers notice indexes within ten seconds.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
}

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

/** Medians of one client in milliseconds, alternating between the servers. */
async function measureAlone(bench: Bench, calls: Calls): Promise<Record<Side, number>> {
  const times: Record<Side, number[]> = { product: [], bare: [] };
  for (let n = 0; n < warmUps + counted; n++) {
    for (const side of ["product", "bare"] as const) {
      const startedAt = performance.now();
      await (await send(bench, calls[side](n), side)).arrayBuffer();
      if (n >= warmUps) times[side].push(performance.now() - startedAt);
    }
  }
  return { product: median(times.product), bare: median(times.bare) };
}

function mixed(bench: Bench, allCalls: readonly MeasuredCalls[], side: Side): LoadTarget {
  const parts = mixture.map(([what, count]) => {
    const calls = allCalls.find((one) => one.what === what)!;
    return { target: targetOf(bench, calls, side), count };
  });
  return {
    url: parts[0]!.target.url,
    requests: (connection) =>
      parts.flatMap(({ target, count }) =>
        Array.from({ length: count }, (_, n) => target.requests(connection + n * connections)).flat(),
      ),
  };
}
