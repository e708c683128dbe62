import { afterAll, describe, expect, it } from "vitest";
import { launcher, until } from "../product.ts";
import { ownerOf } from "./clients.ts";
import { startLoad } from "./load.ts";
import { startCluster } from "./topology/cluster.ts";
import { checkOut } from "./topology/previous-version.ts";

/**
 * The first commit whose servers stay ready while a newer version migrates their database. Replace it by the tag of the
 * previous release when there is one.
 */
const previous = checkOut("f36df61c");
afterAll(() => previous.remove());
const cluster = await startCluster({ launcher: previous.launcher, env: () => ({ DRAIN_SECONDS: "2" }) });
afterAll(() => cluster.stop());

const applied = async () =>
  (await cluster.primary.query<{ name: string }>("select name from migrations order by version")).map(
    ({ name }) => name,
  );

describe("A rolling upgrade behind HAProxy", () => {
  it("fails no read and no write, while the database is migrated and each node replaced", async () => {
    const before = await applied();
    const owner = ownerOf(cluster);
    await owner.collections.createDataCollection({ _id: "Rolling" });
    const { counts, failures, stop } = startLoad(cluster, "Rolling");
    const untilWrites = async (what: string) => {
      const start = counts.writes;
      await until(async () => (counts.writes > start + 50 ? true : undefined), `writes ${what}`, 20_000);
    };
    await untilWrites("to the previous version");
    await cluster.command("migrate");
    const added = (await applied()).filter((name) => !before.includes(name));
    expect(added.length).toBeGreaterThan(0);
    for (const node of cluster.nodes) expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
    await untilWrites("of the previous version after the migration");
    for (const node of cluster.nodes) {
      await node.process.end("SIGTERM");
      expect(node.process.child.exitCode).toBe(0);
      node.launcher = launcher;
      await node.start();
      await untilWrites(`after the upgrade of node ${node.name}`);
    }
    await stop();
    console.log(
      `${counts.reads} reads and ${counts.writes} writes, ${failures.length} failures; migrations: ${added.join(", ")}`,
    );
    expect(failures).toEqual([]);
    expect(await owner.items.query("Rolling").count()).toBe(counts.writes);
  });
});
