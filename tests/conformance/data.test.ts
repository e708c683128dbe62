import { ApiKeyStrategy, type AuthStrategy, createClient, isPorchlightError, OAuthStrategy } from "@porchlight/client";
import {
  type BulkResult,
  collections,
  collectionViews,
  dataPermissions,
  defineCollections,
  filterModel,
  items,
} from "@porchlight/client/data";
import { createApiKey } from "@porchlight/server/operations";
import { beforeAll, describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Collections", role: "admin" });
const modules = { items, collections, dataPermissions, views: collectionViews };
const connect = <Face>(auth: AuthStrategy<Face>) => createClient({ host: server.url, auth, modules });
const owner = connect(ApiKeyStrategy({ apiKey: key }));
const visitor = connect(OAuthStrategy({ clientId: server.clientId }));

async function member() {
  const { access_token, refresh_token, memberId } = await server.signIn();
  const tokens = {
    accessToken: { value: access_token, expiresAt: Math.floor(Date.now() / 1000) + 3_600 },
    refreshToken: { value: refresh_token, role: "member" as const },
  };
  return { client: connect(OAuthStrategy({ clientId: server.clientId, tokens })), memberId };
}

const { Recipes, Cooks } = defineCollections({
  Recipes: {
    title: { type: "TEXT", required: true },
    minutes: "NUMBER",
    vegan: "BOOLEAN",
    eaten: "DATETIME",
    tags: "ARRAY_STRING",
    cook: { type: "REFERENCE", to: "Cooks" },
    likedBy: { type: "MULTI_REFERENCE", to: "Cooks" },
  },
  Cooks: { name: { type: "TEXT", required: true } },
});

const monday = new Date("2024-05-06T07:08:09.123Z");
const recipes = [
  { _id: "soup", title: "Soup", minutes: 20, vegan: true, tags: ["warm", "quick"], cook: "ada", eaten: monday },
  { _id: "stew", title: "Stew", minutes: 90, vegan: false, tags: ["warm"], cook: "bob" },
  { _id: "salad", title: "Salad", minutes: 10, vegan: true, tags: ["quick"], cook: "ada" },
  { _id: "bread", title: "Bread", minutes: 180, vegan: true, eaten: null },
  { _id: "100%", title: 'The "100 %" one', minutes: 5 },
];
const everybody = { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER_AUTHOR", remove: "ADMIN" } as const;

beforeAll(async () => {
  const reference = { referencedCollectionId: "Cooks" };
  await owner.collections.createDataCollection({ _id: "Cooks", permissions: everybody });
  await owner.collections.createDataCollection({
    _id: "Recipes",
    displayName: "Recipes",
    permissions: everybody,
    fields: [
      { key: "title", type: "TEXT" },
      { key: "cook", type: "REFERENCE", typeMetadata: { reference } },
      { key: "likedBy", type: "MULTI_REFERENCE", typeMetadata: { multiReference: reference } },
    ],
  });
  await owner.items.bulkInsert(Cooks, [
    { _id: "ada", name: "Ada" },
    { _id: "bob", name: "Bob" },
  ]);
  const { inserted, errors } = await owner.items.bulkInsert(Recipes, recipes);
  expect({ inserted, errors }).toEqual({ inserted: recipes.length, errors: [] });
});

const titlesOf = ({ items: found }: { items: { title?: string }[] }) => found.map(({ title }) => title);

describe("items, client and server", () => {
  it("are returned as written, including dates", async () => {
    const [soup] = recipes;
    const read = await visitor.items.get(Recipes, "soup");
    expect(read).toMatchObject(soup as object);
    expect(read?._createdDate).toBeInstanceOf(Date);
    expect(await visitor.items.get(Recipes, "no such")).toBeNull();
    expect(await visitor.items.get(Recipes, "100%")).toMatchObject({ minutes: 5 });
  });

  it.each([
    ["eq", visitor.items.query(Recipes).eq("vegan", true), ["Bread", "Salad", "Soup"]],
    ["ne null", visitor.items.query(Recipes).ne("tags", null), ["Salad", "Soup", "Stew"]],
    ["lt", visitor.items.query(Recipes).lt("minutes", 20), ["Salad", 'The "100 %" one']],
    ["ge and le", visitor.items.query(Recipes).ge("minutes", 20).le("minutes", 90), ["Soup", "Stew"]],
    ["between", visitor.items.query(Recipes).between("minutes", 20, 90), ["Soup"]],
    ["a date", visitor.items.query(Recipes).eq("eaten", monday), ["Soup"]],
    ["startsWith", visitor.items.query(Recipes).startsWith("title", "s"), ["Salad", "Soup", "Stew"]],
    ["endsWith", visitor.items.query(Recipes).endsWith("title", "AD"), ["Bread", "Salad"]],
    ["contains", visitor.items.query(Recipes).contains("title", '"100 %"'), ['The "100 %" one']],
    ["in", visitor.items.query(Recipes).in("title", "Soup", "Stew"), ["Soup", "Stew"]],
    ["hasSome", visitor.items.query(Recipes).hasSome("tags", ["quick"]), ["Salad", "Soup"]],
    ["hasAll", visitor.items.query(Recipes).hasAll("tags", "warm", "quick"), ["Soup"]],
    ["exists", visitor.items.query(Recipes).exists("eaten", true), ["Bread", "Soup"]],
    ["isEmpty", visitor.items.query(Recipes).isEmpty("cook"), ["Bread", 'The "100 %" one']],
    ["isNotEmpty", visitor.items.query(Recipes).isNotEmpty("eaten"), ["Soup"]],
    ["a reference's field", visitor.items.query(Recipes).eq("cook.name", "Ada"), ["Salad", "Soup"]],
    [
      "and, or, not",
      visitor.items
        .query(Recipes)
        .eq("vegan", true)
        .not(visitor.items.filter<{ title: string }>().eq("title", "Bread"))
        .or(visitor.items.query(Recipes).gt("minutes", 100)),
      ["Bread", "Salad", "Soup"],
    ],
    [
      "a tree",
      visitor.items.query(Recipes).and(
        filterModel({
          title: {
            $matches: {
              ignoreCase: true,
              spec: [
                { type: "literal", value: "ST" },
                { type: "anyOf", value: ["ock", "ew"] },
              ],
            },
          },
        }),
      ),
      ["Stew"],
    ],
  ])("are found by %s", async (_name, query, titles) => {
    expect(titlesOf(await query.ascending("title").find())).toEqual(titles);
    expect(await query.count()).toBe(titles.length);
  });

  it("are paged forward and backward", async () => {
    const query = visitor.items.query(Recipes).in("title", [...recipes.map(({ title }) => title), "x".repeat(3_000)]);
    const first = await query.descending("minutes").limit(2).find({ returnTotalCount: true });
    expect(first).toMatchObject({ totalCount: 5, totalPages: 3, currentPage: 0 });
    const pages: unknown[] = [];
    for await (const page of first) pages.push(titlesOf(page));
    expect(pages).toEqual([["Bread", "Stew"], ["Soup", "Salad"], ['The "100 %" one']]);
    const second = await first.next();
    expect(titlesOf(await second.prev())).toEqual(["Bread", "Stew"]);
    await expect(first.prev()).rejects.toMatchObject({ code: "WD_VALIDATION_ERROR" });
  });

  it("are returned with selected fields and references", async () => {
    const { items: parts } = await visitor.items.query(Recipes).eq("title", "Soup").fields("title").find();
    expect(parts).toEqual([{ _id: "soup", title: "Soup" }]);
    const { items: whole } = await visitor.items.query(Recipes).eq("title", "Soup").include("cook").find();
    expect(whole[0]?.cook).toMatchObject({ _id: "ada", name: "Ada" });
  });

  it("support distinct, aggregate and search", async () => {
    const query = visitor.items.query(Recipes).isNotEmpty("cook").descending("cook");
    expect((await query.distinct("cook")).items).toEqual(["bob", "ada"]);
    const tags = visitor.items.query(Recipes).limit(1);
    const pages: unknown[] = [];
    for await (const page of await tags.distinct("tags")) pages.push(page.items);
    expect(pages).toEqual([["quick"], ["warm"]]);
    const { items: rows } = await visitor.items
      .aggregate(Recipes)
      .filter(visitor.items.filter().ne("cook", null))
      .group("cook")
      .sum("minutes", "total")
      .avg("minutes")
      .count()
      .ascending("total")
      .run();
    expect(rows).toEqual([
      { _id: "ada", total: 30, minutesAvg: 15, count: 2 },
      { _id: "bob", total: 90, minutesAvg: 90, count: 1 },
    ]);
    const byCook = visitor.items.aggregate(Recipes).group("cook").count();
    const idsOf = async (groups: typeof byCook) => {
      const found: unknown[] = [];
      for await (const page of await groups.limit(1).run()) found.push(...page.items.map(({ _id }) => _id));
      return found;
    };
    expect(await idsOf(byCook.ascending("_id"))).toEqual([null, "ada", "bob"]);
    expect(await idsOf(byCook.descending("_id"))).toEqual(["bob", "ada", null]);
    expect(await idsOf(byCook.having(visitor.items.filter().gt("_id", "ada")))).toEqual(["bob"]);
    const byTwo = visitor.items.aggregate(Recipes).group("vegan", "cook").descending("_id");
    expect((await byTwo.run()).items.map(({ _id }) => _id)).toEqual([
      { vegan: true, cook: "ada" },
      { vegan: true, cook: null },
      { vegan: false, cook: "bob" },
      { vegan: null, cook: null },
    ]);
    expect(titlesOf(await visitor.items.search(Recipes).expression("oup").run())).toEqual(["Soup"]);
    expect(titlesOf(await visitor.items.search(Recipes).expression("braed").fuzzy().run())).toEqual(["Bread"]);
    const groups = visitor.items.aggregate(Recipes).group("vegan").count().descending("count").limit(1);
    const counts: unknown[] = [];
    for await (const page of await groups.run()) counts.push(...page.items);
    expect(counts).toEqual([
      { _id: true, count: 3 },
      { _id: false, count: 1 },
      { _id: null, count: 1 },
    ]);
    const { items: found } = await visitor.items.search(Recipes, { search: { expression: "stew" } });
    expect(titlesOf({ items: found })).toEqual(["Stew"]);
  });

  it("are written by permitted callers only", async () => {
    const [ada, bob] = [await member(), await member()];
    const mine = await ada.client.items.insert(Recipes, { title: "Mine", minutes: 1, eaten: monday });
    expect(mine).toMatchObject({ title: "Mine", _owner: ada.memberId, eaten: monday });
    const changed = await ada.client.items
      .patch(Recipes, mine._id)
      .incrementField("minutes", 4)
      .appendToArray("tags", "new")
      .removeField("eaten")
      .run();
    expect(changed).toMatchObject({ minutes: 5, tags: ["new"] });
    expect(changed).not.toHaveProperty("eaten");

    const condition = { _updatedDate: changed._updatedDate };
    const update = { _id: mine._id, title: "Once" };
    expect(await ada.client.items.update(Recipes, update, { condition })).toMatchObject({ title: "Once" });
    await expect(ada.client.items.update(Recipes, update, { condition })).rejects.toMatchObject({
      kind: "conflict",
      code: "CONDITION_NOT_MET",
    });

    const refused = { kind: "forbidden", code: "WDE0027" };
    await expect(bob.client.items.update(Recipes, { ...update, title: "Theirs" })).rejects.toMatchObject(refused);
    await expect(visitor.items.insert(Recipes, { title: "Nobody's" })).rejects.toMatchObject(refused);
    await expect(ada.client.items.remove(Recipes, mine._id)).rejects.toMatchObject(refused);
    expect(await owner.items.remove(Recipes, mine._id)).toMatchObject({ title: "Once" });
    expect(await owner.items.remove(Recipes, mine._id)).toBeNull();
    expect(await visitor.dataPermissions.getMyPermissions("Recipes")).toMatchObject({
      itemRead: true,
      itemInsert: false,
    });
  });

  it("are written in bulk with a result for each", async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({ _id: `cook-${index}`, name: `Cook ${index}` }));
    expect(await owner.items.bulkInsert(Cooks, many)).toMatchObject({ inserted: 1_000, skipped: 0, errors: [] });
    const again = await owner.items.bulkInsert(Cooks, [...many.slice(0, 2), { _id: "cook-new", name: "New" }]);
    expect(again).toMatchObject({ inserted: 1, skipped: 2, insertedItemIds: ["cook-new"] });
    expect(again.errors.map(({ code, originalIndex }) => [code, originalIndex])).toEqual([
      ["WDE0074", 0],
      ["WDE0074", 1],
    ]);
    const saved = await owner.items.bulkSave(Cooks, [{ _id: "cook-0", name: "Zero" }, { name: "Someone" }]);
    expect(saved).toMatchObject({ inserted: 1, updated: 1 });
    const patched = await owner.items.bulkPatch(Cooks, ["cook-1", "no such"]).setField("name", "One").run();
    expect(patched).toMatchObject({ updated: 1, skipped: 1, updatedItemIds: ["cook-1"], errors: [] });
    const updated = await owner.items.bulkUpdate(Cooks, [{ _id: "no such", name: "Nobody" }]);
    expect(updated).toMatchObject({ updated: 0, skipped: 1, errors: [] });
    expect(await owner.items.get(Cooks, "cook-1")).toMatchObject({ name: "One" });

    const filter = { _id: { $startsWith: "cook-" } };
    const { jobId } = await owner.items.asyncRemoveByFilter(Cooks, filter);
    await expect.poll(async () => (await owner.items.getAsyncJobStatus(jobId)).status).toBe("SUCCEEDED");
    expect(await owner.items.count(Cooks, { filter })).toBe(0);
    expect(await owner.items.bulkRemove(Cooks, ["cook-1"])).toMatchObject({ removed: 0, skipped: 1, errors: [] });
  });

  it("are written in bulk even if others have an invalid id", async () => {
    const invalidIds = ["", "a\nb", "x".repeat(257)];
    const withInvalid = (name: string) => [
      { _id: "chef-1", name },
      ...invalidIds.map((_id) => ({ _id, name })),
      { _id: "chef-2", name },
    ];
    const ids = withInvalid("").map(({ _id }) => _id);
    const expectInvalid = ({ errors, skipped }: BulkResult) => {
      expect(errors.map(({ code, originalIndex }) => [code, originalIndex])).toEqual([
        ["WDE0007", 1],
        ["WDE0007", 2],
        ["WDE0007", 3],
      ]);
      expect(skipped).toBe(0);
    };
    const inserted = await owner.items.bulkInsert(Cooks, withInvalid("One"));
    expect(inserted.insertedItemIds).toEqual(["chef-1", "chef-2"]);
    expectInvalid(inserted);
    for (const result of [
      await owner.items.bulkSave(Cooks, withInvalid("Two")),
      await owner.items.bulkUpdate(Cooks, withInvalid("Three")),
      await owner.items.bulkPatch(Cooks, ids).setField("name", "Four").run(),
    ]) {
      expect(result.updatedItemIds).toEqual(["chef-1", "chef-2"]);
      expectInvalid(result);
    }
    expect(await owner.items.get(Cooks, "chef-2")).toMatchObject({ name: "Four" });
    const removed = await owner.items.bulkRemove(Cooks, ids);
    expect(removed.removedItemIds).toEqual(["chef-1", "chef-2"]);
    expectInvalid(removed);
  });

  it("are removed and updated by a filter that was built", async () => {
    const { _id } = await owner.items.insert(Cooks, { name: "Temporary" });
    const isTemporary = owner.items.filter<{ name: string }>().eq("name", "Temporary");
    const isAda = owner.items.filter<{ name: string }>().eq("name", "Ada");
    await expect(owner.items.update(Cooks, { _id, name: "Changed" }, { condition: isAda })).rejects.toMatchObject({
      code: "CONDITION_NOT_MET",
    });
    await owner.items.patch(Cooks, _id).setField("name", "Temporary").run({ condition: isTemporary });
    const { jobId } = await owner.items.asyncRemoveByFilter(Cooks, isTemporary);
    await expect.poll(async () => (await owner.items.getAsyncJobStatus(jobId)).status).toBe("SUCCEEDED");
    expect(await owner.items.get(Cooks, _id)).toBeNull();
    expect(await owner.items.get(Cooks, "ada")).not.toBeNull();
  });

  it("have references", async () => {
    await owner.items.insertReference(Recipes, "likedBy", "soup", ["ada", { _id: "bob" }]);
    expect(await visitor.items.isReferenced(Recipes, "likedBy", "soup", "bob")).toBe(true);
    await owner.items.removeReference(Recipes, "likedBy", "soup", "bob");
    await owner.items.replaceReferences(Recipes, "likedBy", "stew", ["bob"]);
    const { items: fans } = await visitor.items.queryReferenced(Recipes, "soup", "likedBy");
    expect(fans.map(({ name }) => name)).toEqual(["Ada"]);
    const { results } = await visitor.items.queryReferencedItems(Recipes, ["soup", "stew"], "likedBy");
    expect(results.map(({ referringItemId, item }) => [referringItemId, item?.name])).toEqual([
      ["soup", "Ada"],
      ["stew", "Bob"],
    ]);
    await expect(owner.items.insertReference(Recipes, "title", "soup", "ada")).rejects.toMatchObject({
      kind: "invalid",
      code: "WDE0020",
      message: expect.stringContaining("[title]"),
    });
  });

  it("have bidirectional references", async () => {
    const multiReference = { referencedCollectionId: "Cooks", referencingFieldKey: "books" };
    await owner.collections.createDataCollection({
      _id: "Books",
      permissions: everybody,
      fields: [{ key: "by", type: "MULTI_REFERENCE", typeMetadata: { multiReference } }],
    });
    const book = { _id: "b1", title: "Soups", by: ["ada"] };
    await owner.items.insert("Books", book, { saveReferences: true });
    await owner.items.insert("Books", { _id: "b2", title: "Stews" });
    await owner.items.insertReference("Cooks", "books", "ada", "b2");
    const { items: hers } = await visitor.items.queryReferenced("Cooks", "ada", "books");
    expect(hers.map(({ title }) => title)).toEqual(["Soups", "Stews"]);
    const { items: cooks } = await visitor.items.query("Cooks").eq("books.title", "Stews").include("books").find();
    expect(cooks).toMatchObject([{ _id: "ada", books: [{ _id: "b1" }, { _id: "b2" }] }]);
    await owner.items.removeReference("Cooks", "books", "ada", "b1");
    expect(await visitor.items.isReferenced("Books", "by", "b1", "ada")).toBe(false);
  });

  it("are rejected with errors of the client only", async () => {
    const odd: unknown[] = [
      { title: "x".repeat(513 * 1024) },
      { title: { $date: "never" } },
      { [`${"deep.".repeat(9)}end`]: 1 },
      { "\0": 1, 'it\'s "quoted"': [[[{}]]], __proto__: 1, "🦄": "\ud800" },
    ];
    for (const item of odd) {
      const error = await owner.items
        .insert("Recipes", item as Record<string, unknown>)
        .catch((thrown: unknown) => thrown);
      if (!isPorchlightError(error)) continue;
      expect(["invalid", "notFound"], `${error.code} ${error.message}`).toContain(error.kind);
      expect(error.status).toBeLessThan(500);
    }
    await expect(owner.items.insert(Recipes, { title: "x".repeat(513 * 1024) })).rejects.toMatchObject({
      code: "WDE0109",
      status: 413,
    });
    await expect(owner.items.query("No such").find()).rejects.toMatchObject({ kind: "notFound", code: "WDE0025" });
    await expect(owner.items.query("Recipes").eq("a'; --", 1).find()).rejects.toMatchObject({ code: "WDE0048" });
  });
});

describe("collections, client and server", () => {
  it("are created, changed with revisions, and deleted", async () => {
    const made = await owner.collections.createDataCollection({ _id: "Notes", displayName: "Notes" });
    expect(made).toMatchObject({ _id: "Notes", revision: expect.any(String), fields: expect.any(Array) });
    expect(made._createdDate).toBeInstanceOf(Date);
    const { collection } = await owner.collections.createDataCollectionField("Notes", {
      field: { key: "text", type: "TEXT", required: true },
    });
    expect(collection.fields).toContainEqual(expect.objectContaining({ key: "text", required: true }));
    await expect(
      owner.collections.updateDataCollection({ _id: "Notes", displayName: "Late", revision: made.revision }),
    ).rejects.toMatchObject({ kind: "conflict", code: "COLLECTION_CHANGED" });
    await owner.collections.patchDataCollection("Notes", { displayName: "Letters" });
    expect(await owner.collections.getDataCollection("Notes")).toMatchObject({ displayName: "Letters" });
    const { collections: all } = await owner.collections.listDataCollections({
      sort: { fieldName: "displayName", direction: "ASC" },
    });
    expect(all.map(({ _id }) => _id)).toEqual(expect.arrayContaining(["Cooks", "Notes", "Recipes"]));

    const { dataPermissions: levels } = await owner.dataPermissions.updatePermissions("Notes", {
      itemRead: "CMS_EDITOR",
    });
    expect(levels).toMatchObject({ _id: "Notes", itemRead: "CMS_EDITOR" });
    await expect(visitor.items.query("Notes").find()).rejects.toMatchObject({ code: "WDE0027" });
    await owner.collections.deleteDataCollection("Notes");
    await expect(owner.collections.getDataCollection("Notes")).rejects.toMatchObject({ code: "WDE0025" });
  });
});

describe("ids that require encoding in URLs", () => {
  it("work for items", async () => {
    const ids = ["..", ".", "a/b", "a\\b", "a;b", "query", "?", "#", "%2e%2e", "ä/€"];
    for (const _id of ids) await owner.items.insert("Cooks", { _id, name: `Cook ${_id}`, more: 1 });
    const { client: reader } = await member();
    const flags = { consistentRead: true, showDrafts: true, suppressHooks: true, suppressAuth: true };
    const everyOption = { ...flags, fields: ["name"], includeReferences: [], language: "en" };
    for (const _id of ids) {
      expect(await reader.items.get("Cooks", _id)).toMatchObject({ _id, name: `Cook ${_id}` });
      expect(await owner.items.get("Cooks", _id, everyOption)).toEqual({ _id, name: `Cook ${_id}` });
    }
    expect(await visitor.items.get("Cooks", "no/body")).toBeNull();
    await expect(visitor.items.get("Nowhere", "a/b")).rejects.toMatchObject({ code: "WDE0025" });
    expect(await owner.items.bulkRemove("Cooks", ids)).toMatchObject({ removed: ids.length });
  });

  it("work for collections with a slash", async () => {
    const _id = "shop/Products";
    await owner.collections.createDataCollection({ _id, displayName: "Products", permissions: everybody });
    expect(await owner.collections.getDataCollection(_id)).toMatchObject({ _id, displayName: "Products" });
    await owner.items.insert(_id, { _id: "lamp" });
    expect(await visitor.items.get(_id, "lamp")).toMatchObject({ _id: "lamp" });
    expect(await visitor.views.getCollectionView(_id)).toMatchObject({ id: _id });
    await owner.collections.deleteDataCollection(_id);
    await expect(owner.collections.getDataCollection(_id)).rejects.toMatchObject({ code: "WDE0025" });
  });
});
