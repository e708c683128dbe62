import { connect as connectSocket, createServer, type Socket } from "node:net";
import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import { collections, defineCollections, items, type LiveChange } from "@porchlight/client/data";
import type { SiteHooks } from "@porchlight/server";
import { createApiKey } from "@porchlight/server/operations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const siteHooks: SiteHooks = {
  Letters: {
    beforeQuery: (query) => ({ ...query, filter: { ...query.filter, sent: true } }),
    afterQuery: ({ draft: _, ...item }) => item,
  },
};
const server = await startServer({ rateLimits: false, siteHooks });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Live", role: "admin" });
const modules = { items, collections };
const owner = createClient({ host: server.url, auth: ApiKeyStrategy({ apiKey: key }), modules });
const visitorOf = (host: string) =>
  createClient({ host, auth: OAuthStrategy({ clientId: server.clientId }), modules: { items } });
const { Recipes, Secrets } = defineCollections({
  Recipes: { title: "TEXT", minutes: "NUMBER", eaten: "DATETIME" },
  Secrets: { title: "TEXT" },
});

beforeAll(async () => {
  const permissions = { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
  await owner.collections.createDataCollection({ _id: "Recipes", permissions });
  await owner.collections.createDataCollection({ _id: "Secrets", permissions: { ...permissions, read: "ADMIN" } });
});

/** A connection to the server that can be cut. */
async function cuttable() {
  const { port, hostname } = new URL(server.url);
  const sockets = new Set<Socket>();
  const listener = createServer((inner) => {
    const outer = connectSocket(Number(port), hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => [inner, outer].forEach((one) => void one.destroy()));
    }
    inner.pipe(outer).pipe(inner);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  afterAll(() => {
    cut();
    listener.close();
  });
  const address = listener.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, cut };
}

/** Summary of the events of a live query. */
function collect<Item extends { _id?: string }>(changes: AsyncIterable<LiveChange<Item>>) {
  const summaries: string[] = [];
  const all: LiveChange<Item>[] = [];
  const done = (async () => {
    for await (const change of changes) {
      all.push(change);
      const what =
        change.type === "list"
          ? change.page.items.map(({ _id }) => _id).join()
          : change.type === "removed"
            ? change.itemId
            : change.item._id;
      summaries.push(`${change.type} ${what}`);
    }
  })();
  return { summaries, all, done };
}

describe("live queries, client and server", () => {
  it("deliver the list and its changes until the signal aborts them", async () => {
    const ending = new AbortController();
    await owner.items.insert(Recipes, { _id: "soup", title: "Soup", minutes: 20 });
    const query = visitorOf(server.url).items.query(Recipes).lt("minutes", 30);
    const { summaries, all, done } = collect(query.live({}, { signal: ending.signal }));
    await expect.poll(() => summaries).toEqual(["list soup"]);
    const eaten = new Date("2024-05-06T07:08:09.123Z");
    await owner.items.insert(Recipes, { _id: "tea", title: "Tea", minutes: 5, eaten });
    await expect.poll(() => summaries.at(-1)).toBe("inserted tea");
    expect(all.at(-1)).toMatchObject({ item: { title: "Tea", eaten, _createdDate: expect.any(Date) } });
    await owner.items.update(Recipes, { _id: "soup", title: "Soup", minutes: 40 });
    await expect.poll(() => summaries.at(-1)).toBe("removed soup");
    ending.abort();
    await done;
    await owner.items.update(Recipes, { _id: "tea", title: "Tea", minutes: 6 });
    expect(summaries).toEqual(["list soup", "inserted tea", "removed soup"]);
  });

  it("follow changes of referenced items", async () => {
    const permissions = { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
    const reference = { referencedCollectionId: "Cooks" };
    await owner.collections.createDataCollection({ _id: "Cooks", permissions });
    await owner.collections.createDataCollection({
      _id: "Dishes",
      permissions,
      fields: [{ key: "cook", type: "REFERENCE", typeMetadata: { reference } }],
    });
    await owner.items.insert("Cooks", { _id: "ada", isHere: false });
    await owner.items.insert("Dishes", { _id: "stew", cook: "ada" });
    const ending = new AbortController();
    const query = visitorOf(server.url).items.query("Dishes").eq("cook.isHere", true);
    const { summaries, done } = collect(query.live({}, { signal: ending.signal }));
    await expect.poll(() => summaries).toEqual(["list "]);
    await owner.items.save("Cooks", { _id: "ada", isHere: true });
    await expect.poll(() => summaries.at(-1)).toBe("inserted stew");
    await owner.items.remove("Cooks", "ada");
    await expect.poll(() => summaries.at(-1)).toBe("removed stew");
    ending.abort();
    await done;
  });

  it("contain what a query returns after random changes", async () => {
    const permissions = { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
    const reference = { referencedCollectionId: "Owners" };
    await owner.collections.createDataCollection({ _id: "Owners", permissions });
    await owner.collections.createDataCollection({
      _id: "Pets",
      permissions,
      fields: [
        { key: "owner", type: "REFERENCE", typeMetadata: { reference } },
        { key: "chip", type: "TEXT", hidden: true },
      ],
    });
    const ending = new AbortController();
    const query = visitorOf(server.url).items.query("Pets").lt("owner.n", 2).ascending("n").limit(4);
    let shown: object[] = [];
    const list = new Map<string, object>();
    const following = (async () => {
      for await (const change of query.live({}, { signal: ending.signal })) {
        shown = change.page.items;
        if (change.type === "removed") list.delete(change.itemId);
        else if (change.type === "list") for (const item of change.page.items) list.set(item._id, item);
        else list.set(change.item._id, change.item);
      }
    })();
    for (let round = 0; round < 40; round++) {
      await owner.items.save("Owners", { _id: `o${round % 3}`, n: (round * 7) % 4 });
      await owner.items.save("Pets", { _id: `p${round % 9}`, n: round % 5, owner: `o${round % 4}`, chip: "secret" });
      if (round % 3 === 0) await owner.items.remove("Pets", `p${(round * 5) % 9}`);
    }
    const { items: expected } = await query.find();
    expect(expected.length).toBeGreaterThan(0);
    await expect.poll(() => shown).toEqual(expected);
    expect(new Set(list.values())).toEqual(new Set(expected));
    expect(JSON.stringify(shown)).not.toContain("secret");
    ending.abort();
    await following;
  });

  it("run the collection's hooks", async () => {
    const permissions = { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
    await owner.collections.createDataCollection({ _id: "Letters", permissions });
    const ending = new AbortController();
    const { summaries, all, done } = collect(
      visitorOf(server.url).items.query("Letters").live({}, { signal: ending.signal }),
    );
    await expect.poll(() => summaries).toEqual(["list "]);
    await owner.items.insert("Letters", { _id: "unsent", sent: false });
    await owner.items.insert("Letters", { _id: "sent", sent: true, text: "Hello", draft: "Hi" });
    await expect.poll(() => summaries.slice(1)).toEqual(["inserted sent"]);
    expect(all.at(-1)).toMatchObject({ item: { text: "Hello" } });
    expect(JSON.stringify(all)).not.toContain("Hi");
    ending.abort();
    await done;
  });

  it("close when their loop ends, and free their slots", async () => {
    const client = visitorOf(server.url);
    for (let times = 0; times < 25; times++)
      for await (const change of client.items.query(Recipes).live()) {
        expect(change.type).toBe("list");
        break;
      }
    const waiting = client.items.query(Recipes).live();
    await waiting.next();
    const next = waiting.next();
    expect(await waiting.return?.()).toMatchObject({ done: true });
    expect(await next).toMatchObject({ done: true });
  });

  it("resume after a disconnect without missing events", async () => {
    const { url, cut } = await cuttable();
    const ending = new AbortController();
    const { summaries, done } = collect(
      visitorOf(url).items.query(Recipes).eq("title", "Cut").live({}, { signal: ending.signal }),
    );
    await expect.poll(() => summaries).toEqual(["list "]);
    for (const id of ["one", "two", "three"]) {
      cut();
      await owner.items.insert(Recipes, { _id: id, title: "Cut" });
      await expect.poll(() => summaries.at(-1)).toBe(`inserted ${id}`);
    }
    expect(summaries).toEqual(["list ", "inserted one", "inserted two", "inserted three"]);
    ending.abort();
    await done;
  });

  it("refresh an expired access token", async () => {
    const { refresh_token } = await server.signIn();
    const tokens = {
      accessToken: { value: "no token of this server", expiresAt: Math.floor(Date.now() / 1000) + 3_600 },
      refreshToken: { value: refresh_token, role: "member" as const },
    };
    const auth = OAuthStrategy({ clientId: server.clientId, tokens });
    const client = createClient({ host: server.url, auth, modules: { items } });
    for await (const change of client.items.query(Recipes).live()) {
      expect(change.type).toBe("list");
      break;
    }
    expect(client.loggedIn()).toBe(true);
  });

  it("end with an error for an unknown host", async () => {
    const html: typeof fetch = async (input, init) =>
      String(input).endsWith("/live")
        ? new Response("<!doctype html>", { headers: { "content-type": "text/html" } })
        : fetch(input, init);
    const auth = OAuthStrategy({ clientId: server.clientId });
    const client = createClient({ host: server.url, auth, modules: { items }, fetch: html });
    await expect(client.items.query(Recipes).live().next()).rejects.toMatchObject({ kind: "contract" });
  });

  it("reject invalid queries with the same code and message as a query", async () => {
    const { items: calls } = visitorOf(server.url);
    await expect(calls.query(Secrets).live().next()).rejects.toMatchObject({
      code: "WDE0027",
      message: expect.stringContaining("[Secrets]"),
    });
    await expect(calls.query(Recipes).limit(-1).live().next()).rejects.toMatchObject({ code: "WDE0033" });
    await expect(calls.query<{ $x: string }>("Recipes").eq("$x", "1").live().next()).rejects.toMatchObject({
      kind: "invalid",
    });
  });
});
