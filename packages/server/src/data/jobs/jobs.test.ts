import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { delayJob, waitForAsyncJob } from "../../../test/data/data-jobs.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { openDatabase } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import { insertJob } from "./jobs-store.ts";
import { runDataJob } from "./run-data-job.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const levels = {
  read: "ANYONE",
  insert: "ANYONE",
  update: "SITE_MEMBER_AUTHOR",
  remove: "SITE_MEMBER_AUTHOR",
} as const;
await putCollection(server, callers, "Books", levels);
const dataCollectionId = "Books";
const call = (caller: CallerName, path: string, body: object) =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
const fill = async (caller: CallerName, count: number) => {
  const dataItems = Array.from({ length: count }, (_, n) => ({ data: { n, kind: n % 2 === 0 ? "even" : "odd" } }));
  expect((await call(caller, "/bulk/items/insert", { dataItems })).body.bulkActionMetadata.totalFailures).toBe(0);
};
const count = async (filter: object) => (await call("owner", "/items/count", { filter })).body.totalCount;

const ended = (caller: CallerName, { body }: Awaited<ReturnType<typeof call>>) =>
  waitForAsyncJob(callers, caller, body.jobId);

const increment = { action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1000 } };

describe("changes by filter", () => {
  it("change every item once that the caller may change", { timeout: 60_000 }, async () => {
    await fill("ada", 450);
    await fill("bob", 10);
    const filter = { kind: "even" };
    const started = await call("ada", "/bulk/items/async-patch-by-filter", { filter, fieldModifications: [increment] });
    expect(started.status).toBe(200);
    expect(await ended("ada", started)).toEqual({ status: "SUCCEEDED", successCount: 225 });
    expect(await count({ n: { $gte: 2000 } })).toBe(0);
    expect(await count({ n: { $gte: 1000 } })).toBe(225);
    const removed = await call("ada", "/bulk/items/async-remove-by-filter", { filter });
    expect(await ended("ada", removed)).toEqual({ status: "SUCCEEDED", successCount: 225 });
    expect([await count(filter), await count({})]).toEqual([5, 235]);
  });

  it("skip items for which the change is invalid", async () => {
    await call("ada", "/items", { dataItem: { id: "text", data: { n: "one", mixed: true } } });
    await call("ada", "/items", { dataItem: { id: "number", data: { n: 1, mixed: true } } });
    const body = { filter: { mixed: true }, fieldModifications: [increment] };
    const started = await call("ada", "/bulk/items/async-patch-by-filter", body);
    expect(await ended("ada", started)).toEqual({ status: "SUCCEEDED", successCount: 1 });
    expect(await count({ mixed: true, n: "one" })).toBe(1);
  });

  it("are visible only to their caller, and fail when the caller loses the permission", async () => {
    const started = await call("bob", "/bulk/items/async-remove-by-filter", { filter: {} });
    const path = `/wix-data/v2/async-jobs/${started.body.jobId}/status`;
    expect(codeIn(await callers.call("ada", path, {}, "GET"))).toBe("DATA_JOB_NOT_FOUND");
    expect((await callers.call("owner", path, {}, "GET")).status).toBe(200);
    await ended("bob", started);
    for (const collectionId of ["Nowhere", dataCollectionId]) {
      const id = newId();
      const visitor = { kind: "visitor", appId: server.clientId, sessionId: newId(), visitorId: newId() } as const;
      const facts = { siteId: server.context.site.id, id, collectionId, caller: visitor, callerKey: "" };
      await insertJob(server.context.db, { ...facts, filter: {}, modifications: undefined, at: new Date() });
      const job = { ...started, body: { jobId: id } };
      expect(await ended("owner", job)).toEqual({ status: "FAILED", successCount: 0 });
    }
  });

  it("fail when the caller's key is revoked or the member is blocked", async () => {
    await fill("owner", 3);
    const { memberId } = await server.signIn();
    const { id: keyId } = await createApiKey(server.context, { kind: "owner" }, { name: "gone", role: "admin" });
    await server.context.db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", keyId).execute();
    await server.context.db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", memberId).execute();
    const revoked: Caller = { kind: "apiKey", apiKey: { keyId, role: "admin" } };
    const blocked: Caller = { kind: "member", appId: server.clientId, sessionId: newId(), memberId };
    await server.context.db
      .updateTable("data_items")
      .set({ owner_id: memberId })
      .where("collection_id", "=", dataCollectionId)
      .execute();
    for (const caller of [revoked, blocked]) {
      const id = newId();
      const facts = { siteId: server.context.site.id, id, collectionId: dataCollectionId, caller, callerKey: "" };
      await insertJob(server.context.db, { ...facts, filter: {}, modifications: undefined, at: new Date() });
      const job = { status: 200, headers: new Headers(), body: { jobId: id } };
      expect(await ended("owner", job)).toEqual({ status: "FAILED", successCount: 0 });
    }
    expect(await count({})).toBeGreaterThanOrEqual(3);
  });

  it("fail on timeout without delaying other jobs", { timeout: 60_000 }, async () => {
    await call("ada", "/items", { dataItem: { id: "held", data: { held: true } } });
    await call("ada", "/items", { dataItem: { id: "free", data: { free: true } } });
    // Live queries of other tests wait for all transactions, so the lock must be short.
    const hasty = openDatabase(server.context.config.connection, () => undefined, 2);
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hurry = async (one: number) =>
      hasty.connection().execute(async (connection) => {
        await sql`set statement_timeout = '300ms'`.execute(connection);
        both[one]?.resolve();
        await Promise.all(both.map(({ promise }) => promise));
      });
    await Promise.all([hurry(0), hurry(1)]);
    const holding = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holder = server.context.db.transaction().execute(async (tx) => {
      await sql`select from data_items where id = 'held' for update`.execute(tx);
      isHeld.resolve();
      await holding.promise;
    });
    await isHeld.promise;
    const facts = {
      siteId: server.context.site.id,
      collectionId: dataCollectionId,
      caller: { kind: "member", appId: server.clientId, sessionId: newId(), memberId: callers.ownerIds.ada } as const,
      callerKey: "",
      modifications: undefined,
    };
    const [long, next] = [newId(), newId()];
    const at = Date.now();
    try {
      await server.context.db.transaction().execute(async (tx) => {
        await insertJob(tx, { ...facts, id: long, filter: { held: true }, at: new Date(at) });
        await delayJob(tx, long);
        await insertJob(tx, { ...facts, id: next, filter: { free: true }, at: new Date(at + 1) });
      });
      await runDataJob({ ...server.context, db: hasty }, long, new AbortController().signal);
      const response = (jobId: string) => ({ status: 200, headers: new Headers(), body: { jobId } });
      expect(await ended("owner", response(long))).toEqual({ status: "FAILED", successCount: 0 });
      expect(await ended("owner", response(next))).toEqual({ status: "SUCCEEDED", successCount: 1 });
    } finally {
      holding.resolve();
      await holder;
      await hasty.destroy();
    }
  });

  it.each([
    ["/bulk/items/async-remove-by-filter", { filter: 1 }, "WDE0016"],
    ["/bulk/items/async-remove-by-filter", { filter: { n: { $regex: "x" } } }, "WDE0070"],
    ["/bulk/items/async-patch-by-filter", { filter: "x", fieldModifications: [] }, "WDE0016"],
    [
      "/bulk/items/async-patch-by-filter",
      { filter: {}, fieldModifications: [{ action: "SET_FIELD", fieldPath: "a" }] },
      "ITEM_INVALID",
    ],
  ])("to %s with %j are rejected with %s", async (path, body, code) => {
    expect(codeIn(await call("ada", path, body))).toBe(code);
  });

  it("require the permission of the caller", async () => {
    expect(codeIn(await call("visitor", "/bulk/items/async-remove-by-filter", { filter: {} }))).toBe("WDE0027");
    expect(codeIn(await callers.call("ada", "/wix-data/v2/async-jobs/none/status", {}, "GET"))).toBe(
      "DATA_JOB_NOT_FOUND",
    );
  });
});

it("any number of members' jobs do not delay a job of the owner", { timeout: 60_000 }, async () => {
  await putCollection(server, callers, "Queue", { ...levels, update: "SITE_MEMBER" });
  for (const caller of ["ada", "owner"] as const) {
    const dataItems = Array.from({ length: caller === "ada" ? 600 : 1 }, (_, n) => ({ data: { by: caller, n } }));
    await callers.call(caller, "/wix-data/v2/bulk/items/insert", { dataCollectionId: "Queue", dataItems });
  }
  const { ownerIds } = callers;
  const ada = { kind: "member", memberId: ownerIds.ada, sessionId: newId(), appId: newId() } as Caller;
  const jobOf = (caller: Caller, by: string, at: number) => ({
    siteId: server.context.site.id,
    id: newId(),
    collectionId: "Queue",
    caller,
    callerKey: caller.kind,
    filter: { by },
    modifications: [increment],
    at: new Date(at),
  });
  const jobs = [0, 1, 2].map((at) => jobOf(ada, "ada", at));
  const last = jobOf({ kind: "owner" }, "owner", 3);
  await server.context.db.transaction().execute(async (tx) => {
    for (const job of [...jobs, last]) await insertJob(tx, job);
  });
  const rows = () =>
    server.context.db
      .selectFrom("data_jobs")
      .select(["id", "status", "updated_at"])
      .where("collection_id", "=", "Queue")
      .execute();
  const isDone = async () => (await rows()).every(({ status }) => status === "SUCCEEDED");
  await expect.poll(isDone, { timeout: 30_000 }).toBe(true);
  const ends = new Map((await rows()).map(({ id, updated_at: at }) => [id, at.getTime()]));
  expect(ends.get(last.id)).toBeLessThan(Math.min(...jobs.map(({ id }) => ends.get(id)!)));
});

describe("an invalid job", () => {
  const jobOf = (id: string, collectionId: string) => ({
    siteId: server.context.site.id,
    id,
    collectionId,
    caller: { kind: "owner" } as Caller,
    callerKey: "owner",
    modifications: undefined,
    at: new Date(0),
  });
  const endOf = async (id: string) => {
    const check = async () =>
      (await server.context.db.selectFrom("data_jobs").select("status").where("id", "=", id).executeTakeFirst())
        ?.status;
    await expect.poll(check, { timeout: 30_000 }).toMatch(/SUCCEEDED|FAILED/);
    return check();
  };

  it("fails on any PostgreSQL error without blocking others", async () => {
    await putCollection(server, callers, "Odd", levels);
    await callers.call("owner", "/wix-data/v2/items", {
      dataCollectionId: "Odd",
      dataItem: { id: "odd", data: { n: 1 } },
    });
    // No request can contain this number: it stands for unforeseen errors.
    await sql`update data_items set data = '{"n": 1e400}' where collection_id = 'Odd'`.execute(server.context.db);
    const [odd, other] = [newId(), newId()];
    await insertJob(server.context.db, { ...jobOf(odd, "Odd"), filter: { n: { $gt: 1 } } });
    await insertJob(server.context.db, { ...jobOf(other, "Books"), filter: { n: "none" }, at: new Date(1) });
    expect([await endOf(odd), await endOf(other)]).toEqual(["FAILED", "SUCCEEDED"]);
  });

  it("changes nothing in a collection that was created again", async () => {
    await putCollection(server, callers, "Again", levels);
    await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: "Again", dataItem: { id: "new", data: {} } });
    const id = newId();
    await insertJob(server.context.db, { ...jobOf(id, "Again"), filter: {}, collectionCreatedAt: new Date(0) });
    expect(await endOf(id)).toBe("FAILED");
    const left = await callers.call("owner", "/wix-data/v2/items/count", { dataCollectionId: "Again" });
    expect(left.body.totalCount).toBe(1);
  });
});
