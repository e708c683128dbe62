import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { waitForDataJobs } from "../../../test/data/data-jobs.ts";
import { type Listening, listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createServer } from "../../server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const open: Listening[] = [];
let collections = 0;

/** Creates a collection with functions to write and subscribe. */
async function newCollection(levels: Partial<Record<keyof typeof publicLevels, string>> = {}, more: object = {}) {
  const dataCollectionId = `Live${++collections}`;
  await putCollection(server, callers, dataCollectionId, { ...publicLevels, ...levels } as never, more);
  const call = async (caller: CallerName, path: string, body: object = {}) => {
    const response = await callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
    expect([response.status, codeIn(response)]).toEqual([200, undefined]);
    return response.body;
  };
  return {
    dataCollectionId,
    call,
    insert: (id: string, data: object = {}, caller: CallerName = "owner") =>
      call(caller, "/items", { dataItem: { id, data } }),
    update: (id: string, data: object) => call("owner", "/items/update", { dataItem: { id, data } }),
    remove: (id: string) => call("owner", "/items/remove", { dataItemId: id }),
    /** Opens a stream and waits for its first reset. */
    async subscribe(
      caller: CallerName,
      body: object = {},
      options: Parameters<typeof listen>[3] & { fetch?: never } = {},
    ) {
      const subscriber = await listen(server.fetch, callers.tokens[caller], { dataCollectionId, ...body }, options);
      open.push(subscriber);
      if (options.lastEventId === undefined) await expect.poll(() => subscriber.received).toEqual(["reset"]);
      return subscriber;
    },
  };
}

/** Waits for the last event of a test, after which unexpected events would have arrived. */
const until = async ({ received: events }: Listening, last: string) => {
  await expect.poll(() => events.at(-1)).toBe(last);
  return events.slice(1);
};

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

describe("live query", () => {
  it("reports inserted, updated, no longer matching and removed items", async () => {
    const { subscribe, insert, update, remove } = await newCollection();
    await insert("before", { n: 1 });
    const subscriber = await subscribe("visitor", { filter: { n: { $gt: 0 } } });
    expect(subscriber.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    await insert("a", { n: 1, when: { $date: "2024-05-06T07:08:09.123Z" } });
    await until(subscriber, "inserted a");
    expect(subscriber.items.get("a")).toMatchObject({ _id: "a", n: 1, when: { $date: "2024-05-06T07:08:09.123Z" } });
    await insert("never", { n: 0 });
    await update("never", { n: -1 });
    await update("a", { n: 2 });
    await until(subscriber, "updated a");
    await update("before", { n: 0 });
    await until(subscriber, "removed before");
    await update("before", { n: 5 });
    await until(subscriber, "inserted before");
    await remove("a");
    await remove("never");
    expect(await until(subscriber, "removed a")).toEqual([
      "inserted a",
      "updated a",
      "removed before",
      "inserted before",
      "removed a",
    ]);
    expect(subscriber.text()).not.toContain("never");
  });

  it("reports nothing for an item inserted and removed between two polls", async () => {
    const { subscribe, call, insert, dataCollectionId } = await newCollection();
    const subscriber = await subscribe("visitor");
    await server.context.db.transaction().execute(async (tx) => {
      await sql`insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
        values (${server.context.site.id}, ${dataCollectionId}, 'gone', ${server.context.site.id}, now(), now(), '{}')`.execute(
        tx,
      );
      await sql`delete from data_items where collection_id = ${dataCollectionId} and id = 'gone'`.execute(tx);
    });
    await insert("last");
    expect(await until(subscriber, "inserted last")).toEqual(["inserted last"]);
    await call("owner", "/items/truncate");
    await until(subscriber, "removed last");
  });

  it("reports changes by bulk calls, jobs, references, drafts and truncate", async () => {
    const target = await newCollection();
    await target.insert("t");
    const many = {
      key: "to",
      type: "MULTI_REFERENCE",
      typeMetadata: { multiReference: { referencedCollectionId: target.dataCollectionId } },
    };
    const { subscribe, call } = await newCollection({}, { fields: [many] });
    const subscriber = await subscribe("visitor", { includeReferences: [{ field: "to" }] });
    const dataItems = ["a", "b", "c"].map((id) => ({ id, data: { n: 1 } }));
    await call("owner", "/bulk/items/insert", { dataItems });
    await expect.poll(() => subscriber.received.slice(1)).toEqual(["inserted a", "inserted b", "inserted c"]);
    await call("owner", "/bulk/items/insert-references", {
      dataItemReferences: [{ referringItemFieldName: "to", referringItemId: "a", referencedItemId: "t" }],
    });
    await until(subscriber, "updated a");
    expect(subscriber.items.get("a")).toMatchObject({ to: [{ _id: "t" }] });
    const modification = { action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1 } };
    await call("owner", "/bulk/items/async-patch-by-filter", {
      filter: { _id: "b" },
      fieldModifications: [modification],
    });
    await waitForDataJobs(server);
    await until(subscriber, "updated b");
    expect(subscriber.items.get("b")).toMatchObject({ n: 2 });
    await call("editor", "/items/unpublish", { dataItemId: "b" });
    await until(subscriber, "removed b");
    await call("editor", "/items/publish-draft", { dataItemId: "b" });
    await until(subscriber, "inserted b");
    await call("owner", "/items/truncate");
    await expect.poll(() => subscriber.received.slice(-3).sort()).toEqual(["removed a", "removed b", "removed c"]);
  });

  it("shows drafts only to editors who request them", async () => {
    const plugins = [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }];
    const { subscribe, insert, call } = await newCollection({}, { plugins });
    const drafts = { publishPluginOptions: { includeDraftItems: true } };
    const [visitor, editor, published] = [
      await subscribe("visitor", drafts),
      await subscribe("editor", drafts),
      await subscribe("editor"),
    ];
    await insert("draft", { n: 1 });
    await until(editor, "inserted draft");
    await call("editor", "/items/publish-draft", { dataItemId: "draft" });
    expect(await until(visitor, "inserted draft")).toEqual(["inserted draft"]);
    expect(await until(published, "inserted draft")).toEqual(["inserted draft"]);
    await call("editor", "/items/create-draft", { dataItemId: "draft" });
    await call("editor", "/items/patch", {
      ...drafts,
      patch: {
        dataItemId: "draft",
        fieldModifications: [{ action: "SET_FIELD", fieldPath: "n", setFieldOptions: { value: 2 } }],
      },
    });
    await expect.poll(() => editor.items.get("draft")?.n).toBe(2);
    await until(visitor, "updated draft");
    expect(visitor.text()).not.toContain('"n":2');
  });
});

describe("access to a live query", () => {
  it("reports only items that the subscriber may read", async () => {
    const { subscribe, insert, call } = await newCollection({ read: "SITE_MEMBER_AUTHOR" });
    const [ada, bob, owner] = [await subscribe("ada"), await subscribe("bob"), await subscribe("owner")];
    await insert("hers", {}, "ada");
    await insert("his", {}, "bob");
    await call("ada", "/items/update", { dataItem: { id: "hers", data: { n: 1 } } });
    await call("bob", "/items/remove", { dataItemId: "his" });
    await insert("last", {}, "ada");
    expect((await until(ada, "inserted last")).every((text) => !text.includes("his"))).toBe(true);
    await insert("end", {}, "bob");
    await until(bob, "inserted end");
    expect(bob.text()).not.toContain("hers");
    await until(owner, "inserted end");
    const refused = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId: `Live${collections}` });
    expect(refused.response.status).toBe(403);
  });

  it("resets when permissions change, and ends without read access", async () => {
    const { subscribe, insert, dataCollectionId } = await newCollection();
    const [visitor, ada] = [await subscribe("visitor"), await subscribe("ada")];
    const setRead = (itemRead: string) =>
      callers.call("owner", "/wix-data/v1/permissions", {
        dataPermissions: {
          id: dataCollectionId,
          itemRead,
          itemInsert: "ANYONE",
          itemUpdate: "ANYONE",
          itemRemove: "ANYONE",
        },
      });
    expect((await setRead("SITE_MEMBER_AUTHOR")).status).toBe(200);
    await insert("secret");
    await expect.poll(() => visitor.isEnded()).toBe(true);
    await until(ada, "reset");
    await insert("hers", {}, "ada");
    await until(ada, "inserted hers");
    expect(ada.text() + visitor.text()).not.toContain("secret");
    await callers.call("owner", `/wix-data/v2/collections/${dataCollectionId}`, {}, "DELETE");
    await expect.poll(() => ada.isEnded()).toBe(true);
  });

  it("ends with the session of the subscriber", async () => {
    const { insert, dataCollectionId } = await newCollection({ read: "SITE_MEMBER" });
    const { access_token, memberId } = await server.signIn();
    const subscriber = await listen(server.fetch, access_token, { dataCollectionId });
    await expect.poll(() => subscriber.received).toEqual(["reset"]);
    const blocked = await callers.call("owner", `/members/v1/members/${memberId}/block`, {});
    expect(blocked.status).toBe(200);
    // Requests are rejected within a second, and streams use the same check.
    const count = () =>
      server.call("POST", "/wix-data/v2/items/count", { token: access_token, body: { dataCollectionId } });
    await expect.poll(async () => (await count()).status).toBe(401);
    await insert("secret");
    await expect.poll(() => subscriber.isEnded()).toBe(true);
    expect(subscriber.text()).not.toContain("secret");
  });

  it("is rejected for an invalid filter, include or collection", async () => {
    const { dataCollectionId } = await newCollection();
    const refused = async (body: object) => {
      const { response, stop } = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId, ...body });
      await stop();
      return response.status;
    };
    expect(await refused({ filter: { n: { $near: 1 } } })).toBe(400);
    expect(await refused({ filter: "n" })).toBe(400);
    expect(await refused({ includeReferences: [{ field: "n" }] })).toBe(400);
    expect(await refused({ dataCollectionId: "Nowhere" })).toBe(404);
  });
});

describe("reconnecting to a live query", () => {
  it("resumes on any node", async () => {
    const { subscribe, insert, remove, dataCollectionId } = await newCollection();
    await insert("a");
    const first = await subscribe("ada");
    await insert("b");
    await until(first, "inserted b");
    await first.stop();
    await insert("c");
    await remove("a");
    const other = await createServer({ ...server.context.config });
    try {
      const lastEventId = first.lastEventId();
      const body = { dataCollectionId };
      const again = await listen(other.fetch, callers.tokens.ada, body, { lastEventId });
      await expect.poll(() => again.received).toEqual(["inserted c", "removed a"]);
      await insert("d");
      await expect.poll(() => again.received.at(-1)).toBe("inserted d");
      await other.endStreams();
      await expect.poll(() => again.isEnded()).toBe(true);
    } finally {
      await other.close();
    }
  });

  it("resets for a resume token that is foreign, for another query, expired or invalid", async () => {
    const { subscribe, insert, dataCollectionId } = await newCollection();
    const first = await subscribe("ada");
    const lastEventId = first.lastEventId()!;
    await insert("a");
    const again = async (caller: CallerName, body: object, id: string) => {
      const subscriber = await subscribe(caller, body, { lastEventId: id });
      await expect.poll(() => subscriber.received.length).toBeGreaterThan(0);
      return subscriber.received;
    };
    expect(await again("ada", {}, lastEventId)).toEqual(["inserted a"]);
    expect(await again("bob", {}, lastEventId)).toEqual(["reset"]);
    expect(await again("ada", { filter: { n: 1 } }, lastEventId)).toEqual(["reset"]);
    const changed = `${lastEventId.startsWith("A") ? "B" : "A"}${lastEventId.slice(1)}`;
    for (const id of ["", "x", "%00", "A".repeat(2_000), changed])
      expect(await again("ada", {}, id)).toEqual(["reset"]);
    await sql`delete from data_watches where collection_id = ${dataCollectionId}`.execute(server.context.db);
    await expect.poll(() => first.isEnded()).toBe(true);
    expect(await again("ada", {}, lastEventId)).toEqual(["reset"]);
    server.advance(6 * 60_000);
    const later = await again("ada", {}, open.at(-1)!.lastEventId()!);
    expect(later).toEqual(["reset"]);
  });

  it("resets after too many changes", async () => {
    const { subscribe, call } = await newCollection();
    const subscriber = await subscribe("visitor");
    const fill = (size: number, count: number) =>
      call("owner", "/bulk/items/insert", {
        dataItems: Array.from({ length: count }, () => ({ data: { t: "x".repeat(size) } })),
      });
    await fill(300_000, 3);
    await expect.poll(() => subscriber.received).toEqual(["reset", "reset"]);
    await Promise.all([fill(1, 600), fill(1, 600)]);
    await expect.poll(() => subscriber.received.length).toBeGreaterThan(2);
    expect(subscriber.isEnded()).toBe(false);
  });
});

describe("cost of live queries", () => {
  it("records no changes without subscribers", async () => {
    await sql`delete from data_watches`.execute(server.context.db);
    await sql`delete from data_changes`.execute(server.context.db);
    const { insert, update, remove, dataCollectionId } = await newCollection();
    await insert("a");
    await update("a", { n: 1 });
    const watched = await newCollection();
    await watched.subscribe("visitor");
    await remove("a");
    await watched.insert("b");
    const { rows } = await sql<{ id: string }>`select collection_id as id from data_changes`.execute(server.context.db);
    expect(rows.map(({ id }) => id)).toEqual([watched.dataCollectionId]);
    expect(rows.map(({ id }) => id)).not.toContain(dataCollectionId);
  });

  it("allows ten streams per caller, and another one after one is closed", async () => {
    const { subscribe, dataCollectionId } = await newCollection();
    const streams = await Promise.all(Array.from({ length: 10 }, () => subscribe("bob")));
    const openStream = () => listen(server.fetch, callers.tokens.bob, { dataCollectionId });
    const refused = await openStream();
    expect([refused.response.status, refused.response.headers.get("retry-after")]).toEqual([429, "30"]);
    await streams[0]?.stop();
    const admitted = await openStream();
    open.push(admitted);
    expect(admitted.response.status).toBe(200);
  });

  it("buffers a limited amount for a subscriber that does not read", async () => {
    const { insert, dataCollectionId, subscribe } = await newCollection();
    const headers = { "content-type": "application/json", authorization: callers.tokens.ada };
    const body = JSON.stringify({ dataCollectionId });
    const stalled = await server.fetch(
      new Request("http://localhost:4000/_api/porchlight/v1/data/items/live", { method: "POST", headers, body }),
    );
    const witness = await subscribe("visitor");
    for (let n = 0; n < 3; n++) {
      await insert(`big${n}`, { text: "x".repeat(500_000) });
      await until(witness, `inserted big${n}`);
    }
    // The buffer is dropped, and the stream has ended.
    expect((await stalled.text()).length).toBeLessThan(1_100_000);
  });
});

describe("start of a live query", () => {
  it("waits for transactions that do not see the watch yet", async () => {
    const { insert, dataCollectionId, call } = await newCollection();
    let release: () => void = () => undefined;
    const stored = new Promise<void>((resolve) => (release = resolve));
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    const writing = server.context.db.transaction().execute(async (tx) => {
      await sql`insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
        values (${server.context.site.id}, ${dataCollectionId}, 'early', ${server.context.site.id}, now(), now(), '{}')`.execute(
        tx,
      );
      isWritten();
      await stored;
    });
    await written;
    const subscriber = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId });
    open.push(subscriber);
    await insert("between");
    expect(subscriber.received).toEqual([]);
    release();
    await writing;
    await expect.poll(() => subscriber.received).toEqual(["reset"]);
    // A page read now contains both items.
    const { dataItems } = await call("visitor", "/items/query");
    expect(dataItems.map(({ id }: { id: string }) => id).sort()).toEqual(["between", "early"]);
  });

  it("misses no change between page and stream, with writers on two nodes", async () => {
    const { dataCollectionId, call } = await newCollection();
    const other = await createServer({ ...server.context.config });
    try {
      const write = async (fetch: typeof server.fetch, name: string) => {
        for (let n = 0; n < 60; n++) {
          const body = JSON.stringify({ dataCollectionId, dataItem: { id: `${name}${n}`, data: { n } } });
          const headers = { "content-type": "application/json", authorization: callers.tokens.owner };
          const request = new Request("http://localhost:4000/wix-data/v2/items", { method: "POST", headers, body });
          expect((await fetch(request, { clientAddress: "10.7.0.1" })).status).toBe(200);
        }
      };
      const writing = [write(server.fetch, "a"), write(other.fetch as never, "b")];
      const subscriber = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId });
      open.push(subscriber);
      await expect.poll(() => subscriber.received[0]).toBe("reset");
      const { dataItems } = await call("visitor", "/items/query", { query: { paging: { limit: 1000 } } });
      await Promise.all(writing);
      const seen = new Set<string>(dataItems.map(({ id }: { id: string }) => id));
      await expect.poll(() => new Set([...seen, ...subscriber.items.keys()]).size).toBe(120);
    } finally {
      await other.close();
    }
  });
});
