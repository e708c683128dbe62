import { afterAll, describe, expect, it } from "vitest";
import { until } from "../product.ts";
import { ownerOf } from "./clients.ts";
import { startLoad } from "./load.ts";
import { startCluster } from "./topology/cluster.ts";

const cluster = await startCluster({ env: () => ({ DRAIN_SECONDS: "2" }) });
afterAll(() => cluster.stop());

describe("A rolling restart behind HAProxy", () => {
  it("fails no read and no write", async () => {
    await ownerOf(cluster).collections.createDataCollection({ _id: "Rolling" });
    const { counts, failures, stop } = startLoad(cluster, "Rolling");
    for (const node of cluster.nodes) {
      await node.process.end("SIGTERM");
      expect(node.process.child.exitCode).toBe(0);
      await node.start();
      // The load balancer has to notice, too.
      const before = counts.writes;
      await until(async () => (counts.writes > before + 50 ? true : undefined), "writes after a restart", 20_000);
    }
    await stop();
    console.log(`${counts.reads} reads and ${counts.writes} writes during three restarts, ${failures.length} failures`);
    expect(failures).toEqual([]);
    expect(await ownerOf(cluster).items.query("Rolling").count()).toBe(counts.writes);
  });
});
