import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import type { Post } from "@porchlight/client/blog";
import { type BlogEvent, blogEvents, draftPosts } from "@porchlight/client/blog";
import { AppStrategy, type CreatedEvent, type DeletedEvent, withWebhooks } from "@porchlight/client/webhooks";
import { createApiKey, createApp, createWebhook, listWebhookPublicKeys } from "@porchlight/server/operations";
import { afterAll, describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const owner = { kind: "owner" } as const;
const server = await startServer({ rateLimits: false, outbound: { privateTargets: true } });
const { context } = server;
const { key, id: keyId } = await createApiKey(context, owner, { name: "Writer", role: "editor" });
const writer = createClient({ host: server.url, auth: ApiKeyStrategy({ apiKey: key }), modules: { draftPosts } });
const reader = createClient({ host: server.url, auth: OAuthStrategy({ clientId: server.clientId }) });

const publish = async (title: string): Promise<string> =>
  (await writer.draftPosts.createDraftPost({ title }, { publish: true })).draftPost._id;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("webhooks, client and server", () => {
  it("deliver events to handlers in the names of the client", async () => {
    const { clientId: appId } = await createApp(context, owner, { name: "Search" });
    const [published] = await listWebhookPublicKeys(context, owner);
    const app = withWebhooks(
      createClient({
        host: server.url,
        auth: AppStrategy({ appId, publicKey: published?.publicKey ?? "", apiKey: key }),
      }),
    );
    const created: CreatedEvent<Post>[] = [];
    const deleted: DeletedEvent<Post>[] = [];
    app.posts.onPostCreated((event) => void created.push(event));
    app.posts.onPostDeleted((event) => void deleted.push(event));
    const failures: unknown[] = [];
    const receiver = createServer(async (incoming, outgoing) => {
      let body = "";
      for await (const chunk of incoming) body += chunk;
      const request = new Request("https://app.example/hook", { method: "POST", body });
      await app.webhooks.processRequest(request).then(
        () => outgoing.writeHead(200).end(),
        (error: unknown) => {
          failures.push(error);
          outgoing.writeHead(500).end();
        },
      );
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    afterAll(() => receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await createWebhook(context, owner, { appId, url, events: ["post_created", "post_deleted"] });

    const id = await publish("Found at once");
    await until(() => created.length === 1);
    expect(failures).toEqual([]);
    expect(created[0]?.entity).toMatchObject({
      _id: id,
      title: "Found at once",
      firstPublishedDate: expect.any(Date),
      url: `http://localhost:4000/blog/Found-at-once`,
    });
    expect(created[0]?.metadata).toMatchObject({
      instanceId: context.site.id,
      identity: { identityType: "APP", appId: keyId },
      accountInfo: { siteId: context.site.id },
      entityFqdn: "wix.blog.v3.post",
      slug: "created",
      entityId: id,
      eventTime: expect.any(Date),
      entityEventSequence: "1",
    });
    await writer.draftPosts.deleteDraftPost(id);
    await until(() => deleted.length === 1);
    expect(deleted[0]?.entity).toMatchObject({ _id: id, title: "Found at once" });
  });
});

describe("the stream of the blog, client and server", () => {
  it("resumes after a disconnect, and ends when its loop ends", async () => {
    let calls = 0;
    let isOpen = false;
    const sent: (string | null)[] = [];
    /** Cuts the first response off after its first event. */
    const breaking = {
      async fetch(path: string, init?: RequestInit) {
        calls += 1;
        sent.push(new Headers(init?.headers).get("last-event-id"));
        const response = await reader.fetch(path, init);
        isOpen = true;
        if (calls > 1 || !response.body) return response;
        const cut = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            controller.enqueue(chunk);
            if (new TextDecoder().decode(chunk).includes("data:")) controller.terminate();
          },
        });
        return new Response(response.body.pipeThrough(cut), response);
      },
    };
    const received: BlogEvent[] = [];
    const listening = (async () => {
      for await (const event of blogEvents(breaking)) {
        received.push(event);
        if (received.length === 2) break;
      }
    })();
    await until(() => isOpen);
    await publish("First");
    await until(() => received.length === 1);
    await publish("Second");
    await listening;
    expect(received.map((event) => "entity" in event && event.entity)).toMatchObject([
      { title: "First", firstPublishedDate: expect.any(Date) },
      { title: "Second" },
    ]);
    expect(sent).toEqual([null, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it("ends with its signal, without an error", async () => {
    const stop = new AbortController();
    const events = blogEvents(reader, { signal: stop.signal });
    const next = events.next();
    setTimeout(() => stop.abort(), 200);
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it("throws a permanent error", async () => {
    const elsewhere = { fetch: async () => new Response("no", { status: 404 }) };
    await expect(blogEvents(elsewhere).next()).rejects.toMatchObject({ kind: "notFound", code: "LIVE_UNAVAILABLE" });
  });
});
