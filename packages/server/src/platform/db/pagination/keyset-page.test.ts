import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/test-database.ts";
import { findKeysetPage, type JsonRows, type KeysetPageQuery, type KeysetPosition } from "./keyset-page.ts";

const { db } = await openTestDatabase();

const fiveRows: KeysetPageQuery = {
  table: sql`(values ('a', 1), ('b', 2), ('c', 3), ('d', 4), ('e', 5)) rows (id, number)`,
  alias: sql`rows`,
  condition: sql<boolean>`true`,
  stablePlan: false,
  keys: [{ column: sql`rows.number`, type: sql`integer`, descending: false }],
  limit: 2,
  offset: 0,
  countTotal: false,
};
const serializeIds = async (ids: string[]): Promise<JsonRows[]> => [{ json: ids.join(), count: ids.length }];
const page = (position?: KeysetPosition, serialize = serializeIds) =>
  findKeysetPage(db, { ...fiveRows, position }, serialize);

describe("findKeysetPage", () => {
  it.each([false, true])("pages forward and backward in one order, with stable plan %s", async (stablePlan) => {
    const page = (position?: KeysetPosition) => findKeysetPage(db, { ...fiveRows, stablePlan, position }, serializeIds);
    const first = await page();
    expect(first).toEqual({ json: "a,b", count: 2, next: ["2"] });
    const second = await page({ values: first.next! });
    expect(second).toEqual({ json: "c,d", count: 2, previous: ["3"], next: ["4"] });
    const third = await page({ values: second.next! });
    expect(third).toEqual({ json: "e", count: 1, previous: ["5"] });
    expect(await page({ values: third.previous!, backward: true })).toEqual(second);
    expect(await page({ values: second.previous!, backward: true })).toEqual(first);
  });

  it("does not serialize an empty page", async () => {
    const fail = () => Promise.reject(new Error("serialized"));
    expect(await page({ values: ["5"] }, fail)).toEqual({ json: "", count: 0 });
  });

  it("omits a row deleted during the read and continues after it", async () => {
    expect(await page(undefined, async ([id]) => [{ json: id!, count: 1 }])).toEqual({
      json: "a",
      count: 1,
      next: ["2"],
    });
    expect(await page(undefined, async () => [{ json: null, count: 0 }])).toEqual({ json: "", count: 0, next: ["2"] });
  });
});
