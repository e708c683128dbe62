import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../product.ts";
import { ownerOf } from "./clients.ts";
import { startCluster } from "./topology/cluster.ts";

const database = "porchlight";
const cluster = await startCluster({
  replicas: 1,
  env: ({ primary, replicas }) => ({
    DATABASE_URL: `postgresql://porchlight@${[primary, ...replicas].map(({ address }) => address).join()}/${database}?target_session_attrs=read-write`,
  }),
});
afterAll(() => cluster.stop());
const [replica] = cluster.replicas;

beforeAll(async () => {
  // Commits wait until the replica has written them to its disk.
  await cluster.primary.query("alter system set synchronous_standby_names = 'FIRST 1 (replica1)'");
  await cluster.primary.query("select pg_reload_conf()");
  await ownerOf(cluster).collections.createDataCollection({ _id: "Writes" });
});

/** Inserts items through all nodes until the signal aborts. */
function startWriters(signal: AbortSignal) {
  const acknowledged: { id: string; at: number }[] = [];
  const writers = cluster.nodes.map(async (node) => {
    const { items } = ownerOf(cluster, node);
    while (!signal.aborted) {
      const saved = await items.insert("Writes", { node: node.name }).catch(() => undefined);
      if (saved?._id) acknowledged.push({ id: saved._id, at: performance.now() });
      else await sleep(50);
    }
  });
  return { acknowledged, done: Promise.all(writers) };
}

describe("A failed primary", () => {
  it("is replaced by a promoted replica within five seconds, and loses no acknowledged write", async () => {
    const stopping = new AbortController();
    const { acknowledged, done } = startWriters(stopping.signal);
    await until(async () => (acknowledged.length > 60 ? true : undefined), "writes", 20_000);
    cluster.primary.process.signal("SIGKILL");
    await sleep(1_000);
    const before = acknowledged.length;
    replica!.promote();
    const promotedAt = performance.now();
    await until(
      async () => (acknowledged.length > before + 30 ? true : undefined),
      "writes on the new primary",
      20_000,
    );
    stopping.abort();
    await done;
    const seconds = ((acknowledged[before]!.at - promotedAt) / 1_000).toFixed(1);
    console.log(`Writes resumed ${seconds} s after the promotion; ${acknowledged.length} were acknowledged.`);

    const rows = await replica!.query<{ id: string }>("select id from data_items where collection_id = 'Writes'");
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter(({ id }) => !stored.has(id))).toEqual([]);
    expect(Number(seconds)).toBeLessThan(5);
  });

  it("leaves every node ready, while the former primary does not respond", async () => {
    // Several checks for the primary.
    await sleep(5_000);
    for (const node of cluster.nodes)
      await until(async () => ((await fetch(`${node.url}/readyz`)).ok ? true : undefined), `node ${node.name}`);
  });
});
