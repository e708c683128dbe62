import type { CollectionView, ItemOf } from "@porchlight/client/data";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ItemForm } from "./form/item-form.tsx";
import { ItemView } from "./item-view.tsx";
import { CollectionList } from "./list/collection-list.tsx";

interface Letter {
  _id: string;
  title: string;
}
type Recipe = ItemOf<{ Recipes: { title: { type: "TEXT"; required: true }; minutes: "NUMBER" } }, "Recipes">;

const title = { key: "title", displayName: "Title", type: "TEXT" } as CollectionView["fields"][number];
const view: CollectionView = {
  id: "Recipes",
  displayName: "Recipes",
  displayField: "title",
  layout: "TABLE",
  fields: [title],
  listFields: ["title"],
  searchFields: [],
  filterFields: [],
  access: { insert: "ALL", update: "ALL", remove: "ALL" },
} as never;

describe("item components", () => {
  it("accept items of any type", () => {
    const recipe: Recipe = { _id: "1", title: "Soup", _createdDate: new Date(0), _updatedDate: new Date(0) };
    const letter: Letter = { _id: "2", title: "Dear Ada" };
    const page = (
      <>
        <CollectionList view={view} items={[recipe]} loadMore={async () => ({ items: [letter] })} />
        <CollectionList view={view} items={[letter]} />
        <ItemView view={view} item={recipe} />
        <ItemForm
          view={view}
          item={recipe}
          readAgain={async () => recipe}
          save={async () => undefined}
          cancelHref="/"
        />
      </>
    );
    const html = renderToString(page);
    expect(html.match(/Soup/g)?.length).toBeGreaterThanOrEqual(3);
    expect(html).toContain("Dear Ada");
  });
});
