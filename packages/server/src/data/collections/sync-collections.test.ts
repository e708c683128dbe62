import { describe, expect, it } from "vitest";
import { codeIn, createCallers } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { type DefinedCollection, syncCollections } from "./sync-collections.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const store = (...defined: DefinedCollection[]) => syncCollections(server.context, defined);
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
const nothing = { created: [], changed: [], notes: [] };

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

describe("collections defined in code", () => {
  it("are created with fields, permissions and indexes, and unchanged once they match", async () => {
    expect(await store(recipes)).toEqual({ ...nothing, created: ["Recipes"] });
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
    expect(await store(recipes)).toEqual(nothing);
    expect(await shown("Recipes")).toEqual(made);
  });

  it("report nothing about mirror fields of other collections", async () => {
    const of = (key: string, referencedCollectionId: string, referencingFieldKey: string) => ({
      key,
      type: "MULTI_REFERENCE" as const,
      typeMetadata: { multiReference: { referencedCollectionId, referencingFieldKey } },
    });
    const writers = define({ id: "Writers", fields: [of("books", "Novels", "writers")] });
    const novels = define({ id: "Novels", fields: [{ key: "name", type: "TEXT" }] });
    expect(await store(writers, novels)).toEqual({ ...nothing, created: ["Writers", "Novels"] });
    expect(await store(writers, novels)).toEqual(nothing);
    expect(own(await shown("Novels"))).toEqual(["name:TEXT", "writers:MULTI_REFERENCE"]);
    const both = define({ id: "Novels", fields: [{ key: "name", type: "TEXT" }, of("writers", "Writers", "books")] });
    await store(writers, both);
    expect(await store(writers, both)).toEqual(nothing);
    expect(await store(writers, novels)).toEqual(nothing);
  });

  it("are changed where they differ, without removing anything", async () => {
    await store(define({ id: "Letters", displayName: "Old", fields: [{ key: "a", type: "TEXT" }, { key: "b" }] }));
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
    const { changed, notes } = await store(next);
    expect(changed).toEqual(["Letters"]);
    expect(notes.map(({ message }) => message)).toEqual([
      'The collection "Letters" has a field "b" that is no longer defined. It stays, with the values of its items.',
      'The field "a" of the collection "Letters" changed from TEXT to URL. The values of its items stay as they are.',
    ]);
    const made = await shown("Letters");
    expect(made).toMatchObject({ displayName: "New", strict: true, view: { layout: "CARDS" } });
    expect(own(made)).toEqual(["a:URL", "c:NUMBER", "b:undefined"]);
    expect(await store(next)).toMatchObject({ created: [], changed: [], notes: [{ collectionId: "Letters" }] });
    const { body } = await callers.call("owner", "/wix-data/v2/items/query", { dataCollectionId: "Letters" });
    expect(body.dataItems[0].data).toMatchObject({ a: "kept", b: 1 });
  });

  it("with bidirectional references are created in any order and then unchanged", async () => {
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
    expect(await store(books, shelves)).toEqual({ ...nothing, created: ["Books", "Shelves"] });
    expect(own(await shown("Shelves")).sort()).toEqual(["books:MULTI_REFERENCE", "name:TEXT"]);
    expect(await store(books, shelves)).toEqual(nothing);
    expect(await store(shelves, books)).toEqual(nothing);
    const named = define({ ...shelves.definition, displayName: "Shelves" });
    expect(await store(books, named)).toEqual({ ...nothing, changed: ["Shelves"] });
    expect(own(await shown("Shelves")).sort()).toEqual(["books:MULTI_REFERENCE", "name:TEXT"]);
  });

  it("keep members that the definition does not name", async () => {
    await store(define({ id: "Open", fields: [{ key: "a", type: "TEXT" }], permissions: { read: "ANYONE" } }));
    await callers.call("owner", "/wix-data/v1/permissions", {
      dataPermissions: { id: "Open", itemInsert: "SITE_MEMBER" },
    });
    expect(await store(define({ id: "Open", permissions: { read: "ANYONE" } }))).toEqual(nothing);
    expect((await shown("Open")).permissions).toMatchObject({ read: "ANYONE", insert: "SITE_MEMBER" });
    expect(own(await shown("Open"))).toEqual(["a:TEXT"]);
  });

  it("have bidirectional references with any part of the pair defined on either side", async () => {
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
      await store(...defined);
      const made = [await shown(tags), await shown(dishes)];
      expect(await metaOf(tags)).toMatchObject({ referencedCollectionId: dishes, referencingFieldKey: "tags" });
      expect(await metaOf(dishes)).toMatchObject({ referencedCollectionId: tags, referencingFieldKey: "dishes" });
      expect(await store(...defined)).toEqual(nothing);
      expect([await shown(tags), await shown(dishes)]).toEqual(made);
    }
  });

  it("are rejected if values would be lost", async () => {
    await store(
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
      store(define({ id: "Codes", fields: [{ key: "code", type: "TEXT", unique: true }] })),
    ).rejects.toMatchObject({ collectionId: "Codes", message: expect.stringContaining('"code" cannot be unique') });
    await expect(store(define({ id: "Codes", fields: [{ key: "many", type: "TEXT" }] }))).rejects.toThrow(
      'the field "many" is MULTI_REFERENCE and its values would be lost as TEXT',
    );
    await expect(store(define({ id: "Codes" }, { indexes: [{ fields: [{ path: "many" }] }] }))).rejects.toThrow(
      "already indexed",
    );
    const byName = (path: string) => define({ id: "Codes" }, { indexes: [{ name: "mine", fields: [{ path }] }] });
    await store(byName("code"));
    await expect(store(byName("other"))).rejects.toMatchObject({ collectionId: "Codes" });
  });

  it("stay deleted and restorable", async () => {
    const gone = define({ id: "Gone", fields: [{ key: "a", type: "TEXT" }] });
    await store(gone);
    await insert("Gone", { _id: "one", a: "held" });
    await callers.call("owner", "/wix-data/v2/collections/Gone", {}, "DELETE");
    const { created, notes } = await store(gone);
    expect([created, notes[0]?.message]).toEqual([[], expect.stringContaining("is deleted. Restore it")]);
    expect(codeIn(await insert("Gone", {}))).toBe("WDE0025");
    expect((await callers.call("owner", "/wix-data/v2/collections/restore/Gone", {})).status).toBe(200);
    expect(await store(gone)).toEqual(nothing);
  });

  it("are created once by servers that start concurrently", async () => {
    const fields = [{ key: "code", type: "TEXT" as const, unique: true }];
    const defined = ["AtOnce1", "AtOnce2"].map((id) =>
      define({ id, fields }, { indexes: [{ fields: [{ path: "n" }] }] }),
    );
    const stored = await Promise.all(Array.from({ length: 4 }, () => store(...defined)));
    expect(stored.flatMap(({ created }) => created).sort()).toEqual(["AtOnce1", "AtOnce2"]);
    expect(stored.flatMap(({ changed }) => changed)).toEqual([]);
    expect((await insert("AtOnce1", { code: "x" })).status).toBe(200);
    expect(codeIn(await insert("AtOnce1", { code: "x" }))).toBe("VALUE_TAKEN");
  });
});
