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
    remove: (id: string, caller: CallerName = "owner") => call(caller, "/items/remove", { dataItemId: id }),
    setRead: async (itemRead: string) => {
      const levels = { itemInsert: "ANYONE", itemUpdate: "ANYONE", itemRemove: "ANYONE" };
      const dataPermissions = { id: dataCollectionId, itemRead, ...levels };
      expect((await callers.call("owner", "/wix-data/v1/permissions", { dataPermissions })).status).toBe(200);
    },
    subscribe: (caller: CallerName, body: object = {}) => subscribe(caller, dataCollectionId, body),
  };
}

/** Opens a stream and waits for its first notification. */
async function subscribe(caller: CallerName, dataCollectionId: string, body: object = {}) {
  const subscriber = await listen(server.fetch, callers.tokens[caller], { dataCollectionId, ...body });
  open.push(subscriber);
  await expect.poll(subscriber.count).toBe(1);
  return subscriber;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

describe("live query", () => {
  it("notifies of inserted, updated and removed items, without their data", async () => {
    const { subscribe, insert, update, remove } = await newCollection();
    const subscriber = await subscribe("visitor");
    expect(subscriber.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    await insert("apple", { n: 1 });
    await subscriber.next();
    await update("apple", { n: 2 });
    await subscriber.next();
    await remove("apple");
    await subscriber.next();
    const events = [...subscriber.text().matchAll(/^event: (.*)\ndata: (.*)$/gm)];
    for (const [, event, data = ""] of events)
      expect([event, JSON.parse(data)]).toEqual(["change", { eventTime: expect.any(String) }]);
    expect(subscriber.text()).not.toContain("apple");
  });

  it("notifies of bulk calls, jobs, references and truncate", async () => {
    const target = await newCollection();
    await target.insert("t");
    const multiReference = { referencedCollectionId: target.dataCollectionId };
    const many = { key: "to", type: "MULTI_REFERENCE", typeMetadata: { multiReference } };
    const { subscribe, call } = await newCollection({}, { fields: [many] });
    const subscriber = await subscribe("visitor");
    await call("owner", "/bulk/items/insert", {
      dataItems: ["a", "b", "c"].map((id) => ({ id, data: { n: 1 } })),
    });
    await subscriber.next();
    await call("owner", "/bulk/items/insert-references", {
      dataItemReferences: [{ referringItemFieldName: "to", referringItemId: "a", referencedItemId: "t" }],
    });
    await subscriber.next();
    const modification = { action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1 } };
    await call("owner", "/bulk/items/async-patch-by-filter", {
      filter: { _id: "b" },
      fieldModifications: [modification],
    });
    await waitForDataJobs(server);
    await subscriber.next();
    await call("owner", "/items/truncate");
    await subscriber.next();
  });

  it("combines changes to a few notifications per second", async () => {
    const { subscribe, insert } = await newCollection();
    const subscriber = await subscribe("visitor");
    const startedAt = performance.now();
    for (let n = 0; performance.now() - startedAt < 2_000; n++) await insert(`item${n}`);
    await subscriber.next();
    expect(subscriber.count()).toBeLessThan(8);
  });

  it("notifies of published items, and of drafts only for editors who request them", async () => {
    const plugins = [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }];
    const { subscribe, insert, call } = await newCollection({}, { plugins });
    const drafts = { publishPluginOptions: { includeDraftItems: true } };
    const [visitor, editor] = [await subscribe("visitor", drafts), await subscribe("editor", drafts)];
    await insert("draft", { n: 1 });
    await editor.next();
    await call("editor", "/items/unpublish", { dataItemId: "draft" });
    expect(visitor.count()).toBe(1);
    await call("editor", "/items/publish-draft", { dataItemId: "draft" });
    await visitor.next();
    await call("editor", "/items/unpublish", { dataItemId: "draft" });
    await visitor.next();
  });

  it("does not query the database without streams", async () => {
    const { subscribe } = await newCollection();
    const waiting = async () => {
      const { rows } = await sql`select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.relation = 'data_changes'::regclass and not l.granted`.execute(
        server.context.db,
      );
      return rows.length;
    };
    const whileLocked = (work: () => Promise<void>) =>
      server.context.db.transaction().execute(async (tx) => {
        await sql`lock table data_changes in access exclusive mode`.execute(tx);
        await work();
      });
    const subscriber = await subscribe("visitor");
    await whileLocked(() => expect.poll(waiting).toBe(1));
    await subscriber.stop();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await whileLocked(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await waiting()).toBe(0);
    });
  });

  it("notifies again after a poll has failed", async () => {
    const { subscribe } = await newCollection();
    const subscriber = await subscribe("visitor");
    await sql`alter table data_changes rename to data_changes_away`.execute(server.context.db);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await sql`alter table data_changes_away rename to data_changes`.execute(server.context.db);
    await subscriber.next();
    expect(subscriber.isEnded()).toBe(false);
  });
});

describe("access to a live query", () => {
  it("notifies only of items that the subscriber may read", async () => {
    const { subscribe, insert, remove } = await newCollection({ read: "SITE_MEMBER_AUTHOR" });
    const [ada, bob, owner] = [await subscribe("ada"), await subscribe("bob"), await subscribe("owner")];
    await insert("hers", {}, "ada");
    await ada.next();
    await remove("hers", "ada");
    await ada.next();
    await owner.next();
    expect(bob.count()).toBe(1);
    await insert("his", {}, "bob");
    await bob.next();
    const refused = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId: `Live${collections}` });
    expect(refused.response.status).toBe(403);
  });

  it("notifies when permissions change, and ends without read access", async () => {
    const { subscribe, insert, setRead, dataCollectionId } = await newCollection();
    const [visitor, ada] = [await subscribe("visitor"), await subscribe("ada")];
    await setRead("SITE_MEMBER_AUTHOR");
    await expect.poll(visitor.isEnded).toBe(true);
    await ada.next();
    const before = ada.count();
    await insert("secret");
    await insert("hers", {}, "ada");
    await ada.next();
    expect(ada.count()).toBe(before + 1);
    await callers.call("owner", `/wix-data/v2/collections/${dataCollectionId}`, {}, "DELETE");
    await expect.poll(ada.isEnded).toBe(true);
    expect(visitor.count()).toBe(1);
  });

  it("ends with the session of the subscriber", async () => {
    const { insert, dataCollectionId } = await newCollection({ read: "SITE_MEMBER" });
    const { access_token, memberId } = await server.signIn();
    const subscriber = await listen(server.fetch, access_token, { dataCollectionId });
    await expect.poll(subscriber.count).toBe(1);
    const blocked = await callers.call("owner", `/members/v1/members/${memberId}/block`, {});
    expect(blocked.status).toBe(200);
    // Requests are rejected within a second, and streams use the same check.
    const count = () =>
      server.call("POST", "/wix-data/v2/items/count", { token: access_token, body: { dataCollectionId } });
    await expect.poll(async () => (await count()).status).toBe(401);
    await insert("secret");
    await expect.poll(subscriber.isEnded).toBe(true);
    expect(subscriber.count()).toBe(1);
  });

  it("is rejected for an invalid filter or collection", async () => {
    const { dataCollectionId } = await newCollection();
    const statusOf = async (body: object) => {
      const { response, stop } = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId, ...body });
      await stop();
      return response.status;
    };
    expect(await statusOf({ filter: "n" })).toBe(400);
    expect(await statusOf({ dataCollectionId: "Nowhere" })).toBe(404);
  });

  it("does not notify of references in a hidden field", async () => {
    const typeMetadata = { multiReference: { referencedCollectionId: `Live${collections + 1}` } };
    const { subscribe, insert, call } = await newCollection(
      {},
      {
        fields: [
          { key: "inside", type: "MULTI_REFERENCE", typeMetadata, hidden: true },
          { key: "outside", type: "MULTI_REFERENCE", typeMetadata },
        ],
      },
    );
    await insert("a");
    const [ada, editor] = [await subscribe("ada"), await subscribe("editor")];
    const refer = (field: string) =>
      call("owner", "/items/replace-references", {
        referringItemFieldName: field,
        referringItemId: "a",
        newReferencedItemIds: ["a"],
      });
    await refer("inside");
    await editor.next();
    expect(ada.count()).toBe(1);
    await refer("outside");
    await ada.next();
  });
});

describe("several servers", () => {
  it("notify of each other's changes, and end their streams on shutdown", async () => {
    const { insert, dataCollectionId } = await newCollection();
    const other = await createServer({ ...server.context.config });
    try {
      const subscriber = await listen(other.fetch, callers.tokens.ada, { dataCollectionId });
      await expect.poll(subscriber.count).toBe(1);
      await insert("a");
      await subscriber.next();
      await other.endStreams();
      await expect.poll(subscriber.isEnded).toBe(true);
    } finally {
      await other.close();
    }
  });

  it("notify of the last change of two writers, even if its transaction starts early and commits late", async () => {
    const { dataCollectionId, call, insert, subscribe } = await newCollection();
    const other = await createServer({ ...server.context.config });
    const list = async () => {
      const { dataItems } = await call("visitor", "/items/query", { query: { paging: { limit: 1000 } } });
      return dataItems.length;
    };
    try {
      const subscriber = await subscribe("visitor");
      let read = 0;
      let length = 0;
      const reading = setInterval(() => {
        if (subscriber.count() === read) return;
        read = subscriber.count();
        // Responses may arrive in another order.
        void list().then((result) => (length = Math.max(length, result)));
      }, 10);
      const write = async (fetch: typeof server.fetch, name: string) => {
        for (let n = 0; n < 60; n++) {
          const body = JSON.stringify({ dataCollectionId, dataItem: { id: `${name}${n}`, data: { n } } });
          const headers = { "content-type": "application/json", authorization: callers.tokens.owner };
          const request = new Request("http://localhost:4000/wix-data/v2/items", { method: "POST", headers, body });
          expect((await fetch(request, { clientAddress: "10.7.0.1" })).status).toBe(200);
        }
      };
      const early = server.context.db.transaction().execute(async (tx) => {
        await sql`insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
          values (${server.context.site.id}, ${dataCollectionId}, 'early', ${server.context.site.id}, now(), now(), '{}')`.execute(
          tx,
        );
        await Promise.all([write(server.fetch, "a"), write(other.fetch as never, "b")]);
        await insert("between");
        await expect.poll(() => length).toBe(121);
      });
      await early;
      await expect.poll(() => length).toBe(122);
      clearInterval(reading);
    } finally {
      await other.close();
    }
  });
});

describe("limits of live queries", () => {
  it("allow ten streams per caller, and another after one is closed", async () => {
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
});

describe("conditional query", () => {
  it("returns 304 for an unchanged page", async () => {
    const { insert, update, dataCollectionId } = await newCollection();
    for (const id of ["a", "b", "c"]) await insert(id);
    const request = { dataCollectionId, query: { cursorPaging: { limit: 2 } } };
    const path = `/wix-data/v2/items/query?.r=${Buffer.from(JSON.stringify(request)).toString("base64url")}`;
    const query = (tag?: string) =>
      server.call("GET", path, {
        token: callers.tokens.visitor,
        headers: tag === undefined ? {} : { "if-none-match": tag },
      });
    expect((await query()).headers.get("etag")).toBe(null);
    const first = await query('"-"');
    const tag = first.headers.get("etag") ?? "";
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await query(tag)).status).toBe(304);
    await update("b", { n: 1 });
    const changed = await query(tag);
    expect([changed.status, changed.body.dataItems.length]).toEqual([200, 2]);
  });
});
