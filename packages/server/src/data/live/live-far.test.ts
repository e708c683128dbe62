import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, type Levels, putCollection } from "../../../test/data/collections.ts";
import { type Listening, listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";

/** Live queries whose filters lead to other items. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const everybody: Levels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" };
const open: Listening[] = [];
let places = 0;

const one = (key: string, referencedCollectionId: string) =>
  ({ key, type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId } } }) as const;
const many = (key: string, referencedCollectionId: string) =>
  ({ key, type: "MULTI_REFERENCE", typeMetadata: { multiReference: { referencedCollectionId } } }) as const;

/** Books with an author and tags, authors of a country: collections of this test's own. */
async function newPlace(levels: Partial<Record<"Books" | "Authors" | "Tags" | "Countries", Levels>> = {}) {
  const place = ++places;
  const idOf = (name: string) => `${name}${place}`;
  const put = (name: keyof typeof levels, fields: (ReturnType<typeof one> | ReturnType<typeof many>)[] = []) =>
    putCollection(server, callers, idOf(name), levels[name] ?? everybody, { fields });
  await put("Countries");
  await put("Tags");
  await put("Authors", [one("country", idOf("Countries"))]);
  await put("Books", [one("author", idOf("Authors")), many("tags", idOf("Tags"))]);
  const call = async (caller: CallerName, name: string, path: string, body: object = {}) => {
    const answer = await callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: idOf(name), ...body });
    expect([answer.status, codeIn(answer)]).toEqual([200, undefined]);
    return answer.body;
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
    async hear(caller: CallerName, filter: object, lastEventId?: string) {
      const heard = await listen(server.fetch, callers.tokens[caller], body(filter), { lastEventId });
      open.push(heard);
      if (lastEventId === undefined) await expect.poll(() => heard.received).toEqual(["reset"]);
      return heard;
    },
    /** The list as a query tells it. */
    async list(caller: CallerName, filter: object): Promise<string[]> {
      const { dataItems } = await call(caller, "Books", "/items/query", { query: { filter } });
      return dataItems.map(({ id }: { id: string }) => id);
    },
  };
}

const until = async ({ received: told }: Listening, last: string) => {
  await expect.poll(() => told.at(-1), { timeout: 5_000 }).toBe(last);
  return told.slice(1);
};

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

describe("a live query by what a reference leads to", () => {
  it("tells what other items put into it and take out of it", async () => {
    const { save, remove, hear } = await newPlace();
    await save("Authors", "ada", { name: "Ada", alive: true });
    await save("Authors", "bob", { name: "Bob", alive: false });
    await save("Books", "b1", { author: "ada" });
    await save("Books", "b2", { author: "bob" });
    const heard = await hear("visitor", { "author.alive": true });
    await save("Authors", "bob", { name: "Bob", alive: true });
    await until(heard, "inserted b2");
    expect(heard.items.get("b2")).toMatchObject({ _id: "b2", author: "bob" });
    await save("Authors", "ada", { name: "Ada", alive: false });
    await until(heard, "removed b1");
    await save("Books", "b1", { author: "bob" });
    await until(heard, "inserted b1");
    await remove("Authors", "bob");
    await expect.poll(() => heard.received.slice(-2).sort()).toEqual(["removed b1", "removed b2"]);
    await save("Authors", "bob", { alive: true });
    await expect.poll(() => heard.received.slice(-2).sort()).toEqual(["inserted b1", "inserted b2"]);
  });

  it("tells nothing of changes that make no other list", async () => {
    const { save, hear } = await newPlace();
    await save("Authors", "ada", { alive: true });
    await save("Books", "b1", { author: "ada" });
    const heard = await hear("visitor", { "author.alive": true });
    await save("Authors", "ada", { alive: true, name: "Ada" });
    await save("Authors", "nobody", { alive: true });
    await save("Books", "b2", { author: "nowhere" });
    await save("Books", "b1", { author: "ada", pages: 2 });
    expect(await until(heard, "updated b1")).toEqual(["updated b1"]);
  });

  it("follows references of references, and goes by both states where both ends have changed", async () => {
    const { save, hear, idOf } = await newPlace();
    await save("Countries", "uk", { in: true });
    await save("Authors", "ada", { country: "uk" });
    await save("Books", "b1", { author: "ada" });
    const heard = await hear("visitor", { "author.country.in": true });
    await save("Countries", "uk", { in: false });
    await until(heard, "removed b1");
    await save("Countries", "fr", { in: true });
    await save("Authors", "ada", { country: "fr" });
    await until(heard, "inserted b1");
    // At once: the author moves, the country it leaves opens, and the book goes to another author.
    await server.context.db.transaction().execute(async (tx) => {
      const set = (name: string, id: string, data: object) =>
        sql`update data_items set data = ${JSON.stringify(data)}::jsonb
          where collection_id = ${idOf(name)} and id = ${id}`.execute(tx);
      await set("Authors", "ada", { country: "nowhere" });
      await set("Countries", "fr", { in: false });
      await set("Books", "b1", { author: "ada", n: 1 });
    });
    await until(heard, "removed b1");
    await save("Books", "b2", { author: "ada" });
    await save("Authors", "ada", { country: "fr" });
    await save("Countries", "fr", { in: true });
    await expect.poll(() => heard.received.slice(-2).sort()).toEqual(["inserted b1", "inserted b2"]);
  });
});

describe("a live query by a field with many references", () => {
  it("tells what comes and goes with the references themselves", async () => {
    const { save, tag, remove, hear } = await newPlace();
    await save("Tags", "new", { shown: true });
    await save("Books", "b1");
    await save("Books", "b2");
    await tag("b2", "new");
    const heard = await hear("visitor", { tags: { $hasSome: ["new"] } });
    await tag("b1", "new");
    await until(heard, "inserted b1");
    await tag("b2");
    await until(heard, "removed b2");
    // Away and there again between two looks is no change of the list.
    await server.context.db.transaction().execute(async (tx) => {
      const rows = await sql`delete from data_references where item_id = 'b1' returning *`.execute(tx);
      await sql`insert into data_references select * from jsonb_populate_recordset(null::data_references, ${JSON.stringify(
        rows.rows,
      )}::jsonb)`.execute(tx);
    });
    await until(heard, "updated b1");
    await remove("Books", "b1");
    expect(await until(heard, "removed b1")).toEqual(["inserted b1", "removed b2", "updated b1", "removed b1"]);
  });

  it("tells what the items that are referred to make of it", async () => {
    const { save, tag, hear } = await newPlace();
    await save("Tags", "t1", { shown: false });
    await save("Tags", "t2", { shown: false });
    await save("Books", "b1");
    await tag("b1", "t1", "t2");
    const heard = await hear("visitor", { "tags.shown": true });
    await save("Tags", "t2", { shown: true });
    await until(heard, "inserted b1");
    await save("Tags", "t1", { shown: true });
    await save("Tags", "t2", { shown: false });
    await tag("b1", "t2");
    expect(await until(heard, "removed b1")).not.toContain("reset");
  });
});

describe("a live query by references that both collections have", () => {
  it("hears of them from either side", async () => {
    const [books, tags] = [`TwoBooks${++places}`, `TwoTags${places}`];
    const multiReference = { referencedCollectionId: tags, referencingFieldKey: "books" };
    const field = { key: "tags", type: "MULTI_REFERENCE", typeMetadata: { multiReference } } as const;
    await putCollection(server, callers, tags, everybody);
    await putCollection(server, callers, books, everybody, { fields: [field] });
    const call = (dataCollectionId: string, path: string, body: object) =>
      callers.call("owner", `/wix-data/v2${path}`, { dataCollectionId, ...body });
    const save = (at: string, id: string, data: object = {}) => call(at, "/items/save", { dataItem: { id, data } });
    const refer = async (at: string, fieldName: string, id: string, ...newReferencedItemIds: string[]) => {
      const referring = { referringItemFieldName: fieldName, referringItemId: id };
      const answer = await call(at, "/items/replace-references", { ...referring, newReferencedItemIds });
      expect(answer.status).toBe(200);
    };
    const hear = async (dataCollectionId: string, filter: object) => {
      const heard = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId, filter });
      open.push(heard);
      await expect.poll(() => heard.received).toEqual(["reset"]);
      return heard;
    };
    for (const id of ["b1", "b2"]) await save(books, id, { n: 0 });
    for (const id of ["t1", "t2"]) await save(tags, id);
    const byId = await hear(tags, { books: { $hasSome: ["b1"] } });
    const byField = await hear(tags, { "books.n": 1 });
    const there = await hear(books, { tags: { $hasSome: ["t1"] } });
    await refer(books, "tags", "b1", "t1");
    await until(byId, "inserted t1");
    await until(there, "inserted b1");
    await refer(tags, "books", "t2", "b1", "b2");
    await until(byId, "inserted t2");
    await save(books, "b2", { n: 1 });
    await until(byField, "inserted t2");
    await refer(books, "tags", "b2");
    await until(byField, "removed t2");
    await refer(books, "tags", "b1", "t2");
    await until(byId, "removed t1");
    await until(there, "removed b1");
    await call(books, "/items/remove", { dataItemId: "b1" });
    expect((await until(byId, "removed t2")).filter((told) => told !== "updated t2" && told !== "updated t1")).toEqual([
      "inserted t1",
      "inserted t2",
      "removed t1",
      "removed t2",
    ]);
  });
});

describe("who hears a live query by other items", () => {
  it("learns nothing of items that they may not read", async () => {
    const { save, hear } = await newPlace({ Authors: { ...everybody, read: "SITE_MEMBER_AUTHOR" } });
    await save("Authors", "adas", { alive: false }, "ada");
    await save("Authors", "bobs", { alive: false }, "bob");
    await save("Books", "b1", { author: "adas" });
    await save("Books", "b2", { author: "bobs" });
    const filter = { "author.alive": true };
    const [ada, bob, visitor] = [await hear("ada", filter), await hear("bob", filter), await hear("visitor", filter)];
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

  it("begin again when the other collection's permissions change, and hear what they may read then", async () => {
    const { save, hear, list, idOf } = await newPlace();
    await save("Authors", "ada", { alive: true });
    await save("Books", "b1", { author: "ada" });
    const filter = { "author.alive": true };
    const heard = await hear("visitor", filter);
    const setRead = (itemRead: string) =>
      callers.call("owner", "/wix-data/v1/permissions", { dataPermissions: { id: idOf("Authors"), itemRead } });
    expect((await setRead("CMS_EDITOR")).status).toBe(200);
    await expect.poll(() => heard.received).toEqual(["reset", "reset"]);
    expect(await list("visitor", filter)).toEqual([]);
    await save("Authors", "ada", { alive: false });
    await save("Authors", "ada", { alive: true });
    await setRead("ANYONE");
    await expect.poll(() => heard.received).toEqual(["reset", "reset", "reset"]);
    await save("Authors", "ada", { alive: false });
    await until(heard, "removed b1");
    // A collection that is gone holds nothing; one that comes back holds what it held.
    await callers.call("owner", `/wix-data/v2/collections/${idOf("Authors")}`, {}, "DELETE");
    await until(heard, "reset");
    await callers.call("owner", `/wix-data/v2/collections/restore/${idOf("Authors")}`, {});
    await expect.poll(() => heard.received.slice(-2)).toEqual(["reset", "reset"]);
    await save("Authors", "ada", { alive: true });
    await until(heard, "inserted b1");
    expect(heard.isEnded()).toBe(false);
  });

  it("goes on where it was with what other items have changed meanwhile, on any node", async () => {
    const { save, hear } = await newPlace();
    await save("Authors", "ada", { alive: false });
    await save("Books", "b1", { author: "ada" });
    const filter = { "author.alive": true };
    const first = await hear("visitor", filter);
    await first.stop();
    await save("Authors", "ada", { alive: true });
    const again = await hear("visitor", filter, first.lastEventId());
    await expect.poll(() => again.received).toEqual(["inserted b1"]);
  });
});

describe("a live query that would cost too much", () => {
  it("leads to other items in ten ways at most", async () => {
    const { idOf } = await newPlace();
    const id = `Wide${places}`;
    const fields = Array.from({ length: 11 }, (_, n) => one(`f${n}`, idOf("Authors")));
    await putCollection(server, callers, id, everybody, { fields });
    const ask = async (count: number) => {
      const filter = Object.fromEntries(fields.slice(0, count).map(({ key }) => [`${key}.n`, 1]));
      const { response, stop } = await listen(server.fetch, callers.tokens.visitor, { dataCollectionId: id, filter });
      await stop();
      return response.status;
    };
    expect([await ask(10), await ask(11)]).toEqual([200, 400]);
  });

  it("begins again where the answer takes too long, and keeps nobody else waiting", { timeout: 30_000 }, async () => {
    const { save, tag, hear } = await newPlace();
    await save("Tags", "t1", { shown: false });
    await save("Books", "b1");
    await tag("b1", "t1");
    const [far, near] = [await hear("visitor", { "tags.shown": true }), await hear("ada", { n: 1 })];
    const released = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holder = server.context.db.transaction().execute(async (tx) => {
      await sql`lock table data_references in access exclusive mode`.execute(tx);
      isHeld.resolve();
      await released.promise;
    });
    await isHeld.promise;
    await save("Tags", "t1", { shown: true });
    await save("Books", "b2", { n: 1 });
    expect(await until(near, "inserted b2")).toEqual(["inserted b2"]);
    await expect.poll(() => far.received, { timeout: 10_000 }).toEqual(["reset", "reset"]);
    released.resolve();
    await holder;
    await save("Tags", "t1", { shown: false });
    await expect.poll(() => far.received.at(-1), { timeout: 15_000 }).toBe("removed b1");
  });

  it("begins again where one item makes more than a thousand others come", async () => {
    const { save, call, hear } = await newPlace();
    await save("Authors", "ada", { alive: false });
    for (let round = 0; round < 2; round += 1) {
      const dataItems = Array.from({ length: 600 }, () => ({ data: { author: "ada" } }));
      await call("owner", "Books", "/bulk/items/insert", { dataItems });
    }
    const heard = await hear("visitor", { "author.alive": true });
    await save("Authors", "ada", { alive: true });
    await expect.poll(() => heard.received).toEqual(["reset", "reset"]);
    await save("Books", "last", { author: "ada" });
    await until(heard, "inserted last");
  });
});
