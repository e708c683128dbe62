import { describe, expect, expectTypeOf, it } from "vitest";
import { defineCollections, type ItemOf } from "./index.ts";
import { itemsClient } from "./items-fixture.ts";

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

describe("collections that are defined", () => {
  it("are their names", () => {
    expect([Recipes, Authors]).toEqual(["Recipes", "Authors"]);
  });

  it("tell what their items hold", async () => {
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

  it("let only what fits through the compiler", async () => {
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

  it("let only whole items be written", async () => {
    const { items, sent } = itemsClient({ body: { dataItem: { data: { _id: "1", title: "Soup" } } } });
    const written = await items.insert(Recipes, { title: "Soup", author: "a-1" });
    expectTypeOf(written.title).toEqualTypeOf<string>();
    await items.update(Recipes, { _id: "1", title: "Soup" });
    await items.patch(Recipes, "1").setField("minutes", 5).setField("tags", null).appendToArray("tags", "x").run();
    expect(sent).toHaveLength(3);

    const wrong = [
      // @ts-expect-error The title is missing.
      () => items.insert(Recipes, { minutes: 5 }),
      // @ts-expect-error Minutes are a number.
      () => items.insert(Recipes, { title: "Soup", minutes: "5" }),
      // @ts-expect-error An update needs the id.
      () => items.update(Recipes, { title: "Soup" }),
      // @ts-expect-error The title is a text.
      () => items.patch(Recipes, "1").setField("title", 5),
    ];
    expect(wrong).toHaveLength(4);
  });

  it("are not needed: an item may be said beside the name, or not at all", async () => {
    const { items } = itemsClient(found({ _id: "1", title: "Soup" }));
    const { items: typed } = await items.query<{ title: string }>("Recipes").eq("title", "Soup").find();
    expectTypeOf(typed).toEqualTypeOf<{ title: string }[]>();
    const { items: loose } = await items.query("Recipes").eq("anything", 5).gt("when", new Date(0)).find();
    expectTypeOf(loose[0]?.anything).toEqualTypeOf<unknown>();
    expectTypeOf(loose[0]?._id).toEqualTypeOf<string | undefined>();
    expect(loose).toEqual(typed);
  });
});
