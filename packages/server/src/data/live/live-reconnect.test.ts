import { sql } from "kysely";
import { expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const dataCollectionId = "Notes";
await putCollection(server, callers, dataCollectionId, {
  read: "SITE_MEMBER_AUTHOR",
  insert: "SITE_MEMBER",
  update: "SITE_MEMBER_AUTHOR",
  remove: "SITE_MEMBER_AUTHOR",
});
const listenAs = (lastEventId?: string) =>
  listen(server.fetch, callers.tokens.ada, { dataCollectionId }, { lastEventId });
const put = (id: string) =>
  callers.call("bob", "/wix-data/v2/items", { dataCollectionId, dataItem: { id, data: { n: 1 } } });

it("a subscriber that reconnects after a permission change is reset", { timeout: 40_000 }, async () => {
  await put("before");
  const first = await listenAs();
  await expect.poll(() => first.received, { timeout: 10_000 }).toEqual(["reset"]);
  await first.stop();

  const changed = await callers.call("owner", "/wix-data/v1/permissions", {
    dataPermissions: {
      id: dataCollectionId,
      itemRead: "ANYONE",
      itemInsert: "SITE_MEMBER",
      itemUpdate: "SITE_MEMBER_AUTHOR",
      itemRemove: "SITE_MEMBER_AUTHOR",
    },
  });
  expect(changed.status).toBe(200);
  const second = await listenAs(first.lastEventId());
  await put("after");
  await expect.poll(() => second.received.length, { timeout: 10_000 }).toBeGreaterThan(0);
  // Its list lacks "before", which has become readable without a change.
  expect(second.received[0]).toBe("reset");
  await second.stop();

  // Without a permission change, it resumes.
  const third = await listenAs(second.lastEventId());
  await put("later");
  await expect.poll(() => third.received, { timeout: 10_000 }).toContain("inserted later");
  expect(third.received).not.toContain("reset");
  await third.stop();
});

it("a subscriber that connects during a poll stays connected", { timeout: 40_000 }, async () => {
  const other = "Others";
  await putCollection(server, callers, other, { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" });
  const first = await listenAs();
  await expect.poll(() => first.received).toEqual(["reset"]);
  const released = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const lockHolder = server.context.db.transaction().execute(async (tx) => {
    await sql`lock table data_changes in access exclusive mode`.execute(tx);
    isLocked.resolve();
    await released.promise;
  });
  await isLocked.promise;
  const isPolling = async () => {
    const { rows } = await sql`select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and not l.granted`.execute(server.context.db);
    return rows.length > 0;
  };
  await expect.poll(isPolling).toBe(true);
  const second = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId: other });
  released.resolve();
  await lockHolder;
  await expect.poll(() => second.received).toEqual(["reset"]);
  expect(second.isEnded()).toBe(false);
  await Promise.all([first.stop(), second.stop()]);
});
