import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { newAddress, until } from "../product.ts";
import { ownerOf, visitorOf } from "./clients.ts";
import { checkSharedState } from "./shared-state.ts";
import { startCluster } from "./topology/cluster.ts";

const cluster = await startCluster({
  replicas: 2,
  env: ({ replicas }) => ({ DATABASE_REPLICA_URL: replicas.map(({ url }) => url).join() }),
});
afterAll(() => cluster.stop());

checkSharedState("With two replicas", cluster);

const [first, second] = cluster.replicas;
const [node] = cluster.nodes;

/** Reads of items on a server of the database, since its start. */
async function readsOf(server: typeof first): Promise<number> {
  const [row] = await server!.query<{ reads: string }>(
    "select coalesce(idx_scan, 0) + coalesce(seq_scan, 0) as reads from pg_stat_user_tables where relname = 'data_items'",
  );
  return Number(row!.reads);
}

async function createCollection(): Promise<string> {
  const id = `Read${randomUUID().slice(0, 8)}`;
  const permissions = { read: "ANYONE", insert: "ANYONE", update: "ADMIN", remove: "ADMIN" } as const;
  await ownerOf(cluster).collections.createDataCollection({ _id: id, permissions });
  return id;
}

describe("Replicas", () => {
  it("are listed by doctor and counted in the metrics of a node", async () => {
    const { checks } = JSON.parse(await cluster.command("doctor", "--json")) as {
      checks: { check: string; state: string }[];
    };
    expect(checks.filter(({ check }) => check === "replica").map(({ state }) => state)).toEqual(["ok", "ok"]);
    const usable = async () => {
      const metrics = await (await fetch(`${node.url}/metrics`)).text();
      return metrics.includes('porchlight_replicas{state="usable"} 2') ? true : undefined;
    };
    await until(usable, "both replicas in the metrics");
  });

  it("serve the reads of visitors", async () => {
    const id = await createCollection();
    const { items } = visitorOf(cluster).client;
    await until(
      async () =>
        (await items
          .query(id)
          .find()
          .catch(() => undefined))
          ? true
          : undefined,
      "the collection",
    );
    const before = await Promise.all([first, second].map(readsOf));
    for (let count = 0; count < 60; count += 1) await items.query(id).find();
    const increased = async () => {
      const after = await Promise.all([first, second].map(readsOf));
      return after.every((reads, index) => reads > before[index]!) ? true : undefined;
    };
    await until(increased, "reads in the statistics of both replicas", 15_000);
  });

  it("show a visitor its own writes, even while they lag", async () => {
    const id = await createCollection();
    for (const replica of [first, second]) await replica!.query("select pg_wal_replay_pause()");
    try {
      const { items } = visitorOf(cluster).client;
      for (let count = 1; count <= 20; count += 1) {
        await items.insert(id, { count });
        expect((await items.query(id).find()).items).toHaveLength(count);
      }
    } finally {
      for (const replica of [first, second]) await replica!.query("select pg_wal_replay_resume()");
    }
  });

  it("are excluded while they lag, and used again afterwards", async () => {
    const id = await createCollection();
    const count = async () => {
      // Without a position.
      const response = await fetch(`${node.url}/wix-data/v2/items/count`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(await visitorHeaders()), ...newAddress() },
        body: JSON.stringify({ dataCollectionId: id }),
      });
      return ((await response.json()) as { totalCount?: number }).totalCount;
    };
    const { client } = visitorOf(cluster);
    const visitorHeaders = async () => ({
      authorization: (await client.auth.generateVisitorTokens()).accessToken.value,
    });
    await until(async () => ((await count()) === 0 ? true : undefined), "the collection on all replicas");
    for (const replica of [first, second]) await replica!.query("select pg_wal_replay_pause()");
    await ownerOf(cluster).items.insert(id, {});
    await until(async () => ((await count()) === 1 ? true : undefined), "the reads of the primary", 5_000);
    for (const replica of [first, second]) await replica!.query("select pg_wal_replay_resume()");
    const before = await Promise.all([first, second].map(readsOf));
    const isBack = async () => {
      await count();
      const after = await Promise.all([first, second].map(readsOf));
      return after.every((reads, index) => reads > before[index]!) ? true : undefined;
    };
    await until(isBack, "reads on both replicas", 15_000);
  });

  it("fail no read when one is killed and another one stops responding", async () => {
    const id = await createCollection();
    const { items } = visitorOf(cluster).client;
    await until(
      async () =>
        (await items
          .query(id)
          .find()
          .catch(() => undefined))
          ? true
          : undefined,
      "the collection",
    );
    const read = async (times: number) => {
      for (let count = 0; count < times; count += 1) await items.query(id).find();
    };
    await read(20);
    first!.process.signal("SIGKILL");
    await read(40);
    second!.process.signal("SIGSTOP");
    await read(40);
    second!.process.signal("SIGCONT");
    await read(20);
  });
});
