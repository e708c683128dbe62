import { describe, expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const levels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Books", levels);
const call = (path: string, body: object) =>
  callers.call("visitor", `/wix-data/v2${path}`, { dataCollectionId: "Books", ...body });
const items = [
  { id: "1", data: { title: "A house in Bath", by: { name: "Jane" }, tags: ["sea", "old"], pages: 7 } },
  { id: "2", data: { title: "The sea", by: { name: "Bath" }, tags: ["deep"] } },
  { id: "3", data: { title: "Nothing", notes: ["bath", "sea"] } },
];
await call("/bulk/items/insert", { dataItems: items });
const search = async (expression: string, fields: string[], more: object = {}, query: object = {}) =>
  call("/items/search", { search: { ...query, search: { expression, fields, ...more } } });
const found = async (...args: Parameters<typeof search>) =>
  (await search(...args)).body.dataItems.map(({ id }: { id: string }) => id);

describe("search in fields", () => {
  it("finds words only in the texts of these fields, at any depth", async () => {
    expect(await found("bath", [])).toEqual(["1", "2", "3"]);
    expect(await found("bath", ["title"])).toEqual(["1"]);
    expect(await found("bath", ["by"])).toEqual(["2"]);
    expect(await found("bath", ["by.name"])).toEqual(["2"]);
    expect(await found("sea", ["tags", "title"])).toEqual(["1", "2"]);
    // Each word may be in another field.
    expect(await found("sea bath", ["title", "tags"])).toEqual(["1"]);
    expect(await found("sea bath", ["title", "tags"], { mode: "OR" })).toEqual(["1", "2"]);
    expect(await found("bath", ["nowhere"])).toEqual([]);
    expect(await found("7", ["pages"])).toEqual([]);
  });

  it("uses the same fields on all pages", async () => {
    const first = await search("sea", ["tags", "title"], {}, { cursorPaging: { limit: 1 } });
    expect(first.body.dataItems[0].id).toBe("1");
    const cursorPaging = { limit: 5, cursor: first.body.pagingMetadata.cursors.next };
    expect(await found("sea", [], {}, { cursorPaging })).toEqual(["2"]);
  });

  it("rejects invalid field names", async () => {
    for (const name of ["a b", "a'b", "$x", "", "a.b.c.d.e.f"])
      expect(codeIn(await search("sea", [name]))).toBe("WDE0048");
    expect(
      (
        await search(
          "sea",
          Array.from({ length: 21 }, (_, n) => `f${n}`),
        )
      ).status,
    ).toBe(400);
    expect((await search("sea", ["__proto__"])).status).toBe(200);
  });
});
