import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, type Levels, putCollection } from "../../../test/data/collections.ts";
import { type Listening, listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
let pairs = 0;

const many = (key: string, referencedCollectionId: string, referencingFieldKey?: string, more: object = {}) => ({
  key,
  type: "MULTI_REFERENCE" as const,
  typeMetadata: {
    multiReference: { referencedCollectionId, ...(referencingFieldKey && { referencingFieldKey }), ...more },
  },
});
type Field = { key: string; displayName?: string; typeMetadata?: { multiReference?: Record<string, unknown> } };
const fieldsOf = async (id: string): Promise<Field[]> =>
  (await callers.call("owner", `/wix-data/v2/collections/${id}`, {}, "GET")).body.collection.fields.filter(
    ({ systemField }: { systemField?: boolean }) => !systemField,
  );
const keysOf = async (id: string) => (await fieldsOf(id)).map(({ key }) => key);
const own = (path: string, body: object, method?: string) =>
  callers.call("owner", `/wix-data/v2/collections${path}`, body, method);

function at(dataCollectionId: string) {
  const call = (caller: CallerName, path: string, body: object = {}) =>
    callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
  const references = (field: string, item: string, others: string[]) => ({
    dataItemReferences: others.map((referencedItemId) => ({
      referringItemFieldName: field,
      referringItemId: item,
      referencedItemId,
    })),
  });
  return {
    id: dataCollectionId,
    call,
    insert: (caller: CallerName, id: string, data: object = {}) => call(caller, "/items", { dataItem: { id, data } }),
    add: (caller: CallerName, field: string, item: string, ...others: string[]) =>
      call(caller, "/bulk/items/insert-references", references(field, item, others)),
    removeReferences: (caller: CallerName, field: string, item: string, ...others: string[]) =>
      call(caller, "/bulk/items/remove-references", references(field, item, others)),
    set: (caller: CallerName, field: string, item: string, ...others: string[]) =>
      call(caller, "/items/replace-references", {
        referringItemFieldName: field,
        referringItemId: item,
        newReferencedItemIds: others,
      }),
    async listed(caller: CallerName, field: string, item: string): Promise<string[]> {
      const response = await call(caller, "/items/query-referenced", {
        referringItemFieldName: field,
        referringItemId: item,
        returnTotalCount: true,
      });
      const results: { dataItem?: { id: string } }[] = response.body.results;
      expect(response.body.pagingMetadata.total).toBe(results.length);
      return results.map(({ dataItem }) => dataItem?.id ?? "unresolved");
    },
  };
}

/** Creates collections of recipes and tags with bidirectional references. */
async function newPair(recipeLevels: Levels = publicLevels, tagLevels: Levels = publicLevels) {
  const [recipesId, tagsId] = [`Recipes${++pairs}`, `Tags${pairs}`];
  await putCollection(server, callers, tagsId, tagLevels);
  await putCollection(server, callers, recipesId, recipeLevels, { fields: [many("tags", tagsId, "recipes")] });
  return { recipes: at(recipesId), tags: at(tagsId) };
}

describe("bidirectional reference field", () => {
  it("creates the mirror field in the other collection", async () => {
    const tagsId = "Labels";
    await own("", { collection: { id: tagsId, fields: [{ key: "title", type: "TEXT" }] } });
    const field = many("labels", tagsId, "books", { referencingDisplayName: "Books" });
    await own("", { collection: { id: "Books", fields: [{ ...field, displayName: "Labels" }] } });
    expect((await fieldsOf(tagsId)).at(-1)).toMatchObject({
      key: "books",
      displayName: "Books",
      type: "MULTI_REFERENCE",
      typeMetadata: {
        multiReference: {
          referencedCollectionId: "Books",
          referencingFieldKey: "labels",
          referencingDisplayName: "Labels",
          mirror: true,
        },
      },
    });
    expect((await fieldsOf("Books"))[0]!.typeMetadata!.multiReference).not.toHaveProperty("mirror");
  });

  it("creates the mirror field with a later collection, and accepts both definitions in either order", async () => {
    await own("", { collection: { id: "Early", fields: [many("to", "Late", "from")] } });
    await own("", { collection: { id: "Late" } });
    expect(await keysOf("Late")).toEqual(["from"]);
    const [early, late] = [await fieldsOf("Early"), await fieldsOf("Late")];
    for (const id of ["Early", "Late"]) await own(`/${id}`, {}, "DELETE");
    // The definition of the mirror field marks it as one.
    await own("", { collection: { id: "Late", fields: late } });
    const made = await own("", { collection: { id: "Early", fields: early } });
    expect(made.status).toBe(200);
    expect([await fieldsOf("Early"), await fieldsOf("Late")]).toEqual([early, late]);
  });

  it("is rejected if the name is taken in the other collection, or is that of the field itself", async () => {
    await own("", { collection: { id: "Taken", fields: [{ key: "back", type: "TEXT" }, many("all", "Elsewhere")] } });
    for (const field of [many("to", "Taken", "back"), many("to", "Taken", "all"), many("to", "Refused", "to")]) {
      const response = await own("", { collection: { id: "Refused", fields: [field] } });
      expect([response.status, codeIn(response)]).toEqual([409, "FIELD_EXISTS"]);
    }
    expect(await keysOf("Taken")).toEqual(["back", "all"]);
    const two = [many("a", "Taken", "both"), many("b", "Taken", "both")];
    expect(codeIn(await own("", { collection: { id: "Refused", fields: two } }))).toBe("FIELD_EXISTS");
    const strange = await own("", { collection: { id: "Refused", fields: [many("to", "Taken", "_id")] } });
    expect(strange.status).toBe(400);
    expect((await own("/Refused", {}, "GET")).status).toBe(404);
  });

  it("becomes a one-way field when its mirror is deleted, and deletes its mirror with itself", async () => {
    const { recipes, tags } = await newPair();
    await recipes.insert("owner", "scones");
    await tags.insert("owner", "sweet");
    await recipes.add("owner", "tags", "scones", "sweet");
    // A full definition without the mirror field keeps it.
    await own(`/${tags.id}`, { dataCollection: { fields: [{ key: "title", type: "TEXT" }] } }, "PATCH");
    expect(await keysOf(tags.id)).toEqual(["title", "recipes"]);
    await own("/delete-field", { dataCollectionId: tags.id, fieldKey: "recipes" });
    expect(await fieldsOf(recipes.id)).toMatchObject([{ key: "tags" }]);
    expect((await fieldsOf(recipes.id))[0]!.typeMetadata!.multiReference).toEqual({ referencedCollectionId: tags.id });
    expect(await recipes.listed("ada", "tags", "scones")).toEqual(["sweet"]);
    expect(
      codeIn(
        await tags.call("ada", "/items/query-referenced", {
          referringItemFieldName: "recipes",
          referringItemId: "sweet",
        }),
      ),
    ).toBe("WDE0020");

    // A new mirror field shows the existing references.
    const field = many("tags", tags.id, "used");
    await own("/update-field", { dataCollectionId: recipes.id, field });
    expect(await tags.listed("ada", "used", "sweet")).toEqual(["scones"]);
    await own("/delete-field", { dataCollectionId: recipes.id, fieldKey: "tags" });
    expect(await keysOf(tags.id)).toEqual(["title"]);
  });

  it("is restored on both sides with a deleted collection", async () => {
    const { recipes, tags } = await newPair();
    await recipes.insert("owner", "scones");
    await tags.insert("owner", "sweet");
    await recipes.add("owner", "tags", "scones", "sweet");
    await own(`/${recipes.id}`, {}, "DELETE");
    expect(
      codeIn(
        await tags.call("ada", "/items/query-referenced", {
          referringItemFieldName: "recipes",
          referringItemId: "sweet",
        }),
      ),
    ).toBe("WDE0025");
    expect((await tags.call("ada", "/items/count", { filter: { recipes: "scones" } })).body).toEqual({ totalCount: 0 });
    await own("/delete-field", { dataCollectionId: tags.id, fieldKey: "recipes" });
    await own(`/restore/${recipes.id}`, {});
    expect(await tags.listed("ada", "recipes", "sweet")).toEqual(["scones"]);

    // A field that has taken the name in the meantime stays.
    await own(`/${recipes.id}`, {}, "DELETE");
    await own(`/${tags.id}`, { dataCollection: { fields: [{ key: "recipes", type: "TEXT" }] } }, "PATCH");
    expect((await own(`/restore/${recipes.id}`, {})).status).toBe(200);
    expect(await recipes.listed("ada", "tags", "scones")).toEqual(["sweet"]);
    expect((await fieldsOf(recipes.id))[0]!.typeMetadata!.multiReference).toEqual({ referencedCollectionId: tags.id });
  });

  it("gets its mirror with the next change if it predates mirrors, unless the name is taken", async () => {
    await own("", { collection: { id: "Olds", fields: [many("to", "News"), many("on", "News"), many("up", "News")] } });
    await own("", { collection: { id: "News", fields: [{ key: "text", type: "TEXT" }] } });
    const [olds, news] = [at("Olds"), at("News")];
    await olds.insert("owner", "o");
    for (const id of ["n", "gone"]) await news.insert("owner", id);
    await olds.add("owner", "to", "o", "n", "gone");
    await news.call("owner", "/items/remove", { dataItemId: "gone" });
    const fields = [many("to", "News", "from"), many("on", "News", "text"), many("up", "News", "no name")];
    await server.context.db
      .updateTable("data_collections")
      .set({ definition: JSON.stringify({ fields, plugins: [] }) })
      .where("id", "=", "Olds")
      .execute();
    expect(await olds.listed("owner", "to", "o")).toEqual(["n"]);
    const changed = await own("/create-field", { dataCollectionId: "News", field: { key: "more", type: "TEXT" } });
    expect(changed.body.collection.fields.map(({ key }: Field) => key).slice(0, 3)).toEqual(["text", "more", "from"]);
    expect(await news.listed("owner", "from", "n")).toEqual(["o"]);
    const metas = (await fieldsOf("Olds")).map(
      ({ typeMetadata }) => typeMetadata!.multiReference!["referencingFieldKey"],
    );
    expect(metas).toEqual(["from", undefined, "no name"]);
  });

  it("may refer to its own collection", async () => {
    await putCollection(server, callers, "People", publicLevels, { fields: [many("follows", "People", "followers")] });
    const people = at("People");
    expect(await keysOf("People")).toEqual(["follows", "followers"]);
    for (const id of ["ann", "ben", "cy"]) await people.insert("owner", id);
    await people.add("ada", "follows", "ann", "ben", "ann");
    await people.add("ada", "followers", "ben", "cy");
    expect(await people.listed("ada", "followers", "ben")).toEqual(["ann", "cy"]);
    expect(await people.listed("ada", "follows", "ann")).toEqual(["ben", "ann"]);
    expect(await people.listed("ada", "followers", "ann")).toEqual(["ann"]);
  });

  it("is joined with an existing field and its references", async () => {
    await putCollection(server, callers, "Songs", publicLevels, { fields: [many("singers", "Singers")] });
    await putCollection(server, callers, "Singers", publicLevels, { fields: [many("songs", "Songs")] });
    const [songs, singers] = [at("Songs"), at("Singers")];
    for (const id of ["s1", "s2"]) await songs.insert("owner", id);
    for (const id of ["a", "b", "gone"]) await singers.insert("owner", id);
    await songs.add("owner", "singers", "s1", "a", "gone");
    await singers.add("owner", "songs", "b", "s1", "s2");
    await singers.call("owner", "/items/remove", { dataItemId: "gone" });
    await own("/update-field", { dataCollectionId: "Songs", field: many("singers", "Singers", "songs") });
    expect(await songs.listed("ada", "singers", "s1")).toEqual(["a", "b"]);
    expect(await singers.listed("ada", "songs", "b")).toEqual(["s1", "s2"]);
  });
});

describe("bidirectional references", () => {
  it("are read and changed from either side", async () => {
    const { recipes, tags } = await newPair();
    for (const id of ["scones", "soup"]) await recipes.insert("ada", id, { title: id });
    for (const id of ["sweet", "warm", "quick"]) await tags.insert("ada", id, { label: id });
    await recipes.add("ada", "tags", "scones", "sweet", "warm");
    await tags.add("ada", "recipes", "warm", "soup", "scones");
    expect(await recipes.listed("ada", "tags", "scones")).toEqual(["sweet", "warm"]);
    expect(await tags.listed("ada", "recipes", "warm")).toEqual(["scones", "soup"]);
    const isReferenced = async (referencedItemId: string) =>
      (
        await tags.call("ada", "/items/is-referenced", {
          referringItemFieldName: "recipes",
          referringItemId: "sweet",
          referencedItemId,
        })
      ).body.isReferenced;
    expect([await isReferenced("scones"), await isReferenced("soup"), await isReferenced("none")]).toEqual([
      true,
      false,
      false,
    ]);

    const included = await tags.call("ada", "/items/query", {
      query: {},
      includeReferences: [{ field: "recipes", limit: 1 }],
    });
    expect(
      included.body.dataItems.map(({ data }: { data: { recipes: { title: string }[] } }) =>
        data.recipes.map(({ title }) => title),
      ),
    ).toEqual([[], ["scones"], ["scones"]]);
    for (const [filter, found] of [
      [{ recipes: "soup" }, ["warm"]],
      [{ recipes: { $hasAll: ["soup", "scones"] } }, ["warm"]],
      [{ "recipes.title": "scones" }, ["sweet", "warm"]],
      [{ recipes: null }, ["quick"]],
    ] as const) {
      const response = await tags.call("ada", "/items/query", { query: { filter } });
      expect([filter, response.body.dataItems.map(({ id }: { id: string }) => id)]).toEqual([filter, found]);
    }
    expect(
      (await tags.call("ada", "/items/query-distinct-values", { fieldName: "recipes" })).body.distinctValues,
    ).toEqual(["scones", "soup"]);

    await tags.removeReferences("ada", "recipes", "warm", "scones");
    expect(await recipes.listed("ada", "tags", "scones")).toEqual(["sweet"]);
    await tags.set("ada", "recipes", "sweet", "soup");
    expect([await recipes.listed("ada", "tags", "scones"), await recipes.listed("ada", "tags", "soup")]).toEqual([
      [],
      ["warm", "sweet"],
    ]);
    await recipes.set("ada", "tags", "soup", "quick", "sweet");
    expect([await recipes.listed("ada", "tags", "soup"), await tags.listed("ada", "recipes", "warm")]).toEqual([
      ["quick", "sweet"],
      [],
    ]);
  });

  it("are deleted with either item", async () => {
    const { recipes, tags } = await newPair();
    for (const id of ["scones", "soup"]) await recipes.insert("owner", id);
    for (const id of ["sweet", "warm"]) await tags.insert("owner", id);
    for (const id of ["scones", "soup"]) await recipes.add("owner", "tags", id, "sweet", "warm");
    await tags.call("owner", "/items/remove", { dataItemId: "sweet" });
    await recipes.call("owner", "/items/remove", { dataItemId: "soup" });
    await tags.insert("owner", "sweet");
    expect(await recipes.listed("ada", "tags", "scones")).toEqual(["warm"]);
    expect([await tags.listed("ada", "recipes", "sweet"), await tags.listed("ada", "recipes", "warm")]).toEqual([
      [],
      ["scones"],
    ]);
    expect(codeIn(await recipes.add("owner", "tags", "scones", "none"))).toBe("WDE0021");
    expect(codeIn(await tags.add("owner", "recipes", "warm", "soup"))).toBe("WDE0021");
  });

  it("may be changed from both sides concurrently", async () => {
    const { recipes, tags } = await newPair();
    const ids = ["1", "2", "3", "4", "5", "6"];
    for (const id of ids) {
      await recipes.insert("owner", id);
      await tags.insert("owner", id);
    }
    const answers = await Promise.all(
      Array.from({ length: 48 }, (_, turn) => {
        const [one, others] = [ids[Math.floor(turn / 2) % 6]!, turn % 4 < 2 ? ids : [...ids].reverse()];
        if (turn % 2 === 0)
          return turn % 3 === 0
            ? recipes.set("owner", "tags", one, ...others)
            : recipes.add("owner", "tags", one, ...others);
        return turn % 3 === 0
          ? tags.set("owner", "recipes", one, ...others)
          : tags.add("owner", "recipes", one, ...others);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const id of ids) expect((await tags.listed("owner", "recipes", id)).toSorted()).toEqual(ids);
  });

  it("are rejected, not lost, while the other item is removed", async () => {
    const { recipes, tags } = await newPair();
    for (let turn = 0; turn < 20; turn += 1) {
      const id = String(turn);
      await recipes.insert("owner", id);
      await tags.insert("owner", id);
      const [added, removed] = await Promise.all([
        turn % 2 === 0 ? recipes.add("owner", "tags", id, id) : tags.add("owner", "recipes", id, id),
        (turn % 2 === 0 ? tags : recipes).call("owner", "/items/remove", { dataItemId: id }),
      ]);
      expect([200, 400]).toContain(added.status);
      expect(removed.status).toBe(200);
      expect(
        await (turn % 2 === 0 ? recipes.listed("owner", "tags", id) : tags.listed("owner", "recipes", id)),
      ).toEqual([]);
    }
  });
});

describe("access to bidirectional references", () => {
  const authors = {
    read: "ANYONE",
    insert: "SITE_MEMBER",
    update: "SITE_MEMBER_AUTHOR",
    remove: "SITE_MEMBER_AUTHOR",
  } as const;
  const editors = { read: "ANYONE", insert: "CMS_EDITOR", update: "CMS_EDITOR", remove: "CMS_EDITOR" } as const;

  it("requires update access to the items of the original field for changes from either side", async () => {
    const { recipes, tags } = await newPair(authors, publicLevels);
    await recipes.insert("ada", "hers");
    await recipes.insert("bob", "his");
    await tags.insert("ada", "sweet");
    expect((await recipes.add("ada", "tags", "hers", "sweet")).status).toBe(200);
    expect((await tags.add("bob", "recipes", "sweet", "his")).status).toBe(200);
    // Update access to a tag does not suffice to change recipes of others.
    for (const change of [tags.add, tags.removeReferences, tags.set] as const) {
      const refused = await change("visitor", "recipes", "sweet", "hers");
      expect([refused.status, codeIn(refused)]).toEqual([403, "WDE0027"]);
    }
    for (const change of [tags.add, tags.removeReferences] as const)
      expect(codeIn(await change("bob", "recipes", "sweet", "hers"))).toBe("WDE0027");
    expect(codeIn(await tags.set("bob", "recipes", "sweet"))).toBe("WDE0027");
    expect(await recipes.listed("bob", "tags", "hers")).toEqual(["sweet"]);
    expect((await tags.removeReferences("bob", "recipes", "sweet", "his")).status).toBe(200);
    expect(await tags.listed("bob", "recipes", "sweet")).toEqual(["hers"]);
  });

  it("is not granted by access to the referenced items alone", async () => {
    const { recipes, tags } = await newPair(publicLevels, editors);
    await recipes.insert("ada", "scones");
    await tags.insert("editor", "sweet");
    // From its own side, the field requires the same access as a one-way field.
    expect((await recipes.add("ada", "tags", "scones", "sweet")).status).toBe(200);
    expect(codeIn(await tags.removeReferences("ada", "recipes", "sweet", "scones"))).toBe("WDE0027");
    expect((await tags.removeReferences("editor", "recipes", "sweet", "scones")).status).toBe(200);
  });

  it("requires read access to both items for reads, and reveals nothing about others", async () => {
    const { recipes: diary, tags: places } = await newPair(
      { ...publicLevels, read: "SITE_MEMBER_AUTHOR", insert: "SITE_MEMBER_AUTHOR" },
      publicLevels,
    );
    await places.insert("owner", "park");
    await places.insert("owner", "lake");
    await diary.insert("ada", "a1", { text: "hush" });
    await diary.insert("bob", "b1");
    await diary.add("ada", "tags", "a1", "park", "lake");
    await diary.add("bob", "tags", "b1", "park");
    expect(await places.listed("bob", "recipes", "park")).toEqual(["b1"]);
    expect(await places.listed("bob", "recipes", "lake")).toEqual([]);
    expect((await places.listed("editor", "recipes", "park")).toSorted()).toEqual(["a1", "b1"]);
    for (const filter of [{ recipes: "a1" }, { "recipes.text": "hush" }, { "recipes._id": "a1" }]) {
      const counted = async (caller: CallerName) =>
        (await places.call(caller, "/items/count", { filter })).body.totalCount;
      expect([filter, await counted("bob"), await counted("ada")]).toEqual([filter, 0, 2]);
    }
    const empty = await places.call("bob", "/items/query", { query: { filter: { recipes: null } } });
    expect(empty.body.dataItems.map(({ id }: { id: string }) => id)).toEqual(["lake"]);
    const values = await places.call("bob", "/items/query-distinct-values", {
      fieldName: "recipes",
      returnTotalCount: true,
    });
    expect([values.body.distinctValues, values.body.pagingMetadata.total]).toEqual([["b1"], 1]);
    const groups = await places.call("bob", "/items/aggregate", {
      aggregation: { groupingFields: ["recipes"], operations: [{ resultFieldName: "n", itemCount: {} }] },
    });
    expect(JSON.stringify(groups.body)).not.toContain('"a1"');
    const included = await places.call("bob", "/items/query", {
      query: {},
      includeReferences: [{ field: "recipes", limit: 1 }],
    });
    expect(JSON.stringify(included.body)).not.toMatch(/"a1"|hush/);
    expect(included.body.dataItems[1].data.recipes).toMatchObject([{ _id: "b1" }]);
    const isReferenced = (referencedItemId: string) =>
      places.call("bob", "/items/is-referenced", {
        referringItemFieldName: "recipes",
        referringItemId: "park",
        referencedItemId,
      });
    expect([(await isReferenced("a1")).body, (await isReferenced("none")).body]).toEqual([
      { isReferenced: false },
      { isReferenced: false },
    ]);

    // Invisible references cannot be removed, and are reported as missing.
    expect(codeIn(await places.add("bob", "recipes", "park", "a1"))).toBe("WDE0021");
    expect((await places.removeReferences("bob", "recipes", "park", "a1", "none")).status).toBe(200);
    expect((await places.set("bob", "recipes", "park")).status).toBe(200);
    expect(await places.listed("editor", "recipes", "park")).toEqual(["a1"]);
    const strangers = await places.call("visitor", "/items/query-referenced", {
      referringItemFieldName: "recipes",
      referringItemId: "park",
    });
    expect(strangers.body.results).toEqual([]);
    expect(codeIn(await places.add("visitor", "recipes", "park", "a1"))).toBe("WDE0021");
  });

  it("are reported to live queries of callers who may read the referring item", async () => {
    const { recipes: diary, tags: places } = await newPair(
      { ...publicLevels, read: "SITE_MEMBER_AUTHOR" },
      publicLevels,
    );
    await places.insert("owner", "park");
    await diary.insert("ada", "a1");
    const listening = [
      await listen(server.fetch, callers.tokens.ada, {
        dataCollectionId: diary.id,
        includeReferences: [{ field: "tags" }],
      }),
      await listen(server.fetch, callers.tokens.bob, {
        dataCollectionId: places.id,
        includeReferences: [{ field: "recipes" }],
      }),
    ];
    const [hers, his] = listening as [Listening, Listening];
    for (const { count } of listening) await expect.poll(count).toBe(1);
    await places.add("ada", "recipes", "park", "a1");
    await hers.next();
    expect(his.count()).toBe(1);
    await places.insert("owner", "last");
    await his.next();
    await Promise.all(listening.map(({ stop }) => stop()));
  });
});
