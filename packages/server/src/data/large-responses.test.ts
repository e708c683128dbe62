import { maxItemBytes } from "@porchlight/contract/data/items/item-values";
import { beforeAll, describe, expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";
import { poolOf } from "../platform/db/database.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Books", publicLevels);
await putCollection(server, callers, "Loans", publicLevels, {
  fields: [
    { key: "book", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Books" } } },
    { key: "read", type: "MULTI_REFERENCE", typeMetadata: { multiReference: { referencedCollectionId: "Books" } } },
  ],
});
/** Bytes received on all connections. */
const bytesFromDatabase = () => {
  const { _clients: clients } = poolOf(server.context.db) as unknown as {
    _clients: { connection: { stream: { bytesRead: number } } }[];
  };
  return clients.reduce((sum, { connection }) => sum + connection.stream.bytesRead, 0);
};
const call = (dataCollectionId: string, path: string, body: object) =>
  callers.call("visitor", `/wix-data/v2${path}`, { dataCollectionId, ...body });

describe("responses above the size limit", () => {
  const text = "x".repeat(500_000);
  const count = 140;
  const loanIds = Array.from({ length: count }, (_, index) => `loan${index}`);

  beforeAll(async () => {
    for (let first = 0; first < count; first += 7) {
      const dataItems = Array.from({ length: 7 }, (_, index) => ({
        id: `book${first + index}`,
        data: { text: `${first + index}${text}` },
      }));
      expect((await call("Books", "/bulk/items/insert", { dataItems })).body.bulkActionMetadata.totalFailures).toBe(0);
    }
    const loans = loanIds.map((id) => ({ id, data: { book: "book0" } }));
    await call("Loans", "/bulk/items/insert", { dataItems: loans });
    const newReferencedItemIds = Array.from({ length: count }, (_, index) => `book${index}`);
    const read = { referringItemFieldName: "read", referringItemId: "loan0", newReferencedItemIds };
    expect((await call("Loans", "/items/replace-references", read)).status).toBe(200);
  });

  it.each([
    ["Books", "/items/query", { query: { paging: { limit: count } } }],
    ["Books", "/items/query", { query: { paging: { limit: count }, sort: [{ fieldName: "pages" }] } }],
    [
      "Loans",
      "/items/query-referenced",
      { referringItemId: "loan0", referringItemFieldName: "read", paging: { limit: count } },
    ],
    ["Loans", "/items/query", { query: { paging: { limit: count } }, includeReferences: [{ field: "book" }] }],
    ["Books", "/items/aggregate-pipeline", { pipeline: { stages: [] }, paging: { limit: count } }],
  ])("are rejected: %s%s (%#)", async (collection, path, body) => {
    const before = bytesFromDatabase();
    const response = await call(collection, path, body);
    expect([response.status, codeIn(response)]).toEqual([400, "ANSWER_TOO_LARGE"]);
    // Included items are loaded in parts up to the limit; other queries load nothing.
    if (!("includeReferences" in body)) expect(bytesFromDatabase() - before).toBeLessThan(1024 * 1024);
  });

  it("omit references of a written item", async () => {
    const { status, body } = await call("Loans", "/items/update", {
      dataItem: { id: "loan0", data: { book: "book0", late: true } },
      includeReferencedItems: [{ field: "read", limit: count }],
    });
    expect([status, body.dataItem.data]).toEqual([200, expect.objectContaining({ book: "book0", late: true })]);
  });

  it("contain only those changed items that fit", async () => {
    const patches = Array.from({ length: count }, (_, index) => ({
      dataItemId: `book${index}`,
      fieldModifications: [{ fieldPath: "n", action: "SET_FIELD", setFieldOptions: { value: index } }],
    }));
    const { status, body } = await call("Books", "/bulk/items/patch", { patches, returnEntity: true });
    expect([status, body.bulkActionMetadata]).toMatchObject([200, { totalSuccesses: count, totalFailures: 0 }]);
    const received = body.results.filter(({ dataItem }: { dataItem?: object }) => dataItem !== undefined);
    expect(received.length).toBeGreaterThan(100);
    expect(received.length).toBeLessThan(count);
    const last = await callers.call("visitor", `/wix-data/v2/items/book${count - 1}?dataCollectionId=Books`, {}, "GET");
    expect(last.body.dataItem.data.n).toBe(count - 1);
  });

  it("are sent below the limit", async () => {
    for (const [collection, more] of [
      ["Books", {}],
      ["Loans", { includeReferences: [{ field: "book" }] }],
    ] as const) {
      const { status, body } = await call(collection, "/items/query", { query: { paging: { limit: 10 } }, ...more });
      expect([status, body.dataItems.length]).toEqual([200, 10]);
    }
  });
});

describe("numbers that PostgreSQL writes without exponent", () => {
  it("count with their serialized size", async () => {
    const insert = (data: object) => call("Books", "/items", { dataItem: { data } });
    for (const number of [1e300, -1e300, 1e-300]) {
      const few = Array.from({ length: 1000 }, () => number);
      const received = await insert({ few });
      expect(received.status).toBe(200);
      expect(JSON.stringify(received.body).length).toBeLessThan(maxItemBytes);
      expect(codeIn(await insert({ many: [few, few] }))).toBe("WDE0109");
    }
    expect((await insert({ text: "1e+300,".repeat(50_000) })).status).toBe(200);
  });
});
