import { createClient, OAuthStrategy } from "@porchlight/client";
import { type DataItem, items } from "@porchlight/client/data";
import { renderToString } from "react-dom/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PorchlightProvider } from "../provider.tsx";
import { createItemStore } from "./item-store.ts";
import { useCollection, useCollectionItem } from "./use-items.ts";

/** A server of one collection that responds when released, and rejects on demand. */
function stubItems(...titles: string[]) {
  const stored = new Map(titles.map((title, index) => [String(index), { _id: String(index), title }]));
  const waiting: (() => void)[] = [];
  const state = { isSlow: false, isAway: false, isGone: false, refused: "", reads: 0 };
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const notify = () => stream?.enqueue(new TextEncoder().encode("event: change\ndata: {}\n\n"));
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });

  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { pathname, searchParams } = new URL(String(input));
    if (pathname === "/oauth2/token") return answer(200, { access_token: "a", refresh_token: "r", expires_in: 14_400 });
    const call = pathname.split("/").at(-1);
    if (call === "live") {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      notify();
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    }
    if (call === "query") {
      state.reads++;
      if (state.isAway) return answer(403, { message: "Not now." });
      const { query } = JSON.parse(Buffer.from(searchParams.get(".r") ?? "", "base64url").toString());
      const { limit = 50, offset = 0 } = query.paging ?? {};
      const all = [...stored.values()].map((data) => ({ id: data._id, data }));
      const dataItems = all.slice(offset, offset + limit);
      return answer(200, { dataItems, pagingMetadata: { hasNext: offset + limit < all.length } });
    }
    const { dataItem, dataItemId } = JSON.parse(String(init.body));
    if (state.isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    if (state.isGone) {
      const applicationError = { code: "WDE0073", description: "WDE0073: There is no such item.", data: {} };
      return answer(404, { message: "There is none.", details: { applicationError } });
    }
    if (call === state.refused) {
      const applicationError = { code: "WDE0027", description: "You may not.", data: {} };
      return answer(403, { message: "You may not.", details: { applicationError } });
    }
    const data = dataItem ? { _id: `id-${stored.size}`, ...dataItem.data } : stored.get(dataItemId);
    if (dataItem) stored.set(data._id, data);
    else stored.delete(dataItemId);
    return answer(200, { dataItem: { id: data._id, data } });
  };
  const client = createClient({
    host: "https://api.example",
    auth: OAuthStrategy({ clientId: "app" }),
    modules: { items },
    fetch,
  });
  const store = createItemStore(client.items);
  const query = client.items.query<DataItem>("Recipes").limit(2);
  const itemQuery = query as never;
  const shown = () => store.list(itemQuery).items.map((item) => (item as DataItem).title);
  const release = () => waiting.splice(0).forEach((resolve) => void resolve());
  /** Waits until `count` requests are pending. */
  const arrived = (count = 1) => expect.poll(() => waiting.length).toBe(count);
  /** Shows a list and waits until it is loaded. */
  const load = async (list: never = itemQuery) => {
    const hide = store.show(list);
    await expect.poll(() => store.list(list).isPending).toBe(false);
    return hide;
  };
  /** Follows the query until the test ends. */
  const follow = () => {
    vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
    vi.stubGlobal("window", new EventTarget());
    onTestFinished(store.follow(itemQuery));
  };
  return { client, store, query, itemQuery, shown, state, stored, release, arrived, load, follow, notify };
}

describe("item store", () => {
  it("loads items once, and page by page", async () => {
    const { store, load, itemQuery, shown, state } = stubItems("A", "B", "C");
    expect(store.list(itemQuery)).toMatchObject({ items: [], isPending: true });
    await Promise.all([load(), load()]);
    expect(shown()).toEqual(["A", "B"]);
    expect(store.list(itemQuery)).toMatchObject({ isPending: false, hasMore: true });
    expect(store.list(itemQuery)).toBe(store.list(itemQuery));
    await store.loadMore(itemQuery);
    await store.loadMore(itemQuery);
    expect(shown()).toEqual(["A", "B", "C"]);
    expect(store.list(itemQuery).hasMore).toBe(false);
    expect(state.reads).toBe(2);
  });

  it("shows a change optimistically, then the server's result", async () => {
    const { store, load, itemQuery, shown, state, release, arrived } = stubItems("A");
    await load();
    state.isSlow = true;
    const inserting = store.insert("Recipes", { title: "New" });
    expect(shown()).toEqual(["A", "New"]);
    await arrived();
    release();
    expect(await inserting).toMatchObject({ _id: "id-1", title: "New" });
    expect(shown()).toEqual(["A", "New"]);
    await expect.poll(() => store.list(itemQuery).isPending).toBe(false);
    expect(store.list(itemQuery).items).toEqual([
      { _id: "0", title: "A" },
      { _id: "id-1", title: "New" },
    ]);
  });

  it("reverts a change that the server rejects, and keeps other changes", async () => {
    const { store, load, shown, state, release, arrived } = stubItems("A", "B");
    await load();
    state.isSlow = true;
    state.refused = "update";
    const updating = store.update("Recipes", { _id: "0", title: "A2" });
    const removing = store.remove("Recipes", "1");
    expect(shown()).toEqual(["A2"]);
    await arrived(2);
    release();
    await expect(updating).rejects.toMatchObject({ code: "WDE0027" });
    await removing;
    expect(shown()).toEqual(["A"]);
  });

  it("keeps later changes of an item when an earlier one completes", async () => {
    const { store, load, itemQuery, shown, state, release, arrived } = stubItems("A");
    await load();
    state.isSlow = true;
    const first = store.update("Recipes", { _id: "0", title: "A2" });
    await arrived();
    state.isSlow = false;
    const second = store.update("Recipes", { _id: "0", title: "A3" });
    expect(shown()).toEqual(["A3"]);
    await second;
    release();
    await first;
    await expect.poll(() => store.list(itemQuery).isPending).toBe(false);
    expect(shown()).toEqual(["A2"]); // the server took that last
  });

  it("reloads all pages, and discards them for another reader", async () => {
    const { store, load, itemQuery, shown, stored } = stubItems("A", "B", "C");
    await load();
    await store.loadMore(itemQuery);
    stored.delete("0");
    await store.refresh("Recipes");
    expect(shown()).toEqual(["B", "C"]);
    stored.set("1", { _id: "1", title: "Other" });
    store.reset();
    expect(shown()).toEqual([]);
    await expect.poll(() => shown()).toEqual(["Other", "C"]);
  });

  it("discards pending changes of a previous reader", async () => {
    const { store, load, itemQuery, shown, state, stored, release, arrived } = stubItems("A");
    await load();
    state.isSlow = true;
    const inserting = store.insert("Recipes", { title: "Hers" });
    await arrived();
    store.reset();
    await expect.poll(() => store.list(itemQuery).isPending).toBe(false);
    expect(shown()).toEqual(["A"]);
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(...shown()));
    release();
    // The next reader does not read it.
    await inserting.then(() => stored.delete("id-1"));
    await expect.poll(() => state.reads).toBe(3);
    await expect.poll(() => store.list(itemQuery).isPending).toBe(false);
    expect(seen).not.toContain("Hers");
  });

  it("shows an update without the omitted properties", async () => {
    const { store, load, itemQuery, stored, state, arrived, release } = stubItems("A");
    stored.set("0", { _id: "0", title: "A", _owner: "me", note: "old" } as never);
    await load();
    state.isSlow = true;
    const updating = store.update("Recipes", { _id: "0", title: "A2" });
    expect(store.list(itemQuery).items).toEqual([{ _id: "0", title: "A2", _owner: "me" }]);
    await arrived();
    release();
    await updating;
  });

  it("retries a failed load when the list is shown again", async () => {
    const { store, load, itemQuery, shown, state } = stubItems("A");
    state.isAway = true;
    const hide = await load();
    expect(store.list(itemQuery).error).toMatchObject({ kind: "forbidden" });
    hide();
    state.isAway = false;
    await load();
    expect([shown(), store.list(itemQuery).error]).toEqual([["A"], undefined]);
    await load();
    expect(state.reads).toBe(2);
  });

  it("reports why items could not be loaded", async () => {
    const { client, store, load } = stubItems();
    const wrong = client.items.query("Recipes").limit(-1) as never;
    await load(wrong);
    expect(store.list(wrong)).toMatchObject({ items: [], isPending: false, error: { code: "WDE0033" } });
  });

  it("notifies subscribers of changes only", async () => {
    const { store, load } = stubItems("A");
    let notifications = 0;
    const stop = store.subscribe(() => notifications++);
    await load();
    expect(notifications).toBe(2);
    stop();
    await store.refresh();
    expect(notifications).toBe(2);
  });

  it("keeps all lists shown, even beyond the cache limit", async () => {
    const { client, store } = stubItems("A");
    const queries = Array.from(
      { length: 120 },
      (_, index) => client.items.query("Recipes").eq("_id", `${index}`) as never,
    );
    const hide = queries.map((query) => store.show(query));
    await expect.poll(() => queries.filter((query) => store.list(query).isPending)).toEqual([]);
    expect(queries.filter((query) => store.list(query).isLoading)).toEqual([]);
    for (const one of hide) one();
  });

  it("shows cached items immediately and reloads them", async () => {
    const { store, itemQuery, shown, state, stored } = stubItems("A");
    const settled = () => expect.poll(() => store.list(itemQuery).isPending).toBe(false);
    const hide = store.show(itemQuery);
    expect(store.list(itemQuery)).toMatchObject({ isPending: true, isLoading: true });
    await settled();
    hide();
    stored.set("0", { _id: "0", title: "A2" });
    await store.insert("Recipes", { title: "B" });
    expect(state.reads).toBe(1); // not shown
    store.show(itemQuery);
    expect(shown()).toEqual(["A", "B"]);
    expect(store.list(itemQuery)).toMatchObject({ isPending: true, isLoading: false });
    await settled();
    expect(shown()).toEqual(["A2", "B"]);
    expect(state.reads).toBe(2);
  });

  it("loads once for effects that run twice and for two components", async () => {
    const { store, itemQuery, state } = stubItems("A");
    store.show(itemQuery)();
    store.show(itemQuery);
    await expect.poll(() => store.list(itemQuery).isPending).toBe(false);
    store.show(itemQuery);
    expect(store.list(itemQuery).isPending).toBe(false);
    expect(state.reads).toBe(1);
  });

  it("discards all lists, including unmounted ones, for another reader", async () => {
    const { store, itemQuery, shown } = stubItems("A");
    const hide = store.show(itemQuery);
    await expect.poll(() => store.list(itemQuery).isPending).toBe(false);
    hide();
    store.reset();
    expect([shown(), store.list(itemQuery).isLoading]).toEqual([[], true]);
  });

  it("keeps items while they are reloaded after an outage", async () => {
    const { store, load, shown, stored } = stubItems("A");
    await load();
    stored.set("1", { _id: "1", title: "Members only" });
    store.renew();
    expect(shown()).toEqual(["A"]);
    await expect.poll(() => shown()).toEqual(["A", "Members only"]);
  });

  it("includes a page requested during a change", async () => {
    const { store, load, itemQuery, shown } = stubItems("A", "B", "C");
    await load();
    const more = store.loadMore(itemQuery);
    const refreshed = store.refresh("Recipes");
    await Promise.all([more, refreshed]);
    expect(shown()).toEqual(["A", "B", "C"]);
  });

  it("shows an inserted item once, also with a custom id", async () => {
    const { store, load, itemQuery, shown, state, release, arrived } = stubItems("A");
    await load();
    state.isSlow = true;
    const inserting = store.insert("Recipes", { _id: "mine", title: "B" });
    await arrived();
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(shown().join()));
    await store.refresh("Recipes");
    release();
    await inserting;
    await expect.poll(() => store.list(itemQuery).isPending).toBe(false);
    expect(new Set(seen)).toEqual(new Set(["A,B"]));
  });

  it("reloads after a change with an unknown result or a conflict", async () => {
    const { store, load, shown, state, stored } = stubItems("A", "B");
    await load();
    stored.delete("1");
    state.isGone = true;
    await expect(store.update("Recipes", { _id: "1", title: "B2" })).rejects.toMatchObject({ code: "WDE0073" });
    await expect.poll(() => shown()).toEqual(["A"]);
  });

  it("shows changes by others, in the order of the server", async () => {
    const { store, itemQuery, shown, stored, follow, notify } = stubItems("A");
    store.show(itemQuery);
    follow();
    await expect.poll(() => store.list(itemQuery).isLive).toBe(true);
    stored.clear();
    for (const title of ["C", "A2"]) stored.set(title, { _id: title, title });
    notify();
    await expect.poll(shown).toEqual(["C", "A2"]);
    expect(store.list(itemQuery)).toMatchObject({ isPending: false, isLive: true });
  });

  it("shows changes by others on later pages", async () => {
    const { store, load, itemQuery, shown, stored, follow, notify } = stubItems("A", "B", "C");
    await load();
    await store.loadMore(itemQuery);
    follow();
    await expect.poll(() => store.list(itemQuery).isLive).toBe(true);
    stored.set("2", { _id: "2", title: "C2" });
    notify();
    await expect.poll(shown).toEqual(["A", "B", "C2"]);
  });

  it("does not revert its own change when a page was read before it", async () => {
    const { store, itemQuery, shown, state, follow, notify, arrived, release } = stubItems("A");
    store.show(itemQuery);
    follow();
    await expect.poll(() => store.list(itemQuery).isLive).toBe(true);
    state.isSlow = true;
    const inserting = store.insert("Recipes", { title: "New" });
    await arrived();
    const seen: string[] = [];
    store.subscribe(() => seen.push(shown().join()));
    const { reads } = state;
    notify();
    await expect.poll(() => state.reads).toBe(reads + 1);
    release();
    await inserting;
    notify();
    await expect.poll(() => state.reads).toBe(reads + 3);
    await expect.poll(() => store.list(itemQuery).isPending).toBe(false);
    expect(new Set(seen)).toEqual(new Set(["A,New"]));
  });

  it("is pending in server-rendered HTML", () => {
    const { client, query } = stubItems("A");
    function Page() {
      const { items: found, isPending } = useCollection(query);
      const { item } = useCollectionItem("Recipes", "0");
      const unasked = useCollection<DataItem, DataItem>(undefined);
      const unnamed = useCollectionItem("Recipes", undefined);
      return (
        <p>
          {`${found.length} ${isPending} ${item}`};{" "}
          {`${unasked.items.length} ${unasked.isPending} ${unnamed.item} ${unnamed.isPending}`}
        </p>
      );
    }
    const page = (
      <PorchlightProvider client={client as never}>
        <Page />
      </PorchlightProvider>
    );
    expect(renderToString(page).replaceAll("<!-- -->", "")).toContain("0 true undefined; 0 false undefined false");
  });
});
