import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { runCommand } from "../product.ts";
import { ownerOf } from "./clients.ts";
import { checkSharedState } from "./shared-state.ts";
import { startCluster } from "./topology/cluster.ts";

const cluster = await startCluster({ hasPooler: true });
afterAll(() => cluster.stop());

checkSharedState("Through PgBouncer", cluster);

describe("Through PgBouncer: sessions", () => {
  it("are not required for frequent reads, whose server connections change", async () => {
    const owner = ownerOf(cluster);
    const reads = Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? owner.posts.queryPosts().limit(1).find() : owner.members.queryMembers().limit(1).find(),
    );
    await Promise.all(reads);
  });

  it("build a collection index over the direct connection", async () => {
    const owner = ownerOf(cluster, cluster.nodes[1]);
    await owner.collections.createDataCollection({ _id: "Indexed", fields: [{ key: "n", type: "NUMBER" }] });
    await owner.items.bulkInsert(
      "Indexed",
      Array.from({ length: 50 }, (_, n) => ({ n })),
    );
    const built = await cluster.command("collection", "index", "add", "Indexed", "n", "--json");
    expect(JSON.parse(built).index.status).toBe("ACTIVE");
    const locks = await cluster.primary.query("select from pg_locks where locktype = 'advisory'");
    expect(locks).toEqual([]);
  });

  it("are used by doctor --engine, which bypasses the pooler", async () => {
    const { checks } = JSON.parse(await cluster.command("doctor", "--engine", "--json")) as {
      checks: { check: string; state: string; message: string }[];
    };
    expect(checks.filter(({ state }) => state !== "ok")).toEqual([
      { check: "pooler", state: "warning", message: expect.stringContaining("SET statement_timeout") },
    ]);
    expect(checks.find(({ check }) => check === "engine")?.message).toMatch(/^PostgreSQL \d+/);
  });

  it("are required: a start without DATABASE_DIRECT_URL fails with an error that names it", async () => {
    const env = {
      DATABASE_URL: cluster.pooler!.url,
      SECRET_KEY: randomBytes(32).toString("base64"),
      DATABASE_DIRECT_URL: "",
    };
    const { code, stderr } = await runCommand(["start", "--site", "none", "--port", "0"], env);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("Set DATABASE_DIRECT_URL") });
  });
});
