import { describe, expect, it } from "vitest";
import { codeIn, createCallers } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { type DefinedCollection, syncCollections } from "./sync-collections.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const keep = (...defined: DefinedCollection[]) => syncCollections(server.context, defined);
const define = (
  definition: DefinedCollection["definition"],
  more: Partial<Omit<DefinedCollection, "definition">> = {},
): DefinedCollection => ({ definition, levels: {}, indexes: [], ...more });
const shown = async (id: string) =>
  (await callers.call("owner", `/wix-data/v2/collections/${id}`, {}, "GET")).body.collection;
const own = ({ fields }: { fields: { key: string; systemField: boolean; type: string }[] }) =>
  fields.filter(({ systemField }) => !systemField).map(({ key, type }) => `${key}:${type}`);
const insert = (dataCollectionId: string, data: object) =>
  callers.call("owner", "/wix-data/v2/items", { dataCollectionId, dataItem: { data } });
const nothing = { made: [], changed: [], notes: [] };

const recipes = define(
  {
    id: "Recipes",
    displayName: "Recipes",
    permissions: { read: "ANYONE", insert: "SITE_MEMBER" },
    fields: [
      { key: "title", type: "TEXT", required: true },
      { key: "minutes", type: "NUMBER" },
    ],
  },
  { levels: { itemRemove: "CMS_EDITOR" }, indexes: [{ fields: [{ path: "minutes", order: "DESC" }] }] },
);

describe("collections in code", () => {
  it("are made with fields, rights and indexes, and left alone once they are what is said", async () => {
    expect(await keep(recipes)).toEqual({ ...nothing, made: ["Recipes"] });
    const made = await shown("Recipes");
    expect(own(made)).toEqual(["title:TEXT", "minutes:NUMBER"]);
    expect(made.permissions).toEqual({ read: "ANYONE", insert: "SITE_MEMBER", update: "ADMIN", remove: "ADMIN" });
    const rights = await callers.call("owner", "/wix-data/v1/permissions?dataCollectionId=Recipes", {}, "GET");
    expect(rights.body.dataPermissions).toMatchObject({ itemUpdate: "PRIVILEGED", itemRemove: "CMS_EDITOR" });
    const { body } = await callers.call(
      "owner",
      "/_api/porchlight/v1/data/indexes?dataCollectionId=Recipes",
      {},
      "GET",
    );
    expect(body.indexes).toMatchObject([{ name: "minutes-desc" }]);
    expect(await keep(recipes)).toEqual(nothing);
    expect(await shown("Recipes")).toEqual(made);
  });

  it("say nothing of a field that stands there for one of another collection", async () => {
    const of = (key: string, referencedCollectionId: string, referencingFieldKey: string) => ({
      key,
      type: "MULTI_REFERENCE" as const,
      typeMetadata: { multiReference: { referencedCollectionId, referencingFieldKey } },
    });
    const writers = define({ id: "Writers", fields: [of("books", "Novels", "writers")] });
    const novels = define({ id: "Novels", fields: [{ key: "name", type: "TEXT" }] });
    expect(await keep(writers, novels)).toEqual({ ...nothing, made: ["Writers", "Novels"] });
    expect(await keep(writers, novels)).toEqual(nothing);
    expect(own(await shown("Novels"))).toEqual(["name:TEXT", "writers:MULTI_REFERENCE"]);
    const both = define({ id: "Novels", fields: [{ key: "name", type: "TEXT" }, of("writers", "Writers", "books")] });
    await keep(writers, both);
    expect(await keep(writers, both)).toEqual(nothing);
    expect(await keep(writers, novels)).toEqual(nothing);
  });

  it("are changed where they differ, and nothing is taken away", async () => {
    await keep(define({ id: "Letters", displayName: "Old", fields: [{ key: "a", type: "TEXT" }, { key: "b" }] }));
    await insert("Letters", { a: "kept", b: 1 });
    const next = define({
      id: "Letters",
      displayName: "New",
      strict: true,
      view: { layout: "CARDS" },
      fields: [
        { key: "a", type: "URL" },
        { key: "c", type: "NUMBER" },
      ],
    });
    const { changed, notes } = await keep(next);
    expect(changed).toEqual(["Letters"]);
    expect(notes.map(({ sentence }) => sentence)).toEqual([
      'The collection "Letters" has a field "b" that is defined no more. It stays, with what items hold.',
      'The field "a" of the collection "Letters" was TEXT and is URL now. What items hold stays as it is.',
    ]);
    const made = await shown("Letters");
    expect(made).toMatchObject({ displayName: "New", strict: true, view: { layout: "CARDS" } });
    expect(own(made)).toEqual(["a:URL", "c:NUMBER", "b:undefined"]);
    expect(await keep(next)).toMatchObject({ made: [], changed: [], notes: [{ collectionId: "Letters" }] });
    const { body } = await callers.call("owner", "/wix-data/v2/items/query", { dataCollectionId: "Letters" });
    expect(body.dataItems[0].data).toMatchObject({ a: "kept", b: 1 });
  });

  it("stand on both sides of references, whichever comes first, and are left alone then", async () => {
    const metadata = {
      multiReference: {
        referencedCollectionId: "Shelves",
        referencingFieldKey: "books",
        referencingDisplayName: "Books",
      },
    };
    const books = define({
      id: "Books",
      fields: [{ key: "shelves", type: "MULTI_REFERENCE", typeMetadata: metadata }],
    });
    const shelves = define({ id: "Shelves", fields: [{ key: "name", type: "TEXT" }] });
    expect(await keep(books, shelves)).toEqual({ ...nothing, made: ["Books", "Shelves"] });
    expect(own(await shown("Shelves")).sort()).toEqual(["books:MULTI_REFERENCE", "name:TEXT"]);
    expect(await keep(books, shelves)).toEqual(nothing);
    expect(await keep(shelves, books)).toEqual(nothing);
    const named = define({ ...shelves.definition, displayName: "Shelves" });
    expect(await keep(books, named)).toEqual({ ...nothing, changed: ["Shelves"] });
    expect(own(await shown("Shelves")).sort()).toEqual(["books:MULTI_REFERENCE", "name:TEXT"]);
  });

  it("leave alone what they do not name", async () => {
    await keep(define({ id: "Open", fields: [{ key: "a", type: "TEXT" }], permissions: { read: "ANYONE" } }));
    await callers.call("owner", "/wix-data/v1/permissions", {
      dataPermissions: { id: "Open", itemInsert: "SITE_MEMBER" },
    });
    expect(await keep(define({ id: "Open", permissions: { read: "ANYONE" } }))).toEqual(nothing);
    expect((await shown("Open")).permissions).toMatchObject({ read: "ANYONE", insert: "SITE_MEMBER" });
    expect(own(await shown("Open"))).toEqual(["a:TEXT"]);
  });

  it("have both sides of references, however much of them is said on each", async () => {
    const many = (key: string, referencedCollectionId: string, referencingFieldKey?: string) => ({
      key,
      type: "MULTI_REFERENCE" as const,
      typeMetadata: { multiReference: { referencedCollectionId, ...(referencingFieldKey && { referencingFieldKey }) } },
    });
    const metaOf = async (id: string) => (await shown(id)).fields[0].typeMetadata.multiReference;
    for (const [index, back] of ["dishes", undefined].entries()) {
      const [tags, dishes] = [`DishTags${index}`, `Dishes${index}`];
      const defined = [
        define({ id: tags, fields: [many("dishes", dishes, back && "tags")] }),
        define({ id: dishes, fields: [many("tags", tags, "dishes")] }),
      ];
      await keep(...defined);
      const made = [await shown(tags), await shown(dishes)];
      expect(await metaOf(tags)).toMatchObject({ referencedCollectionId: dishes, referencingFieldKey: "tags" });
      expect(await metaOf(dishes)).toMatchObject({ referencedCollectionId: tags, referencingFieldKey: "dishes" });
      expect(await keep(...defined)).toEqual(nothing);
      expect([await shown(tags), await shown(dishes)]).toEqual(made);
    }
  });

  it("are refused where something would be lost", async () => {
    await keep(
      define({
        id: "Codes",
        fields: [
          { key: "code", type: "TEXT" },
          { key: "many", type: "MULTI_REFERENCE" },
        ],
      }),
    );
    for (let n = 0; n < 2; n++) await insert("Codes", { code: "same" });
    await expect(
      keep(define({ id: "Codes", fields: [{ key: "code", type: "TEXT", unique: true }] })),
    ).rejects.toMatchObject({ collectionId: "Codes", message: expect.stringContaining('"code" cannot be unique') });
    await expect(keep(define({ id: "Codes", fields: [{ key: "many", type: "TEXT" }] }))).rejects.toThrow(
      'the field "many" is MULTI_REFERENCE, and what it holds would be lost to TEXT',
    );
    await expect(keep(define({ id: "Codes" }, { indexes: [{ fields: [{ path: "many" }] }] }))).rejects.toThrow(
      "index already",
    );
    const byName = (path: string) => define({ id: "Codes" }, { indexes: [{ name: "mine", fields: [{ path }] }] });
    await keep(byName("code"));
    await expect(keep(byName("other"))).rejects.toMatchObject({ collectionId: "Codes" });
  });

  it("do not come back once they are deleted, and do not take the way back from what they held", async () => {
    const gone = define({ id: "Gone", fields: [{ key: "a", type: "TEXT" }] });
    await keep(gone);
    await insert("Gone", { _id: "one", a: "held" });
    await callers.call("owner", "/wix-data/v2/collections/Gone", {}, "DELETE");
    const { created: made, notes } = await keep(gone);
    expect([made, notes[0]?.sentence]).toEqual([[], expect.stringContaining("was deleted, and stays so")]);
    expect(codeIn(await insert("Gone", {}))).toBe("WDE0025");
    expect((await callers.call("owner", "/wix-data/v2/collections/restore/Gone", {})).status).toBe(200);
    expect(await keep(gone)).toEqual(nothing);
  });

  it("are made once by servers that start at once", async () => {
    const fields = [{ key: "code", type: "TEXT" as const, unique: true }];
    const defined = ["AtOnce1", "AtOnce2"].map((id) =>
      define({ id, fields }, { indexes: [{ fields: [{ path: "n" }] }] }),
    );
    const kept = await Promise.all(Array.from({ length: 4 }, () => keep(...defined)));
    expect(kept.flatMap(({ created: made }) => made).sort()).toEqual(["AtOnce1", "AtOnce2"]);
    expect(kept.flatMap(({ changed }) => changed)).toEqual([]);
    expect((await insert("AtOnce1", { code: "x" })).status).toBe(200);
    expect(codeIn(await insert("AtOnce1", { code: "x" }))).toBe("VALUE_TAKEN");
  });
});
