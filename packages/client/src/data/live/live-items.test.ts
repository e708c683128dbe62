import { liveItems } from "@porchlight/contract/data/items/live-endpoints";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiKeyStrategy } from "../../auth/strategies/api-key-strategy.ts";
import { createClient } from "../../create-client.ts";
import { items } from "../items/items.ts";

let ending: AbortController;
beforeEach(() => {
  ending = new AbortController();
});
afterEach(() => ending.abort());

/** Stub server of a collection, with entity tags and live streams. Pages have two items. */
function stubCollection(...ids: string[]) {
  const state = { ids, titles: {} as Record<string, string>, reads: 0, consistent: 0, unchanged: 0, streams: 0 };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    if (String(input).endsWith(liveItems.path)) {
      state.streams++;
      const body = new ReadableStream<Uint8Array>({
        start(one) {
          controller = one;
        },
      });
      notify();
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    }
    state.reads++;
    const encoded = new URL(String(input)).searchParams.get(".r") ?? "";
    if (Buffer.from(encoded, "base64url").includes('"consistentRead":true')) state.consistent++;
    const dataItems = state.ids.slice(0, 2).map((id) => ({ id, data: { _id: id, title: state.titles[id] } }));
    const text = JSON.stringify({ dataItems, pagingMetadata: { hasNext: state.ids.length > 2 } });
    const etag = `"${text.length}-${text.replace(/\W/g, "")}"`;
    if (new Headers(init.headers).get("if-none-match") === etag) {
      state.unchanged++;
      return new Response(null, { status: 304 });
    }
    return new Response(text, { headers: { etag } });
  };
  const notify = () => controller?.enqueue(new TextEncoder().encode(`event: change\ndata: {"eventTime":""}\n\n`));
  const disconnect = () => controller?.close();
  const auth = ApiKeyStrategy({ apiKey: "key" });
  const client = createClient({ host: "https://api.example", auth, modules: { items }, fetch });
  const received: string[] = [];
  void (async () => {
    for await (const change of client.items.query("Recipes").limit(2).live({}, { signal: ending.signal })) {
      const id = "item" in change ? change.item._id : "itemId" in change ? change.itemId : "";
      received.push(`${change.type} ${id} of ${change.page.items.map(({ _id }) => _id).join()}`);
    }
  })();
  return { state, received, notify, disconnect };
}

describe("live list", () => {
  it("reports the differences between pages, with the page", async () => {
    const { state, received, notify } = stubCollection("a", "b");
    await expect.poll(() => received).toEqual(["list  of a,b"]);
    state.ids = ["c", "a"];
    state.titles["a"] = "New";
    notify();
    await expect.poll(() => received.slice(1)).toEqual(["inserted c of c,a", "updated a of c,a", "removed b of c,a"]);
    state.ids = ["a", "c"];
    notify();
    await expect.poll(() => received.slice(4)).toEqual(["list  of a,c"]);
  });

  it("reads once after many notifications, and does not transfer an unchanged page", async () => {
    const { state, received, notify } = stubCollection("a");
    await expect.poll(() => received.length).toBe(1);
    for (let n = 0; n < 20; n++) notify();
    await expect.poll(() => state.unchanged).toBe(1);
    expect([state.reads, received.length]).toEqual([2, 1]);
    expect(state.consistent).toBe(2);
  });

  it("waits for a random time before it reads", async () => {
    const { state, received, notify } = stubCollection("a");
    await expect.poll(() => received.length).toBe(1);
    vi.spyOn(Math, "random").mockReturnValue(0.9);
    const startedAt = performance.now();
    notify();
    await expect.poll(() => state.reads).toBe(2);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
  });

  it("reports a list when items of later pages may have changed", async () => {
    const { state, received, notify } = stubCollection("a", "b", "c");
    await expect.poll(() => received.length).toBe(1);
    notify();
    await expect.poll(() => received.slice(1)).toEqual(["list  of a,b"]);
    expect(state.unchanged).toBe(1);
  });

  it("reports the changes of an outage after it reconnects", async () => {
    const { state, received, disconnect } = stubCollection("a");
    await expect.poll(() => received.length).toBe(1);
    disconnect();
    state.ids = ["a", "b"];
    await expect.poll(() => received.slice(1)).toEqual(["inserted b of a,b"]);
    expect(state.streams).toBe(2);
  });
});
