import { sql } from "kysely";
import { expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createWebhook } from "../../webhooks/create-webhook.ts";
import { deleteWebhook, listWebhooks } from "../../webhooks/manage-webhooks.ts";

const server = await createTestServer({ rateLimits: false, outbound: { privateTargets: true } });
const callers = await createCallers(server);
const owner = { kind: "owner" } as const;
await putCollection(server, callers, "Books", { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" });
const create = () =>
  createWebhook(server.context, owner, {
    appId: server.clientId,
    url: "http://127.0.0.1:1/",
    events: ["data_item_created"],
  });

/** Holds the lock of `create index concurrently`. */
async function whileAnIndexIsBuilt(work: () => Promise<void>): Promise<void> {
  await server.context.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`lock table data_items in share update exclusive mode`.execute(tx);
    await work();
  });
}

it("webhooks do not block item writes while an index is built", { timeout: 60_000 }, async () => {
  await whileAnIndexIsBuilt(async () => {
    await expect(create()).rejects.toThrow("A webhook cannot be created while an index of items is built");
    expect(await listWebhooks(server.context, owner)).toEqual([]);
    const inserted = await callers.call("visitor", "/wix-data/v2/items", {
      dataCollectionId: "Books",
      dataItem: { data: { title: "Emma" } },
    });
    expect(inserted.status).toBe(200);
  });
  const { id } = await create();
  await whileAnIndexIsBuilt(async () => {
    await deleteWebhook(server.context, owner, id);
    expect(await listWebhooks(server.context, owner)).toEqual([]);
  });
  const again = await create();
  await deleteWebhook(server.context, owner, again.id);
});
