import { collectionPath } from "@porchlight/react";
import { expect, it } from "vitest";
import { parseCollectionUrl } from "./collection-loader.ts";

it.each([
  "a",
  "a/b",
  "..",
  ".",
  "...",
  "~",
  "~..",
  "~~.",
  "~a",
  "a\\b",
  "a;b",
  "100%",
  "%2e%2e",
  "?#",
  " ä€🎈",
  "edit",
  "query",
])("an item with id %j has a page and a form", (itemId) => {
  for (const collectionId of ["Books", "shop/Products"]) {
    const path = collectionPath(collectionId, itemId);
    const at = (address: string) => parseCollectionUrl(new URL(address, "https://site.example"));
    expect(at(path)).toEqual({ collectionId, itemId, isForm: false });
    expect(at(`${path}/edit`)).toEqual({ collectionId, itemId, isForm: true });
  }
});

it("a legacy URL refers to the same item", () => {
  expect(parseCollectionUrl(new URL("https://site.example/collections/Books/~a"))).toMatchObject({ itemId: "~a" });
});
