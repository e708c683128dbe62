import { collectionId, fillItems, itemId } from "./fill-items.ts";
import { compareLoad, connections, formatLoad } from "./load.ts";
import { type Bench, startBench } from "./product.ts";
import { type Benchmark, median, percent, type Row } from "./report.ts";

const sizes = [1_000, 100_000] as const;
const largest = 100_000;
/** Of the bare server's requests a second. */
const targets = { reads: 0.6, inserts: 0.5 };
const data = {
  title: "A new one",
  minutes: 25,
  tags: ["tag-1"],
  text: "flour and water and salt and time. ".repeat(22),
};

interface Call {
  path: string;
  /** Sent as JSON by POST. */
  body?: object;
}

const newest = { sort: [{ fieldName: "_createdDate", order: "DESC" }], cursorPaging: { limit: 50 } };
const loads: readonly { what: string; least: number; product(n: number): Call; bare(n: number): Call }[] = [
  {
    what: "get",
    least: targets.reads,
    product: (n) => ({ path: `/wix-data/v2/items/${itemId(1 + n * 311)}?dataCollectionId=${collectionId}` }),
    bare: (n) => ({ path: `/item?id=${itemId(1 + n * 311)}` }),
  },
  {
    what: "the 50 newest",
    least: targets.reads,
    product: () => ({ path: "/wix-data/v2/items/query", body: { dataCollectionId: collectionId, query: newest } }),
    bare: () => ({ path: "/items" }),
  },
  {
    what: "insert",
    least: targets.inserts,
    product: () => ({ path: "/wix-data/v2/items", body: { dataCollectionId: collectionId, dataItem: { data } } }),
    bare: () => ({ path: "/insert", body: { dataItem: { data } } }),
  },
];

/** Items of 1 kB: what a server costs that does more than the query, and what a hundred times as many items cost. */
export const benchData: Benchmark = async (say) => {
  say("starting the product and the bare server");
  await using bench = await startBench({ site: false });
  const times = new Map<string, number[]>();
  for (const size of sizes) {
    say(`making ${size} items`);
    await fillItems(bench, size);
    for (const [what, time] of await growth(bench, size)) times.set(what, [...(times.get(what) ?? []), time]);
  }
  const rows: Row[] = [];
  for (const { what, least, product, bare } of loads) {
    say(what);
    const measured = await compareLoad({
      product: targetOf(bench, "product", product),
      bare: targetOf(bench, "bare", bare),
    });
    const ratio = measured.product.perSecond / measured.bare.perSecond;
    rows.push({
      what: `${what}, of ${largest.toLocaleString("en")}`,
      product: formatLoad(measured.product),
      reference: formatLoad(measured.bare),
      relation: percent(ratio),
      target: `≥ ${percent(least)}`,
      met: ratio >= least,
    });
  }
  for (const [what, [small = 0, large = 0]] of times) {
    const isSteady = steady.has(what);
    rows.push({
      what: `${what}, alone`,
      product: `${large.toFixed(1)} ms`,
      reference: `${small.toFixed(1)} ms with 1,000`,
      relation: `${(large / small).toFixed(1)} ×`,
      ...(isSteady && { target: "≤ 2 ×", met: large <= 2 * small }),
    });
  }
  return {
    title: `Data: items of 1 kB, ${connections} connections; requests/s, p50 / p99, and medians of one caller`,
    rows,
  };
};

/** What has to cost the same however many items there are. */
const steady = new Set(["get", "first page", "page by cursor, nine tenths deep"]);

/** Medians of one caller, milliseconds. */
async function growth(bench: Bench, size: number): Promise<[string, number][]> {
  const deep = Math.floor(size * 0.9);
  const first = await callOf(bench, query({ filter: { _id: { $gt: itemId(deep) } }, cursorPaging: { limit: 50 } }));
  const { cursors } = ((await first.json()) as { pagingMetadata: { cursors: { next: string } } }).pagingMetadata;
  const calls: [string, (n: number) => Call][] = [
    ["get", (n) => ({ path: `/wix-data/v2/items/${itemId(1 + (n % size))}?dataCollectionId=${collectionId}` })],
    ["first page", () => query({ cursorPaging: { limit: 50 } })],
    ["page by cursor, nine tenths deep", () => query({ cursorPaging: { limit: 50, cursor: cursors.next } })],
    ["filter by a number", (n) => query({ filter: { shelf: n % 50 } })],
    ["filter by a list", () => query({ filter: { tags: { $hasSome: ["tag-49"] } } })],
    ["sort by a number", () => query({ sort: [{ fieldName: "minutes", order: "DESC" }] })],
    ["count of a range", () => count({ minutes: { $lt: 100 } })],
  ];
  const medians: [string, number][] = [];
  for (const [what, call] of calls) {
    const times: number[] = [];
    for (let n = 0; n < 30; n++) {
      const begun = performance.now();
      await (await callOf(bench, call(n))).arrayBuffer();
      // The first ones meet code that is not compiled and pages that are not read.
      if (n >= 10) times.push(performance.now() - begun);
    }
    medians.push([what, median(times)]);
  }
  return medians;
}

const query = (query: object): Call => ({
  path: "/wix-data/v2/items/query",
  body: { dataCollectionId: collectionId, query },
});
const count = (filter: object): Call => ({
  path: "/wix-data/v2/items/count",
  body: { dataCollectionId: collectionId, filter },
});

function headersOf({ visitorToken }: Bench, { body }: Call): Record<string, string> {
  return { authorization: visitorToken, ...(body ? { "content-type": "application/json" } : {}) };
}

async function callOf(bench: Bench, call: Call): Promise<Response> {
  const sent = call.body ? { method: "POST", body: JSON.stringify(call.body) } : {};
  const answer = await fetch(bench.productUrl + call.path, { headers: headersOf(bench, call), ...sent });
  if (!answer.ok) throw new Error(`${call.path} answers ${answer.status}: ${await answer.text()}`);
  return answer;
}

function targetOf(bench: Bench, side: "product" | "bare", callAt: (n: number) => Call) {
  return {
    url: side === "product" ? bench.productUrl : bench.bareUrl,
    requests(connection: number) {
      const call = callAt(connection);
      const headers = headersOf(bench, call);
      const sent = call.body ? ({ method: "POST", body: JSON.stringify(call.body) } as const) : {};
      return [{ path: call.path, headers, ...sent }];
    },
  };
}
