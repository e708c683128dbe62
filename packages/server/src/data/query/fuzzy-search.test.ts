import { describe, expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const levels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Recipes", levels);
const call = (path: string, body: object) =>
  callers.call("visitor", `/wix-data/v2${path}`, { dataCollectionId: "Recipes", ...body });
const texts = {
  cake: "A chocolate cake",
  soup: { name: "Kürbissuppe", tags: ["SOUP", "autumn"] },
  tea: "Tea (a+b) with 100% lemon",
  bread: "sourdough bread",
};
await call("/bulk/items/insert", {
  dataItems: Object.entries(texts).map(([id, text]) => ({ id, data: { text } })),
});
const search = (expression: string, more: object = {}, query: object = {}) =>
  call("/items/search", { search: { ...query, search: { expression, fuzzy: true, ...more } } });
const found = async (...args: Parameters<typeof search>) =>
  (await search(...args)).body.dataItems.map(({ id }: { id: string }) => id);

describe("fuzzy search", () => {
  it.each([
    ["a letter is wrong", "chocalate", "cake"],
    ["one is missing", "choclate", "cake"],
    ["one is too much", "chocoolate", "cake"],
    ["two have changed places", "chocoltae", "cake"],
    ["there is a slip in each half of a long word", "chcolatte", "cake"],
    ["the first letter is wrong", "xread", "bread"],
    ["the first is missing", "read", "bread"],
    ["the last is wrong", "breax", "bread"],
    ["it is in another case", "SOURDUOGH", "bread"],
    ["it is a sign beyond ASCII", "kurbissuppe", "soup"],
    ["it is deep in an item", "autunm", "soup"],
    ["there is none", "lemon", "tea"],
  ])("finds a word in which %s", async (_what, word, id) => {
    expect(await found(word)).toEqual([id]);
  });

  it("finds no other words, and no typos without the option", async () => {
    for (const word of ["chcltx", "tex", "caxx", "broth", "soqq"])
      expect([word, await found(word)]).toEqual([word, []]);
    expect(await found("chocalate", { fuzzy: false })).toEqual([]);
    expect(await found("chocalate", { fuzzy: undefined })).toEqual([]);
    // Short words only match exactly.
    expect([await found("tea"), await found("tae")]).toEqual([["tea"], []]);
    expect(await found("chocalate", { fields: ["other"] })).toEqual([]);
  });

  it("matches all words or any, on all pages", async () => {
    expect(await found("chocalate caek")).toEqual(["cake"]);
    expect(await found("chocalate bred")).toEqual([]);
    const first = await search("chocalate bred", { mode: "OR" }, { cursorPaging: { limit: 1 } });
    const cursor = first.body.pagingMetadata.cursors.next;
    const next = await call("/items/search", {
      search: { cursorPaging: { limit: 5, cursor }, search: { expression: "anything" } },
    });
    expect([first, next].map(({ body }) => body.dataItems.map(({ id }: { id: string }) => id))).toEqual([
      ["bread"],
      ["cake"],
    ]);
  });

  it("treats special characters literally", async () => {
    for (const expression of ["(a+b)", "100%", "....", "[^a]", "\\m\\m\\m", "*****", "a{1,9}", "$$$$", "🦄🦄🦄🦄🦄"])
      expect([expression, (await search(expression)).status]).toEqual([expression, 200]);
    expect(await found("(a+b)")).toEqual(["tea"]);
    expect(await found("(a+c)")).toEqual([]);
    expect(await found("....")).toEqual([]);
  });

  it("is not slower for long or similar words", async () => {
    await call("/items", { dataItem: { id: "long", data: { text: "ab".repeat(100_000) } } });
    const words = Array.from({ length: 10 }, (_, n) => `${"ab".repeat(19)}${n}`);
    expect((await search(words.join(" "))).status).toBe(200);
    expect((await search("a".repeat(1000))).status).toBe(200);
    await call("/items/remove", { dataItemId: "long" });
  });
});
