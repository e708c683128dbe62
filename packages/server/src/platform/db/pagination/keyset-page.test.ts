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
const tellIds = async (ids: string[]): Promise<JsonRows[]> => [{ json: ids.join(), count: ids.length }];
const page = (place?: KeysetPosition, tell = tellIds) => findKeysetPage(db, { ...fiveRows, position: place }, tell);

describe("findKeysetPage", () => {
  it.each([false, true])("walks forwards to the end and back, always in one order; steady: %s", async (steady) => {
    const page = (place?: KeysetPosition) =>
      findKeysetPage(db, { ...fiveRows, stablePlan: steady, position: place }, tellIds);
    const first = await page();
    expect(first).toEqual({ json: "a,b", count: 2, next: ["2"] });
    const second = await page({ values: first.next! });
    expect(second).toEqual({ json: "c,d", count: 2, previous: ["3"], next: ["4"] });
    const third = await page({ values: second.next! });
    expect(third).toEqual({ json: "e", count: 1, previous: ["5"] });
    expect(await page({ values: third.previous!, backward: true })).toEqual(second);
    expect(await page({ values: second.previous!, backward: true })).toEqual(first);
  });

  it("asks nothing about an empty page", async () => {
    const nobody = () => Promise.reject(new Error("asked"));
    expect(await page({ values: ["5"] }, nobody)).toEqual({ json: "", count: 0 });
  });

  it("leaves out a row that went away while it was read, and goes on behind it", async () => {
    expect(await page(undefined, async ([id]) => [{ json: id!, count: 1 }])).toEqual({
      json: "a",
      count: 1,
      next: ["2"],
    });
    expect(await page(undefined, async () => [{ json: null, count: 0 }])).toEqual({ json: "", count: 0, next: ["2"] });
  });
});
