import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownerOf } from "./clients.ts";
import { prepareCallers, startCallers } from "./faults/callers.ts";
import { mountSmallDisk } from "./faults/disks.ts";
import { type Fault, pooledFaults, replicatedFaults, separateNode } from "./faults/faults.ts";
import { hasFirewall } from "./faults/firewall.ts";
import type { Outcome } from "./faults/outcomes.ts";
import { type Cluster, startCluster } from "./topology/cluster.ts";
import { listenAddresses, type PostgresServer } from "./topology/postgres.ts";

const recoveryLimitMs = 90_000;
const baselineMs = 3_000;
const diskMegabytes = 400;
const [, separateAddress] = listenAddresses;

const urlOf = (servers: readonly PostgresServer[], host = "127.0.0.1") =>
  `postgresql://porchlight@${servers.map(({ port }) => `${host}:${port}`).join()}/porchlight?target_session_attrs=read-write`;

describe("Faults", () => {
  it("need network and mount namespaces", () => {
    expect(hasFirewall, "Run `npm run cluster` as root, with Debian's nftables and faketime.").toBe(true);
  });
});

describe.runIf(hasFirewall)("With two replicas", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({
      replicas: 2,
      env: ({ primary, replicas }, node) => ({
        DATABASE_URL: urlOf([primary, ...replicas], node === separateNode ? separateAddress : undefined),
        DATABASE_REPLICA_URL: replicas.map(({ url }) => url).join(),
        RATE_LIMITS: "off",
        // Nodes are restarted to change their clocks.
        DRAIN_SECONDS: "2",
      }),
    });
    await cluster.primary.query("alter system set synchronous_standby_names = 'ANY 1 (replica1, replica2)'");
    await cluster.primary.query("select pg_reload_conf()");
    await prepareCallers(cluster, ownerOf(cluster));
  });
  afterAll(() => cluster?.stop());
  check(replicatedFaults, () => cluster);
});

describe.runIf(hasFirewall)("With PgBouncer", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({
      hasPooler: true,
      env: () => ({ RATE_LIMITS: "off" }),
      preparePrimary: (folder) => mountSmallDisk(folder, diskMegabytes),
    });
    await prepareCallers(cluster, ownerOf(cluster));
  });
  afterAll(() => cluster?.stop());
  check(pooledFaults, () => cluster);
});

function check(faults: readonly Fault[], getCluster: () => Cluster): void {
  it.each(faults)("$name: no acknowledged write is lost, and no response is wrong", async (fault) => {
    const cluster = getCluster();
    const callers = await startCallers(cluster);
    const { observations } = callers;
    await callers.waitUntilStable(5, recoveryLimitMs);
    await sleep(baselineMs);
    let measuredFrom = performance.now();
    observations.failed = 0;
    observations.lastFailureAt = undefined;
    observations.failures.clear();
    observations.slowestMs = 0;
    const before = observations.succeeded;
    await fault.run(cluster, () => {
      if (!fault.isTolerated) measuredFrom = performance.now();
    });
    callers.restartStreaks();
    await callers.waitUntilStable(20, recoveryLimitMs);
    await callers.stop();
    const lost = await findLost(cluster, observations.acknowledged);
    const recovery = Math.max(0, (observations.lastFailureAt ?? measuredFrom) - measuredFrom) / 1_000;
    const outcome: Outcome = {
      fault: fault.name,
      succeeded: observations.succeeded - before,
      failed: observations.failed,
      acknowledged: observations.acknowledged.size,
      lost: lost.length,
      wrong: observations.wrong.length,
      recovery: Number(recovery.toFixed(1)),
      slowest: Number((observations.slowestMs / 1_000).toFixed(1)),
    };
    console.log(JSON.stringify(outcome), Object.fromEntries(observations.failures));
    if (process.env.CLUSTER_OUTCOMES) appendFileSync(process.env.CLUSTER_OUTCOMES, `${JSON.stringify(outcome)}\n`);
    expect({ lost, wrong: observations.wrong }).toEqual({ lost: [], wrong: [] });
  });
}

/** Ids of acknowledged records that the current primary does not contain. */
async function findLost({ primary, replicas }: Cluster, acknowledged: ReadonlySet<string>): Promise<string[]> {
  for (const server of [primary, ...replicas]) {
    const [state] = await server.query<{ standby: boolean }>("select pg_is_in_recovery() as standby").catch(() => []);
    if (state?.standby !== false) continue;
    const rows = await server.query<{ id: string }>("select id from data_items where collection_id = 'Records'");
    const stored = new Set(rows.map(({ id }) => id));
    return [...acknowledged].filter((id) => !stored.has(id));
  }
  throw new Error("No server accepts writes.");
}
