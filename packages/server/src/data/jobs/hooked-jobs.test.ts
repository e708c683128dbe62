import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type CallerName, createCallers, putCollection } from "../../../test/data/collections.ts";
import { killWorkerOf, startNode } from "../../../test/data/data-jobs.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";
import { insertJob } from "./jobs-store.ts";

const siteHooks = { Recipes: { beforeUpdate: async (item: object) => ({ ...item, hooked: true }) } };
const server = await createTestServer({ rateLimits: false, siteHooks });
const callers = await createCallers(server);
await putCollection(server, callers, "Recipes", {
  read: "ANYONE",
  insert: "ANYONE",
  update: "ANYONE",
  remove: "ANYONE",
});
const call = (caller: CallerName, path: string, body: object) =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: "Recipes", ...body });

describe("a job in a collection with hooks", () => {
  const fieldModifications = [{ action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1 } }];
  const numbers = async (group: string) => {
    const query = { filter: { group }, fields: ["n"], paging: { limit: 100 } };
    const { body } = await call("owner", "/items/query", { query, suppressHooks: true });
    return new Set(body.dataItems.map(({ data }: { data: { n: number } }) => data.n));
  };
  const fill = async (group: string) => {
    const dataItems = Array.from({ length: 30 }, () => ({ data: { group, n: 0 } }));
    expect((await call("ada", "/bulk/items/insert", { dataItems })).body.bulkActionMetadata.totalFailures).toBe(0);
  };
  const started = async (group: string) =>
    (await call("ada", "/bulk/items/async-patch-by-filter", { filter: { group }, fieldModifications })).body.jobId;
  const done = async (jobId: string) =>
    (await callers.call("ada", `/wix-data/v2/async-jobs/${jobId}/status`, {}, "GET")).body;

  it("changes each item once with several workers and concurrent changes", { timeout: 30_000 }, async () => {
    await fill("many");
    const nodes = await Promise.all([startNode(server), startNode(server)]);
    const jobId = await started("many");
    await expect.poll(() => done(jobId), { timeout: 20_000 }).toEqual({ status: "SUCCEEDED", successCount: 30 });
    await Promise.all(nodes.map((node) => node.close()));
    expect(await numbers("many")).toEqual(new Set([1]));
  });

  it("is resumed by another worker after its worker has died", { timeout: 30_000 }, async () => {
    await fill("left");
    const ids = (
      await server.context.db
        .selectFrom("data_items")
        .select("id")
        .where(sql<boolean>`data ->> 'group' = 'left'`)
        .orderBy("id")
        .execute()
    ).map(({ id }) => id);
    const id = newId();
    const caller = {
      kind: "member",
      appId: server.clientId,
      sessionId: newId(),
      memberId: callers.ownerIds.ada,
    } as const;
    await server.context.db.transaction().execute(async (tx) => {
      const facts = { siteId: server.context.site.id, id, collectionId: "Recipes", caller, callerKey: "x" };
      await insertJob(tx, { ...facts, filter: { group: "left" }, modifications: fieldModifications, at: new Date() });
      // Another worker has changed ten items and died.
      await tx.updateTable("data_jobs").set({ status: "PROCESSING", after_id: ids[9]! }).where("id", "=", id).execute();
      await killWorkerOf(tx, id);
    });
    await expect
      .poll(
        () =>
          server.context.db
            .selectFrom("data_jobs")
            .select(["status", "success_count"])
            .where("id", "=", id)
            .executeTakeFirst(),
        { timeout: 20_000 },
      )
      .toEqual({ status: "SUCCEEDED", success_count: 20 });
    expect(await numbers("left")).toEqual(new Set([0, 1]));
  });
});
