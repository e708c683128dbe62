import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type CallerName, createCallers, putCollection } from "../../../test/data/collections.ts";
import { waitForDataJobs } from "../../../test/data/data-jobs.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { startWebhookReceiver } from "../../../test/webhook-receiver.ts";
import { createWebhook } from "../../webhooks/create-webhook.ts";
import { deleteWebhook, listWebhooks } from "../../webhooks/manage-webhooks.ts";

const server = await createTestServer({ rateLimits: false, outbound: { privateTargets: true } });
const callers = await createCallers(server);
const levels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
for (const id of ["Books", "Films"]) await putCollection(server, callers, id, levels);
await putCollection(server, callers, "Drafts", levels, {
  plugins: [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }],
});
const receiver = await startWebhookReceiver();
const owner = { kind: "owner" } as const;
const call = (caller: CallerName, path: string, body: object, dataCollectionId = "Books") =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
const put = (caller: CallerName, path: string, id: string, data: object, collection?: string) =>
  call(caller, path, { dataItem: { id, data } }, collection);

/** The next events, reduced to the checked properties. */
async function next(count: number) {
  await expect.poll(() => receiver.deliveries.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  const events = receiver.deliveries.splice(0).map(({ event, envelope, identity }) => {
    const { createdEvent, updatedEvent, deletedEvent, entityId, slug, entityEventSequence } = event;
    const entity = createdEvent?.entity ?? updatedEvent?.currentEntity ?? deletedEvent?.deletedEntity;
    return { slug, type: envelope.eventType, id: entityId, by: identity, entity, number: entityEventSequence };
  });
  return events.sort((a, b) => (a.id === b.id ? Number(a.number) - Number(b.number) : a.id < b.id ? -1 : 1));
}
const slugs = (events: Awaited<ReturnType<typeof next>>) => events.map(({ id, slug }) => `${id} ${slug}`);

describe("item events", () => {
  it("are not recorded without a webhook", async () => {
    await put("ada", "/items", "untold", { n: 1 });
    await call("ada", "/items/remove", { dataItemId: "untold" });
    expect(await server.context.db.selectFrom("events").select("id").execute()).toEqual([]);
    const events = ["data_item_created", "data_item_updated", "data_item_deleted"];
    await createWebhook(server.context, owner, { appId: server.clientId, url: receiver.url, events });
  });

  it("contain the item and the identity of the caller", { timeout: 30_000 }, async () => {
    await put("ada", "/items", "emma", { title: "Emma", on: { $date: "2024-05-06T07:08:09.000Z" } });
    await put("bob", "/items/update", "emma", { title: "Emma!" });
    await call("owner", "/items/remove", { dataItemId: "emma" });
    const events = await next(3);
    expect(events.map(({ type, number }) => `${type} ${number}`)).toEqual([
      "wix.data.v2.data_item_created 1",
      "wix.data.v2.data_item_updated 2",
      "wix.data.v2.data_item_deleted 3",
    ]);
    expect(events.map(({ by }) => by)).toEqual([
      { identityType: "MEMBER", memberId: callers.ownerIds.ada },
      { identityType: "MEMBER", memberId: callers.ownerIds.bob },
      { identityType: "APP", appId: callers.ownerIds.owner },
    ]);
    const [created, updated, deleted] = events.map(({ entity }) => entity);
    expect(created).toMatchObject({
      id: "emma",
      dataCollectionId: "Books",
      data: { _id: "emma", _owner: callers.ownerIds.ada, title: "Emma", on: { $date: "2024-05-06T07:08:09.000Z" } },
    });
    expect(created.data._createdDate.$date).toMatch(/^\d{4}-.*Z$/);
    expect([updated.data.title, deleted.data.title]).toEqual(["Emma!", "Emma!"]);
    await put("visitor", "/items", "by a visitor", {});
    await put("owner", "/items", "by a program", {});
    expect((await next(2)).map(({ by }) => by.identityType)).toEqual(["APP", "ANONYMOUS_VISITOR"]);
  });

  it("are sent once for every kind of write", { timeout: 30_000 }, async () => {
    const dataItems = ["a", "b", "c"].map((id) => ({ id, data: { n: 1 } }));
    await call("ada", "/bulk/items/insert", { dataItems });
    await call("ada", "/bulk/items/save", {
      dataItems: [
        { id: "a", data: { n: 2 } },
        { id: "d", data: {} },
      ],
    });
    await call("ada", "/items/patch", {
      patch: {
        dataItemId: "b",
        fieldModifications: [{ action: "SET_FIELD", fieldPath: "n", setFieldOptions: { value: 5 } }],
      },
    });
    await call("ada", "/bulk/items/remove", { dataItemIds: ["a", "none"] });
    const refused = await call("ada", "/items", { dataItem: { id: "b", data: {} } });
    expect(refused.status).toBe(409);
    expect(slugs(await next(7))).toEqual([
      "a created",
      "a updated",
      "a deleted",
      "b created",
      "b updated",
      "c created",
      "d created",
    ]);
    await call("ada", "/bulk/items/async-remove-by-filter", { filter: { _id: { $in: ["b", "c"] } } });
    await waitForDataJobs(server);
    const removed = await next(2);
    expect(slugs(removed)).toEqual(["b deleted", "c deleted"]);
    expect(removed[0]!.by).toEqual({ identityType: "MEMBER", memberId: callers.ownerIds.ada });
    await call("owner", "/items/truncate", {});
    const gone = await next(3);
    expect(new Set(gone.map(({ slug, by }) => `${slug} ${by.identityType}`))).toEqual(new Set(["deleted APP"]));
  });

  it("share a sequence for equal ids in two collections", { timeout: 30_000 }, async () => {
    await Promise.all(["Books", "Films"].map((collection) => put("ada", "/items", "same", { collection }, collection)));
    const events = await next(2);
    expect(events.map(({ number }) => number)).toEqual(["1", "2"]);
    expect(new Set(events.map(({ entity }) => entity.dataCollectionId))).toEqual(new Set(["Books", "Films"]));
  });

  it("are sent only for published items", { timeout: 30_000 }, async () => {
    const draft = { publishPluginOptions: { includeDraftItems: true } };
    await put("editor", "/items", "draft", { n: 1 }, "Drafts");
    await call("editor", "/items/update", { dataItem: { id: "draft", data: { n: 2 } }, ...draft }, "Drafts");
    await call("editor", "/items/create-draft", { dataItemId: "draft" }, "Drafts");
    await call("editor", "/items/publish-draft", { dataItemId: "draft" }, "Drafts");
    await call("editor", "/items/create-draft", { dataItemId: "draft" }, "Drafts");
    await call("editor", "/items/update", { dataItem: { id: "draft", data: { n: 3 } }, ...draft }, "Drafts");
    await call("editor", "/items/unpublish", { dataItemId: "draft" }, "Drafts");
    const events = await next(2);
    expect(events.map(({ slug, entity }) => `${slug} ${entity.data.n}`)).toEqual(["created 2", "deleted 2"]);
    expect(events[1]!.by).toMatchObject({ identityType: "APP" });
  });

  it("are not sent for items deleted with their collection", { timeout: 30_000 }, async () => {
    await put("ada", "/items", "kept", {}, "Films");
    await next(1);
    await callers.call("owner", "/wix-data/v2/collections/Films", {}, "DELETE");
    await putCollection(server, callers, "Films", levels);
    await put("ada", "/items", "after", {}, "Films");
    expect(slugs(await next(1))).toEqual(["after created"]);
  });

  it("are no longer recorded after the last webhook is deleted", { timeout: 30_000 }, async () => {
    const triggers = async () => {
      const { rows } = await sql<{ on: boolean }>`select tgenabled <> 'D' as on from pg_trigger
        where tgrelid = 'data_items'::regclass and tgname like 'data_items_told_%'`.execute(server.context.db);
      return rows.map(({ on }) => on);
    };
    expect(await triggers()).toEqual([true, true, true]);
    const [webhook] = await listWebhooks(server.context, owner);
    await deleteWebhook(server.context, owner, webhook!.id);
    expect(await triggers()).toEqual([false, false, false]);
    await createWebhook(server.context, owner, { appId: server.clientId, url: receiver.url, events: ["post_created"] });
    expect(await triggers()).toEqual([false, false, false]);
    const events = ["data_item_deleted"];
    const made = { appId: server.clientId, url: receiver.url, events };
    await Promise.all([1, 2, 3].map(() => createWebhook(server.context, owner, made)));
    expect(await triggers()).toEqual([true, true, true]);
    await put("ada", "/items", "last", {});
    await call("ada", "/items/remove", { dataItemId: "last" });
    expect(slugs(await next(3))).toEqual(["last deleted", "last deleted", "last deleted"]);
  });
});
