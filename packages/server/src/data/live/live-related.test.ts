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
const many = (key: string, referencedCollectionId: string, referencingFieldKey?: string) => {
  const multiReference = { referencedCollectionId, ...(referencingFieldKey && { referencingFieldKey }) };
  return { key, type: "MULTI_REFERENCE", typeMetadata: { multiReference } } as const;
};

type Name = "Books" | "Authors" | "Tags" | "Countries";

/** Creates collections of books with an author and tags, and of authors with a country. */
async function newCollections(levels: Partial<Record<Name, Levels>> = {}) {
  const number = ++collections;
  const idOf = (name: Name) => `${name}${number}`;
  const put = (name: Name, fields: (ReturnType<typeof one> | ReturnType<typeof many>)[] = []) =>
    putCollection(server, callers, idOf(name), levels[name] ?? publicLevels, { fields });
  await put("Countries");
  await put("Tags");
  await put("Authors", [one("country", idOf("Countries"))]);
  await put("Books", [one("author", idOf("Authors")), many("tags", idOf("Tags"), "books")]);
  const call = async (caller: CallerName, path: string, body: object, method?: string) => {
    const response = await callers.call(caller, path, body, method);
    expect([response.status, codeIn(response)]).toEqual([200, undefined]);
  };
  return {
    idOf,
    save: (name: Name, id: string, data: object = {}, caller: CallerName = "owner") =>
      call(caller, "/wix-data/v2/items/save", { dataCollectionId: idOf(name), dataItem: { id, data } }),
    refer: (name: Name, field: string, id: string, ...newReferencedItemIds: string[]) =>
      call("owner", "/wix-data/v2/items/replace-references", {
        dataCollectionId: idOf(name),
        referringItemFieldName: field,
        referringItemId: id,
        newReferencedItemIds,
      }),
    setRead: (name: Name, itemRead: string) =>
      call("owner", "/wix-data/v1/permissions", { dataPermissions: { id: idOf(name), itemRead } }),
    delete: (name: Name) => call("owner", `/wix-data/v2/collections/${idOf(name)}`, {}, "DELETE"),
    restore: (name: Name) => call("owner", `/wix-data/v2/collections/restore/${idOf(name)}`, {}),
    async subscribe(caller: CallerName, query: object, name: Name = "Books") {
      const subscriber = await listen(server.fetch, callers.tokens[caller], {
        dataCollectionId: idOf(name),
        ...query,
      });
      open.push(subscriber);
      await expect.poll(subscriber.count).toBe(1);
      return subscriber;
    },
  };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

describe("live query with references", () => {
  it("notifies of changes to items that its filter reads or that it includes, and of no others", async () => {
    const { save, subscribe } = await newCollections();
    const filtered = await subscribe("visitor", { filter: { $or: [{ "author.country.in": true }, { n: 1 }] } });
    const included = await subscribe("visitor", { includeReferences: [{ field: "author" }] });
    const plain = await subscribe("visitor", {});
    await save("Authors", "ada", { country: "uk" });
    await Promise.all([filtered.next(), included.next()]);
    await save("Countries", "uk", { in: true });
    await filtered.next();
    await save("Books", "b1", { author: "ada" });
    await Promise.all([filtered.next(), included.next(), plain.next()]);
    expect([included.count(), plain.count()]).toEqual([3, 2]);
  });

  it("notifies of bidirectional references from either side", async () => {
    const { save, refer, subscribe } = await newCollections();
    await save("Books", "b1");
    await save("Tags", "t1");
    const books = await subscribe("visitor", { filter: { tags: { $hasSome: ["t1"] } } });
    const tags = await subscribe("visitor", { filter: { "books.n": 1 } }, "Tags");
    await refer("Books", "tags", "b1", "t1");
    await Promise.all([books.next(), tags.next()]);
    await refer("Tags", "books", "t1");
    await Promise.all([books.next(), tags.next()]);
    await save("Tags", "t2");
    await Promise.all([books.next(), tags.next()]);
  });
});

describe("access to live queries with references", () => {
  it("reveals nothing about items of the other collection that the caller may not read", async () => {
    const { save, refer, subscribe } = await newCollections({
      Authors: { ...publicLevels, read: "SITE_MEMBER_AUTHOR" },
      Books: { ...publicLevels, read: "SITE_MEMBER_AUTHOR" },
    });
    await save("Books", "adas", {}, "ada");
    await save("Tags", "t1");
    const [ada, bob] = [
      await subscribe("ada", { filter: { "author.alive": true } }),
      await subscribe("bob", { filter: { "author.alive": true } }),
    ];
    const tags = await subscribe("bob", { filter: { books: { $hasSome: ["adas"] } } }, "Tags");
    await save("Authors", "adas", { alive: true }, "ada");
    await ada.next();
    await refer("Books", "tags", "adas", "t1");
    await ada.next();
    expect([bob.count(), tags.count()]).toEqual([1, 1]);
  });

  it("reveals nothing about a collection until the caller may read it", async () => {
    const { save, setRead, subscribe } = await newCollections({ Authors: { ...publicLevels, read: "CMS_EDITOR" } });
    const query = { filter: { "author.alive": true } };
    const [visitor, editor] = [await subscribe("visitor", query), await subscribe("editor", query)];
    await save("Authors", "ada", { alive: true });
    await editor.next();
    await setRead("Authors", "PRIVILEGED");
    await setRead("Authors", "CMS_EDITOR");
    await editor.next();
    expect(visitor.count()).toBe(1);
    await setRead("Authors", "ANYONE");
    await visitor.next();
    await save("Authors", "ada", { alive: false });
    await visitor.next();
  });

  it("notifies when the other collection is deleted and restored", async () => {
    const { save, subscribe, ...others } = await newCollections();
    const subscriber = await subscribe("visitor", { filter: { "author.alive": true } });
    await others.delete("Authors");
    await subscriber.next();
    await others.restore("Authors");
    await subscriber.next();
    await save("Authors", "ada", { alive: true });
    await subscriber.next();
    expect(subscriber.isEnded()).toBe(false);
  });
});
