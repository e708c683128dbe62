import { createPublicKey } from "node:crypto";
import { jwtVerify } from "jose";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { startWebhookReceiver } from "../../test/webhook-receiver.ts";
import { createApiKey } from "../auth/api-keys.ts";
import { createWebhookKeys } from "../platform/identity/webhook-keys.ts";
import { createWebhook } from "./create-webhook.ts";
import { getDelivery, listDeliveries, redeliverEvent, replayWebhook } from "./deliveries.ts";
import { deleteWebhook, listWebhooks, pauseWebhook } from "./manage-webhooks.ts";
import { listWebhookPublicKeys, rotateWebhookKey } from "./webhook-keys.ts";

const owner = { kind: "owner" } as const;
const server = await createTestServer({ outbound: { privateTargets: true } });
const { context } = server;
const { id: keyId, key } = await createApiKey(context, owner, { name: "Editor", role: "editor" });
const receiver = await startWebhookReceiver();

async function subscribe(events: string[] = ["all"], url = receiver.url): Promise<string> {
  return (await createWebhook(context, owner, { appId: server.clientId, url, events })).id;
}

async function write(method: string, path: string, body?: unknown) {
  const response = await server.call(method, path, { token: key, body });
  expect(response.status).toBe(200);
  return response.body;
}

const makeDraft = async (title: string, publish = false): Promise<string> =>
  (await write("POST", "/blog/v3/draft-posts", { draftPost: { title }, publish })).draftPost.id;
const rename = (id: string, title: string, action = "UPDATE") =>
  write("PATCH", `/blog/v3/draft-posts/${id}`, { draftPost: { title }, action });

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}
const settled = () =>
  until(async () => (await listDeliveries(context, owner, { status: "WAITING", limit: 1 })).length === 0);
/** Makes all waiting deliveries due. */
async function hurry(): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await sql`select 1 from webhook_subscriptions for no key update`.execute(tx);
    await sql`update webhook_deliveries set available_at = now() where locked_until is null`.execute(tx);
  });
  context.wakeWebhooks();
}
const received = () => receiver.deliveries.map(({ envelope }) => envelope.eventType.split(".").at(-1));

afterEach(async () => {
  for (const { id } of await listWebhooks(context, owner)) await deleteWebhook(context, owner, id);
  receiver.deliveries.length = 0;
  receiver.respondWith(200);
});

describe("webhook deliveries", () => {
  it("are signed tokens with three nested layers that the public keys verify", async () => {
    await subscribe();
    const id = await makeDraft("Hello", true);
    await settled();
    const of = (fqdn: string) => receiver.deliveries.find(({ event }) => event.entityFqdn === fqdn);
    const [draft, post] = [of("wix.blog.v3.draft"), of("wix.blog.v3.post")];
    expect(draft?.header).toEqual({ alg: "RS256", typ: "JWT", kid: expect.any(String) });
    expect(draft?.contentType).toBe("text/plain; charset=utf-8");
    expect(draft?.envelope).toMatchObject({
      eventType: "wix.blog.v3.draft_created",
      instanceId: context.site.id,
      accountInfo: { siteId: context.site.id },
    });
    expect(draft?.identity).toEqual({ identityType: "APP", appId: keyId });
    expect(draft?.event).toMatchObject({ entityFqdn: "wix.blog.v3.draft", slug: "created", entityId: id });
    expect(post?.event).toMatchObject({
      entityFqdn: "wix.blog.v3.post",
      slug: "created",
      entityId: id,
      triggeredByAnonymizeRequest: false,
      entityEventSequence: "1",
      createdEvent: { entity: { id, title: "Hello", url: { base: "http://localhost:4000", path: "/blog/Hello" } } },
    });
    const [published] = await listWebhookPublicKeys(context, owner);
    const { payload } = await jwtVerify(post!.token, createPublicKey(published!.publicKey), {
      algorithms: ["RS256"],
      issuer: "http://localhost:4000",
      audience: server.clientId,
    });
    expect(payload.exp! - payload.iat!).toBe(300);
    const { body } = await server.call("GET", "/oauth2/jwks");
    expect(body.keys).toContainEqual(expect.objectContaining({ kid: post?.header.kid, alg: "RS256", kty: "RSA" }));
    expect(JSON.stringify(body)).not.toMatch(/"d":/);
  });

  it("report changes of a post, and no unchanged state", async () => {
    await subscribe();
    const id = await makeDraft("One");
    await rename(id, "Two");
    await write("POST", `/blog/v3/draft-posts/${id}/publish`);
    await write("POST", `/blog/v3/draft-posts/${id}/publish`);
    await rename(id, "Three");
    await rename(id, "Four", "UPDATE_PUBLISH");
    await write("DELETE", `/blog/v3/draft-posts/${id}`);
    await write("POST", `/blog/v3/draft-posts/trash-bin/${id}/restore`);
    await write("DELETE", `/blog/v3/draft-posts/${id}?permanent=true`);
    await settled();
    const of = (kind: string) =>
      receiver.deliveries
        .filter(({ event }) => event.entityFqdn === `wix.blog.v3.${kind}`)
        .map(({ event }) => [event.slug, event.entityEventSequence]);
    expect(of("post")).toEqual([
      ["created", "1"],
      ["updated", "2"],
      ["deleted", "3"],
      ["created", "4"],
      ["deleted", "5"],
    ]);
    expect(of("draft").map(([slug]) => slug)).toEqual(
      "created updated updated updated updated deleted created deleted".split(" "),
    );
    const gone = receiver.deliveries.find(({ event }) => event.slug === "deleted" && event.deletedEvent);
    expect(gone?.event.deletedEvent.deletedEntity).toMatchObject({ id, title: "Four" });
  });

  it("report changes of categories and tags", async () => {
    await subscribe(["category_created", "category_updated", "category_deleted", "tag_created", "tag_deleted"]);
    const { category } = await write("POST", "/blog/v3/categories", { category: { label: "Boats" } });
    await write("PATCH", `/blog/v3/categories/${category.id}`, { category: { label: "Ships" } });
    await write("DELETE", `/blog/v3/categories/${category.id}`);
    const { tag } = await write("POST", "/v3/tags", { label: "Sail" });
    await write("DELETE", `/v3/tags/${tag.id}`);
    await settled();
    const of = (id: string) => receiver.deliveries.filter(({ event }) => event.entityId === id);
    expect(of(category.id).map(({ event }) => event)).toMatchObject([
      { slug: "created", createdEvent: { entity: { label: "Boats", url: { path: "/blog/category/boats" } } } },
      { slug: "updated", updatedEvent: { currentEntity: { label: "Ships" } } },
      { slug: "deleted", deletedEvent: { deletedEntity: { id: category.id, label: "Ships" } } },
    ]);
    expect(of(tag.id).map(({ event }) => event)).toMatchObject([
      { slug: "created", createdEvent: { entity: { id: tag.id, label: "Sail" } } },
      { slug: "deleted", deletedEvent: { deletedEntity: { id: tag.id } } },
    ]);
  });

  it("report each post that loses a deleted category or tag, then the deletion", async () => {
    const { category } = await write("POST", "/blog/v3/categories", { category: { label: "Going" } });
    const { category: target } = await write("POST", "/blog/v3/categories", { category: { label: "Staying" } });
    const { tag } = await write("POST", "/v3/tags", { label: "Gone" });
    const make = async (title: string, links: object, publish = true): Promise<string> =>
      (await write("POST", "/blog/v3/draft-posts", { draftPost: { title, ...links }, publish })).draftPost.id;
    const links = { categoryIds: [category.id], tagIds: [tag.id] };
    const shown = await make("Shown", links);
    const draft = await make("Draft", links, false);
    const edited = await make("Edited", {});
    await write("PATCH", `/blog/v3/draft-posts/${edited}`, { draftPost: links });
    const trashed = await make("Trashed", links);
    await write("DELETE", `/blog/v3/draft-posts/${trashed}`);
    await subscribe();
    await write("POST", `/blog/v3/categories/${category.id}/merge`, { targetCategoryId: target.id });
    await settled();
    const merged = receiver.deliveries.splice(0);
    const of = (deliveries: typeof merged, fqdn: string) =>
      deliveries.filter(({ event }) => event.entityFqdn === fqdn).map(({ event }) => [event.slug, event.entityId]);
    expect(of(merged, "wix.blog.v3.post")).toEqual([["updated", shown]]);
    expect(new Set(of(merged, "wix.blog.v3.draft").map(([, id]) => id))).toEqual(new Set([shown, draft, edited]));
    expect(of(merged, "wix.blog.v3.category")).toEqual([["deleted", category.id]]);
    for (const { event } of merged.filter(({ event }) => event.slug === "updated"))
      expect(event.updatedEvent.currentEntity.categoryIds).toEqual([target.id]);
    await write("DELETE", `/v3/tags/${tag.id}`);
    await settled();
    const deleted = receiver.deliveries.splice(0);
    expect(of(deleted, "wix.blog.v3.post")).toEqual([["updated", shown]]);
    const [received] = deleted.filter(({ event }) => event.entityFqdn === "wix.blog.v3.post");
    expect(received?.event).toMatchObject({
      entityEventSequence: "3",
      updatedEvent: { currentEntity: { tagIds: [] } },
    });
    expect(of(deleted, "wix.blog.v3.draft")).toHaveLength(3);
    const { rows } = await sql<{ type: string }>`
      select type from events where transaction = (select transaction from events order by transaction desc limit 1) order by id`.execute(
      context.db,
    );
    expect(rows.map(({ type }) => type.split(".").at(-1))).toEqual([
      ...Array(3).fill("draft_updated"),
      "post_updated",
      "tag_deleted",
    ]);
  });

  it("omit unsubscribed and rolled-back events", async () => {
    await subscribe(["post_created"]);
    await makeDraft("Only a draft");
    const bad = await server.call("POST", "/blog/v3/draft-posts", {
      token: key,
      body: { draftPost: { title: "" }, publish: true },
    });
    expect(bad.status).toBe(400);
    await makeDraft("Public", true);
    await settled();
    expect(received()).toEqual(["post_created"]);
  });

  it("are retried until they succeed, in order per post, without delaying other posts", async () => {
    const webhookId = await subscribe(["draft_created", "draft_updated"]);
    const poisoned = await makeDraft("A1");
    await settled();
    receiver.deliveries.length = 0;
    receiver.respondWith(({ event }) => (event.entityId === poisoned ? 500 : 200));
    await rename(poisoned, "A2");
    await rename(poisoned, "A3");
    const other = await makeDraft("B1");
    await until(() => receiver.deliveries.some(({ event }) => event.entityId === other));
    const hurried = (condition: () => boolean | Promise<boolean>) =>
      until(async () => {
        await hurry();
        return condition();
      });
    await hurried(() => receiver.deliveries.length >= 3);
    expect(receiver.deliveries.some(({ event }) => event.entityEventSequence === "3")).toBe(false);
    receiver.respondWith(200);
    await hurried(async () => (await listDeliveries(context, owner, { status: "WAITING", limit: 1 })).length === 0);
    const titles = receiver.deliveries
      .filter(({ event }) => event.entityId === poisoned)
      .map(({ event }) => event.updatedEvent.currentEntity.title);
    expect(titles.slice(-2)).toEqual(["A2", "A3"]);
    expect(titles.slice(0, -2).every((title) => title === "A2")).toBe(true);
    const [first] = (await listDeliveries(context, owner, { webhookId, limit: 100 })).filter(
      ({ entityId, sequence }) => entityId === poisoned && sequence === "2",
    );
    const { tries } = await getDelivery(context, owner, first!.id);
    expect(tries.at(0)).toMatchObject({ number: 1, status: 500, answer: "answered 500", error: null });
    expect(tries.at(-1)).toMatchObject({ status: 200 });
    const ids = receiver.deliveries
      .filter(({ event }) => event.entityEventSequence === "2")
      .map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(1);
  });

  it("are dead-lettered after nine attempts with one email to the owner, who can resend them", async () => {
    const webhookId = await subscribe(["draft_created"]);
    receiver.respondWith(503);
    await makeDraft("One");
    await makeDraft("Two");
    await until(async () => {
      await hurry();
      return (await listDeliveries(context, owner, { status: "PARKED", limit: 10 })).length === 2;
    });
    const perEvent = Map.groupBy(receiver.deliveries, ({ event }) => event.id);
    expect([...perEvent.values()].map((tries) => tries.length)).toEqual([9, 9]);
    const inbox = () => server.call("GET", "/dev/mail.json?to=porchlight%40localhost");
    await until(async () => (await inbox()).body.length > 0);
    const mails = (await inbox()).body;
    expect(mails).toHaveLength(1);
    expect(mails[0].text).toContain(`webhook replay ${webhookId}`);
    expect(await listWebhooks(context, owner)).toMatchObject([{ state: "failing", waiting: 0, parked: 2 }]);
    receiver.respondWith(200);
    expect(await replayWebhook(context, owner, webhookId)).toBe(2);
    await settled();
    expect(await listWebhooks(context, owner)).toMatchObject([{ state: "working", waiting: 0, parked: 0 }]);
  });

  it("wait while the webhook is paused", async () => {
    const webhookId = await subscribe(["draft_created"]);
    await pauseWebhook(context, owner, webhookId, true);
    await makeDraft("Later");
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(received()).toEqual([]);
    await pauseWebhook(context, owner, webhookId, false);
    await settled();
    expect(received()).toEqual(["draft_created"]);
  });

  it("are sent again on request, also for events from before the webhook was created", async () => {
    const since = new Date();
    await makeDraft("Before");
    const webhookId = await subscribe(["draft_created"]);
    expect(await replayWebhook(context, owner, webhookId, { since })).toBe(1);
    await settled();
    const [delivery] = await listDeliveries(context, owner, { webhookId, limit: 10 });
    await redeliverEvent(context, owner, delivery!.id);
    await settled();
    expect(received()).toEqual(["draft_created", "draft_created"]);
    expect(receiver.deliveries[0]?.event.id).toBe(receiver.deliveries[1]?.event.id);
    expect(receiver.deliveries[0]?.claims.jti).not.toBe(receiver.deliveries[1]?.claims.jti);
  });

  it("publish the next signing key a day before it is used", async () => {
    await subscribe(["draft_created"]);
    await makeDraft("Today");
    await settled();
    await rotateWebhookKey(context, owner);
    const keys = createWebhookKeys(context.db, context.site.id, context.secrets, context.now);
    const [previous, next] = await listWebhookPublicKeys({ ...context, webhookKeys: keys }, owner);
    expect(receiver.deliveries[0]?.header.kid).toBe(previous?.id);
    server.advance(25 * 3_600_000);
    expect((await keys.open()).signing.id).toBe(next?.id);
    server.advance(-25 * 3_600_000);
  });

  it("to a hanging subscriber do not delay others", async () => {
    const hanging = await startWebhookReceiver();
    hanging.respondWith("hang");
    await subscribe(["draft_created"], hanging.url);
    await subscribe(["draft_created"]);
    for (let index = 0; index < 12; index++) await makeDraft(`Draft ${index}`);
    await until(() => receiver.deliveries.length === 12);
    expect(hanging.maxConcurrent()).toBeLessThanOrEqual(8);
    await hanging.close();
  });
});
