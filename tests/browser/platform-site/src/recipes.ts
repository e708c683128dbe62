import { client } from "./client";
import { form, h } from "./dom";
import { show } from "./main";

const collection = "Recipes";

export async function recipesPage(): Promise<HTMLElement> {
  const quick = client.items.query(collection).le("minutes", 30).or(client.items.query(collection).eq("cold", true));
  const [all, { items: quickRecipes }, newest] = await Promise.all([
    client.items.query(collection).ascending("title").limit(10).find({ returnTotalCount: true }),
    quick.ne("title", "Water").descending("minutes").find(),
    client.items.query(collection).isNotEmpty("title").descending("_createdDate").limit(1).find(),
  ]);
  return h(
    "section",
    {},
    h("h1", {}, `Recipes: ${all.totalCount}`),
    h("p", {}, `Quick: ${quickRecipes.map(({ title }) => title).join(", ")}`),
    h("p", {}, `Newest: ${newest.items[0]?.title}`),
    h(
      "ul",
      {},
      ...all.items.map((recipe) =>
        h(
          "li",
          {},
          `${recipe.title} (${recipe.minutes} min) `,
          h(
            "button",
            {
              async click() {
                await client.items.update(collection, { ...recipe, minutes: recipe.minutes + 5 });
                await show();
              },
            },
            `Slower ${recipe.title}`,
          ),
          h(
            "button",
            {
              async click() {
                await client.items.remove(collection, recipe._id);
                await show();
              },
            },
            `Remove ${recipe.title}`,
          ),
        ),
      ),
    ),
    form({ title: "Title", minutes: "Minutes" }, "Add", async ({ title, minutes }) => {
      const recipe = await client.items.insert(collection, { title, minutes: Number(minutes), cold: false });
      await show();
      return recipe._id;
    }),
  );
}
