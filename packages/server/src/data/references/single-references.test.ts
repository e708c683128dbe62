import { describe, expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const author = {
  key: "author",
  type: "REFERENCE",
  typeMetadata: { reference: { referencedCollectionId: "People" } },
} as const;
await putCollection(server, callers, "People", publicLevels);
await putCollection(server, callers, "Books", publicLevels, { fields: [author] });
const insert = (dataCollectionId: string, items: { id: string; data: object }[]) =>
  callers.call("ada", "/wix-data/v2/bulk/items/insert", { dataCollectionId, dataItems: items });
await insert("People", [
  { id: "x", data: { name: "X", born: 1900 } },
  { id: "y", data: { name: "Y", born: 1901 } },
]);
await insert("Books", [
  { id: "1", data: { author: "y" } },
  { id: "2", data: { author: "gone" } },
  { id: "3", data: { author: "x" } },
  { id: "4", data: {} },
]);

const queryReferenced = async (more: object) => {
  const body = { dataCollectionId: "Books", referringItemFieldName: "author", ...more };
  return (await callers.call("visitor", "/wix-data/v2/items/query-referenced", body)).body;
};
const idsIn = ({ results }: { results: { dataItem?: { id: string }; unresolvedReference?: object }[] }) =>
  results.map(({ dataItem }) => dataItem?.id);

describe("items of single-reference fields", () => {
  const referringItemIds = ["3", "1", "2", "4"];

  it("are returned in the order of the request, or reversed", async () => {
    expect(idsIn(await queryReferenced({ referringItemIds }))).toEqual(["x", "y", undefined]);
    expect(idsIn(await queryReferenced({ referringItemIds, order: "DESC" }))).toEqual([undefined, "y", "x"]);
  });

  it("are paginated with a total count", async () => {
    const page = await queryReferenced({ referringItemIds, paging: { limit: 1, offset: 1 }, returnTotalCount: true });
    expect(idsIn(page)).toEqual(["y"]);
    expect(page.pagingMetadata).toMatchObject({ count: 1, offset: 1, total: 3, hasNext: true });
    expect((await queryReferenced({ referringItemIds })).pagingMetadata.total).toBeUndefined();
  });

  it("contain the requested fields", async () => {
    const { results } = await queryReferenced({ referringItemId: "3", fields: ["name"] });
    expect(results[0].dataItem.data).toEqual({ _id: "x", name: "X" });
  });
});
