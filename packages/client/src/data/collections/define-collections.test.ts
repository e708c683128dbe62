import { describe, expect, expectTypeOf, it } from "vitest";
import { defineCollections, type ItemOf } from "../index.ts";
import { itemsClient } from "../items/items-fixture.ts";

const fields = {
  Recipes: {
    title: { type: "TEXT", required: true },
    minutes: "NUMBER",
    vegan: "BOOLEAN",
    eaten: "DATETIME",
    tags: "ARRAY_STRING",
    author: { type: "REFERENCE", to: "Authors" },
    likedBy: { type: "MULTI_REFERENCE", to: "Authors" },
  },
  Authors: { name: { type: "TEXT", required: true }, best: { type: "REFERENCE", to: "Recipes" } },
} as const;
const { Recipes, Authors } = defineCollections(fields);
type Recipe = ItemOf<typeof fields, "Recipes">;

const found = (...data: object[]) => ({ body: { dataItems: data.map((item) => ({ data: item })) } });

describe("defineCollections", () => {
  it("returns collection names", () => {
    expect([Recipes, Authors]).toEqual(["Recipes", "Authors"]);
  });

  it("allows references only between defined collections", () => {
    expect(defineCollections({ Reviews: { recipe: { type: "REFERENCE", to: "Reviews" } } })).toEqual({
      Reviews: "Reviews",
    });
    // @ts-expect-error There is no such collection.
    expect(defineCollections({ Reviews: { recipe: { type: "REFERENCE", to: "Recipe" } } })).toEqual({
      Reviews: "Reviews",
    });
    // @ts-expect-error There is no such type.
    expect(defineCollections({ Reviews: { stars: "NUMBR" } })).toEqual({ Reviews: "Reviews" });
  });

  it("types the items", async () => {
    const { items } = itemsClient(found({ _id: "1", title: "Soup" }));
    const { items: recipes } = await items.query(Recipes).find();
    expectTypeOf(recipes[0]).toExtend<Recipe | undefined>();
    expectTypeOf<Recipe["title"]>().toEqualTypeOf<string>();
    expectTypeOf<Recipe["minutes"]>().toEqualTypeOf<number | null | undefined>();
    expectTypeOf<Recipe["eaten"]>().toEqualTypeOf<Date | null | undefined>();
    expectTypeOf<Recipe["tags"]>().toEqualTypeOf<string[] | null | undefined>();
    expectTypeOf<Recipe["_createdDate"]>().toEqualTypeOf<Date>();
    expect(recipes[0]?.title).toBe("Soup");
  });

  it("rejects wrong types at compile time", async () => {
    const { items, sent } = itemsClient(found({ _id: "1", title: "Soup", author: { name: "Ada" } }));
    const query = items
      .query(Recipes)
      .eq("title", "Soup")
      .eq("minutes", null)
      .gt("minutes", 5)
      .between("eaten", new Date(0), new Date(1))
      .contains("title", "ou")
      .hasSome("tags", "quick", ["easy"])
      .startsWith("author.name", "A")
      .ascending("title", "_createdDate");
    // @ts-expect-error There is no such field.
    query.eq("titel", "Soup");
    // @ts-expect-error A number is compared with a number.
    query.gt("minutes", "5");
    // @ts-expect-error A truth has no beginning.
    query.startsWith("vegan", "t");
    // @ts-expect-error A text is among texts.
    query.in("title", 5);
    // @ts-expect-error There is no such field.
    query.descending("minute");
    // @ts-expect-error A list's members are texts.
    query.hasAll("tags", 5);

    const { items: whole } = await query.include("author").find();
    expectTypeOf(whole[0]?.author?.name).toEqualTypeOf<string | undefined>();
    expect(whole[0]?.author?.name).toBe("Ada");

    const { items: parts } = await query.fields("title").find();
    expectTypeOf(parts[0]).toEqualTypeOf<Pick<Recipe, "title" | "_id"> | undefined>();
    expect(sent).toHaveLength(2);
  });

  it("types distinct values, also of lists", async () => {
    const { items } = itemsClient({ body: { distinctValues: ["quick", null] } });
    const { items: tags } = await items.query(Recipes).distinct("tags");
    expectTypeOf(tags).toEqualTypeOf<(string | null)[]>();
    const { values } = await items.distinct(Recipes, "minutes");
    expectTypeOf(values).toEqualTypeOf<(number | null)[]>();
    expect(tags).toEqual(values);
  });

  it("requires complete items for writes", async () => {
    const { items, sent } = itemsClient({ body: { dataItem: { data: { _id: "1", title: "Soup" } } } });
    const written = await items.insert(Recipes, { title: "Soup", author: "a-1" });
    expectTypeOf(written.title).toEqualTypeOf<string>();
    const unsaid: { minutes: number | undefined; _id: string | undefined } = { minutes: undefined, _id: undefined };
    await items.save(Recipes, { title: "Soup", ...unsaid }, { suppressHooks: undefined, includeReferences: undefined });
    await items.update(Recipes, { _id: "1", title: "Soup", tags: undefined });
    await items.patch(Recipes, "1").setField("minutes", 5).setField("tags", null).appendToArray("tags", "x").run();
    expect(sent).toHaveLength(4);

    const wrong = [
      // @ts-expect-error The title is missing.
      () => items.insert(Recipes, { minutes: 5 }),
      // @ts-expect-error Minutes are a number.
      () => items.insert(Recipes, { title: "Soup", minutes: "5" }),
      // @ts-expect-error An update needs the id.
      () => items.update(Recipes, { title: "Soup" }),
      // @ts-expect-error The title is a text.
      () => items.patch(Recipes, "1").setField("title", 5),
      // @ts-expect-error Every recipe has a title.
      () => items.patch(Recipes, "1").setField("title", null),
      // @ts-expect-error Nothing is added to a text.
      () => items.patch(Recipes, "1").incrementField("title", 5),
      // @ts-expect-error A text has no members.
      () => items.patch(Recipes, "1").appendToArray("title", "x"),
      // @ts-expect-error Tags are texts.
      () => items.patch(Recipes, "1").removeFromArray("tags", 5),
      // @ts-expect-error A search is no filter.
      () => items.query(Recipes).or(items.search(Recipes)),
    ];
    expect(wrong).toHaveLength(9);
  });

  it("is optional: item types may be type arguments or omitted", async () => {
    const { items } = itemsClient(found({ _id: "1", title: "Soup" }));
    const { items: typed } = await items.query<{ title: string }>("Recipes").eq("title", "Soup").find();
    expectTypeOf(typed).toEqualTypeOf<{ title: string }[]>();
    const { items: loose } = await items.query("Recipes").eq("anything", 5).gt("when", new Date(0)).find();
    expectTypeOf(loose[0]?.anything).toEqualTypeOf<unknown>();
    expectTypeOf(loose[0]?._id).toEqualTypeOf<string | undefined>();
    const { items: included } = await items.query("Recipes").include("author").find();
    expectTypeOf(included[0]?._id).toEqualTypeOf<string | undefined>();
    expectTypeOf(included[0]?._createdDate).toEqualTypeOf<Date | undefined>();
    expect(loose).toEqual(typed);
  });
});
