import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, type Levels, putCollection } from "../../../test/data/collections.ts";
import { type Listening, listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels: Levels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" };
const open: Listening[] = [];
let collections = 0;

const one = (key: string, referencedCollectionId: string) =>
  ({ key, type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId } } }) as const;
const many = (key: string, referencedCollectionId: string) =>
  ({ key, type: "MULTI_REFERENCE", typeMetadata: { multiReference: { referencedCollectionId } } }) as const;

/** Creates collections of books with an author and tags, and of authors with a country. */
async function newCollections(levels: Partial<Record<"Books" | "Authors" | "Tags" | "Countries", Levels>> = {}) {
  const number = ++collections;
  const idOf = (name: string) => `${name}${number}`;
  const put = (name: keyof typeof levels, fields: (ReturnType<typeof one> | ReturnType<typeof many>)[] = []) =>
    putCollection(server, callers, idOf(name), levels[name] ?? publicLevels, { fields });
  await put("Countries");
  await put("Tags");
  await put("Authors", [one("country", idOf("Countries"))]);
  await put("Books", [one("author", idOf("Authors")), many("tags", idOf("Tags"))]);
  const call = async (caller: CallerName, name: string, path: string, body: object = {}) => {
    const response = await callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: idOf(name), ...body });
    expect([response.status, codeIn(response)]).toEqual([200, undefined]);
    return response.body;
  };
  const save = (name: string, id: string, data: object = {}, caller: CallerName = "owner") =>
    call(caller, name, "/items/save", { dataItem: { id, data } });
  const body = (filter: object) => ({ dataCollectionId: idOf("Books"), filter });
  return {
    idOf,
    call,
    save,
    remove: (name: string, id: string) => call("owner", name, "/items/remove", { dataItemId: id }),
    tag: (id: string, ...newReferencedItemIds: string[]) =>
      call("owner", "Books", "/items/replace-references", {
        referringItemFieldName: "tags",
        referringItemId: id,
        newReferencedItemIds,
      }),
    async subscribe(caller: CallerName, filter: object, lastEventId?: string) {
      const subscriber = await listen(server.fetch, callers.tokens[caller], body(filter), { lastEventId });
      open.push(subscriber);
      if (lastEventId === undefined) await expect.poll(() => subscriber.received).toEqual(["reset"]);
      return subscriber;
    },
    /** The ids that a query returns. */
    async list(caller: CallerName, filter: object): Promise<string[]> {
      const { dataItems } = await call(caller, "Books", "/items/query", { query: { filter } });
      return dataItems.map(({ id }: { id: string }) => id);
    },
  };
}

const until = async ({ received: events }: Listening, last: string) => {
  await expect.poll(() => events.at(-1), { timeout: 5_000 }).toBe(last);
  return events.slice(1);
};

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

describe("live query with a filter on a referenced item", () => {
  it("reports items that enter or leave the list by changes of referenced items", async () => {
    const { save, remove, subscribe } = await newCollections();
    await save("Authors", "ada", { name: "Ada", alive: true });
    await save("Authors", "bob", { name: "Bob", alive: false });
    await save("Books", "b1", { author: "ada" });
    await save("Books", "b2", { author: "bob" });
    const subscriber = await subscribe("visitor", { "author.alive": true });
    await save("Authors", "bob", { name: "Bob", alive: true });
    await until(subscriber, "inserted b2");
    expect(subscriber.items.get("b2")).toMatchObject({ _id: "b2", author: "bob" });
    await save("Authors", "ada", { name: "Ada", alive: false });
    await until(subscriber, "removed b1");
    await save("Books", "b1", { author: "bob" });
    await until(subscriber, "inserted b1");
    await remove("Authors", "bob");
    await expect.poll(() => subscriber.received.slice(-2).sort()).toEqual(["removed b1", "removed b2"]);
    await save("Authors", "bob", { alive: true });
    await expect.poll(() => subscriber.received.slice(-2).sort()).toEqual(["inserted b1", "inserted b2"]);
  });

  it("reports nothing for changes without effect on the list", async () => {
    const { save, subscribe } = await newCollections();
    await save("Authors", "ada", { alive: true });
    await save("Books", "b1", { author: "ada" });
    const subscriber = await subscribe("visitor", { "author.alive": true });
    await save("Authors", "ada", { alive: true, name: "Ada" });
    await save("Authors", "nobody", { alive: true });
    await save("Books", "b2", { author: "nowhere" });
    await save("Books", "b1", { author: "ada", pages: 2 });
    expect(await until(subscriber, "updated b1")).toEqual(["updated b1"]);
  });

  it("follows nested references, also when both ends change", async () => {
    const { save, subscribe, idOf } = await newCollections();
    await save("Countries", "uk", { in: true });
    await save("Authors", "ada", { country: "uk" });
    await save("Books", "b1", { author: "ada" });
    const subscriber = await subscribe("visitor", { "author.country.in": true });
    await save("Countries", "uk", { in: false });
    await until(subscriber, "removed b1");
    await save("Countries", "fr", { in: true });
    await save("Authors", "ada", { country: "fr" });
    await until(subscriber, "inserted b1");
    // In one transaction, author, country and book change.
    await server.context.db.transaction().execute(async (tx) => {
      const set = (name: string, id: string, data: object) =>
        sql`update data_items set data = ${JSON.stringify(data)}::jsonb
          where collection_id = ${idOf(name)} and id = ${id}`.execute(tx);
      await set("Authors", "ada", { country: "nowhere" });
      await set("Countries", "fr", { in: false });
      await set("Books", "b1", { author: "ada", n: 1 });
    });
    await until(subscriber, "removed b1");
    await save("Books", "b2", { author: "ada" });
    await save("Authors", "ada", { country: "fr" });
    await save("Countries", "fr", { in: true });
    await expect.poll(() => subscriber.received.slice(-2).sort()).toEqual(["inserted b1", "inserted b2"]);
  });
});

describe("live query with a filter on a multi-reference field", () => {
  it("reports items that enter or leave the list by changed references", async () => {
    const { save, tag, remove, subscribe } = await newCollections();
    await save("Tags", "new", { shown: true });
    await save("Books", "b1");
    await save("Books", "b2");
    await tag("b2", "new");
    const subscriber = await subscribe("visitor", { tags: { $hasSome: ["new"] } });
    await tag("b1", "new");
    await until(subscriber, "inserted b1");
    await tag("b2");
    await until(subscriber, "removed b2");
    // A reference removed and inserted between two polls is no change.
    await server.context.db.transaction().execute(async (tx) => {
      const rows = await sql`delete from data_references where item_id = 'b1' returning *`.execute(tx);
      await sql`insert into data_references select * from jsonb_populate_recordset(null::data_references, ${JSON.stringify(
        rows.rows,
      )}::jsonb)`.execute(tx);
    });
    await until(subscriber, "updated b1");
    await remove("Books", "b1");
    expect(await until(subscriber, "removed b1")).toEqual(["inserted b1", "removed b2", "updated b1", "removed b1"]);
  });

  it("reports items that enter or leave the list by changed referenced items", async () => {
    const { save, tag, subscribe } = await newCollections();
    await save("Tags", "t1", { shown: false });
    await save("Tags", "t2", { shown: false });
    await save("Books", "b1");
    await tag("b1", "t1", "t2");
    const subscriber = await subscribe("visitor", { "tags.shown": true });
    await save("Tags", "t2", { shown: true });
    await until(subscriber, "inserted b1");
    await save("Tags", "t1", { shown: true });
    await save("Tags", "t2", { shown: false });
    await tag("b1", "t2");
    expect(await until(subscriber, "removed b1")).not.toContain("reset");
  });
});

describe("live query with a filter on bidirectional references", () => {
  it("reports changes made from either side", async () => {
    const [books, tags] = [`TwoBooks${++collections}`, `TwoTags${collections}`];
    const multiReference = { referencedCollectionId: tags, referencingFieldKey: "books" };
    const field = { key: "tags", type: "MULTI_REFERENCE", typeMetadata: { multiReference } } as const;
    await putCollection(server, callers, tags, publicLevels);
    await putCollection(server, callers, books, publicLevels, { fields: [field] });
    const call = (dataCollectionId: string, path: string, body: object) =>
      callers.call("owner", `/wix-data/v2${path}`, { dataCollectionId, ...body });
    const save = (at: string, id: string, data: object = {}) => call(at, "/items/save", { dataItem: { id, data } });
    const refer = async (at: string, fieldName: string, id: string, ...newReferencedItemIds: string[]) => {
      const referring = { referringItemFieldName: fieldName, referringItemId: id };
      const response = await call(at, "/items/replace-references", { ...referring, newReferencedItemIds });
      expect(response.status).toBe(200);
    };
    const subscribe = async (dataCollectionId: string, filter: object) => {
      const subscriber = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId, filter });
      open.push(subscriber);
      await expect.poll(() => subscriber.received).toEqual(["reset"]);
      return subscriber;
    };
    for (const id of ["b1", "b2"]) await save(books, id, { n: 0 });
    for (const id of ["t1", "t2"]) await save(tags, id);
    const byId = await subscribe(tags, { books: { $hasSome: ["b1"] } });
    const byField = await subscribe(tags, { "books.n": 1 });
    const byTag = await subscribe(books, { tags: { $hasSome: ["t1"] } });
    await refer(books, "tags", "b1", "t1");
    await until(byId, "inserted t1");
    await until(byTag, "inserted b1");
    await refer(tags, "books", "t2", "b1", "b2");
    await until(byId, "inserted t2");
    await save(books, "b2", { n: 1 });
    await until(byField, "inserted t2");
    await refer(books, "tags", "b2");
    await until(byField, "removed t2");
    await refer(books, "tags", "b1", "t2");
    await until(byId, "removed t1");
    await until(byTag, "removed b1");
    await call(books, "/items/remove", { dataItemId: "b1" });
    expect(
      (await until(byId, "removed t2")).filter((events) => events !== "updated t2" && events !== "updated t1"),
    ).toEqual(["inserted t1", "inserted t2", "removed t1", "removed t2"]);
  });
});

describe("access to live queries with filters on other items", () => {
  it("reveals nothing about unreadable referenced items", async () => {
    const { save, subscribe } = await newCollections({ Authors: { ...publicLevels, read: "SITE_MEMBER_AUTHOR" } });
    await save("Authors", "adas", { alive: false }, "ada");
    await save("Authors", "bobs", { alive: false }, "bob");
    await save("Books", "b1", { author: "adas" });
    await save("Books", "b2", { author: "bobs" });
    const filter = { "author.alive": true };
    const [ada, bob, visitor] = [
      await subscribe("ada", filter),
      await subscribe("bob", filter),
      await subscribe("visitor", filter),
    ];
    await save("Authors", "adas", { alive: true }, "ada");
    await save("Authors", "bobs", { alive: true }, "bob");
    expect(await until(ada, "inserted b1")).toEqual(["inserted b1"]);
    expect(await until(bob, "inserted b2")).toEqual(["inserted b2"]);
    await save("Authors", "adas", { alive: false }, "ada");
    expect(await until(ada, "removed b1")).toEqual(["inserted b1", "removed b1"]);
    await save("Authors", "bobs", { alive: false }, "bob");
    expect(await until(bob, "removed b2")).toEqual(["inserted b2", "removed b2"]);
    expect(visitor.received).toEqual(["reset"]);
  });

  it("resets when permissions of the other collection change", async () => {
    const { save, subscribe, list, idOf } = await newCollections();
    await save("Authors", "ada", { alive: true });
    await save("Books", "b1", { author: "ada" });
    const filter = { "author.alive": true };
    const subscriber = await subscribe("visitor", filter);
    const setRead = (itemRead: string) =>
      callers.call("owner", "/wix-data/v1/permissions", { dataPermissions: { id: idOf("Authors"), itemRead } });
    expect((await setRead("CMS_EDITOR")).status).toBe(200);
    await expect.poll(() => subscriber.received).toEqual(["reset", "reset"]);
    expect(await list("visitor", filter)).toEqual([]);
    await save("Authors", "ada", { alive: false });
    await save("Authors", "ada", { alive: true });
    await setRead("ANYONE");
    await expect.poll(() => subscriber.received).toEqual(["reset", "reset", "reset"]);
    await save("Authors", "ada", { alive: false });
    await until(subscriber, "removed b1");
    // A deleted collection counts as empty; a restored one has its items again.
    await callers.call("owner", `/wix-data/v2/collections/${idOf("Authors")}`, {}, "DELETE");
    await until(subscriber, "reset");
    await callers.call("owner", `/wix-data/v2/collections/restore/${idOf("Authors")}`, {});
    await expect.poll(() => subscriber.received.slice(-2)).toEqual(["reset", "reset"]);
    await save("Authors", "ada", { alive: true });
    await until(subscriber, "inserted b1");
    expect(subscriber.isEnded()).toBe(false);
  });

  it("resumes with changes of other items in the meantime, on any node", async () => {
    const { save, subscribe } = await newCollections();
    await save("Authors", "ada", { alive: false });
    await save("Books", "b1", { author: "ada" });
    const filter = { "author.alive": true };
    const first = await subscribe("visitor", filter);
    await first.stop();
    await save("Authors", "ada", { alive: true });
    const again = await subscribe("visitor", filter, first.lastEventId());
    await expect.poll(() => again.received).toEqual(["inserted b1"]);
  });
});

describe("limits of live queries", () => {
  it("allows ten reference paths", async () => {
    const { idOf } = await newCollections();
    const id = `Wide${collections}`;
    const fields = Array.from({ length: 11 }, (_, n) => one(`f${n}`, idOf("Authors")));
    await putCollection(server, callers, id, publicLevels, { fields });
    const requestStatus = async (count: number) => {
      const filter = Object.fromEntries(fields.slice(0, count).map(({ key }) => [`${key}.n`, 1]));
      const { response, stop } = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId: id, filter });
      await stop();
      return response.status;
    };
    expect([await requestStatus(10), await requestStatus(11)]).toEqual([200, 400]);
  });

  it("resets after a timeout, and does not delay other subscribers", { timeout: 30_000 }, async () => {
    const { save, tag, subscribe } = await newCollections();
    await save("Tags", "t1", { shown: false });
    await save("Books", "b1");
    await tag("b1", "t1");
    const [related, plain] = [await subscribe("visitor", { "tags.shown": true }), await subscribe("ada", { n: 1 })];
    const released = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const lockHolder = server.context.db.transaction().execute(async (tx) => {
      await sql`lock table data_references in access exclusive mode`.execute(tx);
      isLocked.resolve();
      await released.promise;
    });
    await isLocked.promise;
    await save("Tags", "t1", { shown: true });
    await save("Books", "b2", { n: 1 });
    expect(await until(plain, "inserted b2")).toEqual(["inserted b2"]);
    await expect.poll(() => related.received, { timeout: 10_000 }).toEqual(["reset", "reset"]);
    released.resolve();
    await lockHolder;
    await save("Tags", "t1", { shown: false });
    await expect.poll(() => related.received.at(-1), { timeout: 15_000 }).toBe("removed b1");
  });

  it("resets when one item brings more than a thousand others into the list", async () => {
    const { save, call, subscribe } = await newCollections();
    await save("Authors", "ada", { alive: false });
    for (let round = 0; round < 2; round += 1) {
      const dataItems = Array.from({ length: 600 }, () => ({ data: { author: "ada" } }));
      await call("owner", "Books", "/bulk/items/insert", { dataItems });
    }
    const subscriber = await subscribe("visitor", { "author.alive": true });
    await save("Authors", "ada", { alive: true });
    await expect.poll(() => subscriber.received).toEqual(["reset", "reset"]);
    await save("Books", "last", { author: "ada" });
    await until(subscriber, "inserted last");
  });
});
