import { fieldTypes } from "@porchlight/contract/data/collections/collection-values";
import { describe, expect, it } from "vitest";
import { collectionsModule, type DescribedCollection } from "./collections-module.ts";

const recipes: DescribedCollection = {
  id: "Recipes",
  displayName: "All recipes",
  strict: true,
  fields: [
    { key: "title", type: "TEXT", required: true, displayName: "Title" },
    { key: "minutes", type: "NUMBER" },
    { key: "spam", type: "NUMBER", displayName: "Spam score", hidden: true },
    { key: "author", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Authors" } } },
    { key: "gone", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Nowhere" } } },
    { key: "_id", type: "TEXT", systemField: true },
  ],
};
const authors: DescribedCollection = { id: "Authors", fields: [] };

describe("collectionsModule", () => {
  it("generates the same types in any order of collections", () => {
    const made = collectionsModule([recipes, authors]);
    expect(made).toBe(`// Made by \`porchlight codegen\`: a change here is gone with its next run.
import { defineCollections, type ItemOf } from ${JSON.stringify("@porchlight/client/data")};

const definitions = {
  Authors: {},
  /** All recipes */
  Recipes: {
    /** Title */
    title: { type: "TEXT", required: true },
    minutes: "NUMBER",
    author: { type: "REFERENCE", to: "Authors" },
    gone: "REFERENCE",
  },
} as const;

/** The collections' names, which know what their items hold. */
export const collections = defineCollections(definitions);

/** An item of a collection, by the collection's name. */
export type Item<Name extends keyof typeof definitions> = ItemOf<typeof definitions, Name>;

/** An item of Authors. */
export type AuthorsItem = ItemOf<typeof definitions, "Authors">;
/** An item of Recipes. */
export type RecipesItem = ItemOf<typeof definitions, "Recipes">;
`);
    expect(collectionsModule([authors, recipes])).toBe(made);
  });

  it("makes required fields optional if items may lack them", () => {
    expect(collectionsModule([{ ...recipes, strict: false }])).not.toContain("required");
  });

  it("maps every field type, and unknown types to ANY", () => {
    const fields = [
      ...fieldTypes.map((type) => ({ key: type.toLowerCase(), type })),
      { key: "later", type: "HOLOGRAM" },
    ];
    const made = collectionsModule([{ id: "All", fields: fields as never }]);
    for (const type of fieldTypes) expect(made).toContain(`    ${type.toLowerCase()}: "${type}",`);
    expect(made).toContain('    later: "ANY",');
  });

  it("escapes names", () => {
    const hostile = [
      'a"; process.exit(); //',
      "*/ alert(1) /*",
      "class",
      "__proto__",
      "a-b",
      "x/y",
      "\u2028",
      "`$" + "{1}`",
    ];
    const fields = hostile.map((key) => ({ key, type: "TEXT" as const, displayName: `*/ ${key} \n` }));
    const made = collectionsModule(hostile.map((id) => ({ id, displayName: `*/\n${id}`, fields })));
    const code = made
      .replace(
        /^import .*$/m,
        "const defineCollections = (all) => Object.fromEntries(Object.entries(all).map(([id, fields]) => [id, Object.keys(fields)]));",
      )
      .replace(/^export type .*$/gm, "")
      .replaceAll(" as const", "")
      .replace("export const collections =", "return");
    const read = new Function(code)() as Record<string, string[]>;
    expect(Object.keys(read).sort()).toEqual([...hostile].sort());
    for (const id of hostile) expect(Object.getOwnPropertyDescriptor(read, id)?.value).toEqual(hostile);
  });

  it("generates distinct type names", () => {
    const made = collectionsModule(["a-b", "a_b", "1st", "_"].map((id) => ({ id, fields: [] })));
    const names = [...made.matchAll(/^export type (\w+) =/gm)].map(([, name]) => name);
    expect(names).toEqual(["Collection1stItem", "CollectionItem", "ABItem", "ABItem2"]);
  });
});
