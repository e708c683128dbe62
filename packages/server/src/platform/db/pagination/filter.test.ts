import { sql } from "kysely";
import { afterAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../../../test/embedded-engine.ts";
import { InvalidArguments } from "../../context/errors.ts";
import { openDatabase } from "../database.ts";
import { compileFilter } from "./filter.ts";
import {
  arrayField,
  dateField,
  integerField,
  longTextField,
  nullableTextField,
  type QueryField,
  textField,
} from "./query-fields.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, inject("template"));
const db = openDatabase(database.connection, () => undefined, 1);
afterAll(async () => {
  await db.destroy();
  await dropTestDatabase(engine, database);
});

const rows = sql`(values
  (1, 'one', null, array['x', 'y'], timestamptz '2024-01-01T00:00:00Z'),
  (2, 'Two', 'second', array[]::text[], timestamptz '2024-06-01T00:00:00Z')
) t (number, name, note, words, day)`;
const fields = new Map<string, QueryField>([
  ["number", integerField(sql`t.number`)],
  ["name", textField(sql`t.name`)],
  ["note", nullableTextField(sql`t.note`)],
  ["words", arrayField(sql`t.words`, "text")],
  ["day", dateField(sql`t.day`)],
  ["text", longTextField(sql`t.name`)],
]);

async function matching(filter: unknown): Promise<number[]> {
  const { condition } = compileFilter(filter, fields);
  const result = await sql<{ number: number }>`select number from ${rows} where ${condition} order by number`.execute(
    db,
  );
  return result.rows.map(({ number }) => number);
}

function refusal(filter: unknown): { field: string; violatedRule: string; description: string } {
  try {
    compileFilter(filter, fields);
  } catch (error) {
    if (error instanceof InvalidArguments) return error.violations[0]!;
    throw error;
  }
  throw new Error("the filter was taken");
}

const nested = (levels: number, operator: "$and" | "$not"): unknown =>
  levels === 1
    ? { number: 1 }
    : { [operator]: operator === "$and" ? [nested(levels - 1, operator)] : nested(levels - 1, operator) };

describe("compileFilter", () => {
  it("treats a missing value as unequal", async () => {
    expect(await matching({ note: { $ne: "second" } })).toEqual([1]);
    expect(await matching({ $not: { note: "second" } })).toEqual([1]);
    expect(await matching({ $not: { note: { $startsWith: "s" } } })).toEqual([1]);
    expect(await matching({ $not: { $not: { note: "second" } } })).toEqual([2]);
    expect(await matching({ note: { $exists: false } })).toEqual([1]);
    expect(await matching({ note: { $gte: "" } })).toEqual([2]);
  });

  it("combines the entries of an object with and", async () => {
    expect(await matching({ number: { $gt: 0, $ne: 2 }, name: "one" })).toEqual([1]);
    expect(await matching({ number: 1, $or: [{ name: "Two" }] })).toEqual([]);
  });

  it("compares text by code points", async () => {
    expect(await matching({ name: { $lt: "a" } })).toEqual([2]);
  });

  it.each([
    "'; drop table posts; --",
    "\\",
    "%",
    "_",
    "$1",
    "{}",
    '"',
    "x'::text) or (true",
    "\u2028",
    "{a,b}",
    "NULL",
  ])("treats %j as plain text", async (text) => {
    for (const operator of ["$eq", "$gt", "$startsWith", "$endsWith", "$contains"]) {
      expect(Array.isArray(await matching({ name: { [operator]: text } }))).toBe(true);
    }
    expect(await matching({ name: { $contains: text } })).toEqual([]);
    expect(await matching({ name: { $in: [text] } })).toEqual([]);
    expect(await matching({ words: { $hasSome: [text] } })).toEqual([]);
    expect(await matching({ words: { $hasAll: [text] } })).toEqual([]);
  });

  it("accepts up to 10 levels and 100 conditions", async () => {
    expect(await matching(nested(10, "$and"))).toEqual([1]);
    expect(await matching({ $or: Array(99).fill({ number: 1 }) })).toEqual([1]);
    expect(refusal(nested(11, "$and"))).toMatchObject({ field: "query.filter", violatedRule: "MAX" });
    expect(refusal(nested(11, "$not"))).toMatchObject({ field: "query.filter", violatedRule: "MAX" });
    expect(refusal({ $or: Array(100).fill({ number: 1 }) })).toMatchObject({ violatedRule: "MAX_SIZE" });
    expect(refusal({ $and: Array(100).fill({}) })).toMatchObject({ violatedRule: "MAX_SIZE" });
    expect(refusal({ $and: Array(100).fill({ $or: [] }) })).toMatchObject({ violatedRule: "MAX_SIZE" });
  });

  it("accepts fewer conditions on long texts", async () => {
    expect(await matching({ $or: Array(9).fill({ text: { $contains: "o" } }) })).toEqual([1, 2]);
    expect(refusal({ $or: Array(10).fill({ text: { $contains: "o" } }) })).toMatchObject({ violatedRule: "MAX_SIZE" });
  });

  it("returns the weight of a filter", () => {
    expect(compileFilter({}, fields).weight).toBe(1);
    expect(compileFilter({ number: { $gt: 1, $lt: 5 }, name: "one" }, fields).weight).toBe(3);
    expect(compileFilter({ text: { $contains: "o" } }, fields).weight).toBe(10);
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
    expect(compileFilter({ words: { $hasSome: words(100) } }, fields).weight).toBe(1);
    expect(compileFilter({ words: { $hasSome: words(101) } }, fields).weight).toBe(10);
    expect(compileFilter({ words: { $in: words(101) } }, fields).weight).toBe(10);
    expect(compileFilter({ name: { $in: words(1000) } }, fields).weight).toBe(1);
    expect(refusal({ $or: Array(10).fill({ words: { $hasAll: words(101) } }) })).toMatchObject({
      violatedRule: "MAX_SIZE",
    });
  });

  it("accepts up to 1000 values, and texts of up to 4 KiB", async () => {
    expect(await matching({ number: { $in: Array.from({ length: 1000 }, (_, index) => index) } })).toEqual([1, 2]);
    expect(refusal({ number: { $in: Array(1001).fill(1) } }).field).toBe("query.filter.number");
    expect(await matching({ name: { $contains: "é".repeat(2048) } })).toEqual([]);
    expect(refusal({ name: { $contains: "é".repeat(2049) } }).description).toContain("4096 bytes");
    expect(refusal({ name: { $in: ["x".repeat(4097)] } }).field).toBe("query.filter.name");
  });

  it.each<[unknown, string]>([
    [null, "query.filter"],
    [[], "query.filter"],
    ["number = 1", "query.filter"],
    [{ $regex: "x" }, "query.filter"],
    [{ $where: "sleep(1)" }, "query.filter"],
    [{ $expr: {} }, "query.filter"],
    [{ "$and; drop": [] }, "query.filter"],
    [{ $and: { number: 1 } }, "query.filter.$and"],
    [{ $or: [1] }, "query.filter"],
    [{ $not: [{ number: 1 }] }, "query.filter"],
    [{ $not: null }, "query.filter"],
    [{ unknown: 1 }, "query.filter.unknown"],
    [{ toString: 1 }, "query.filter.toString"],
    [{ "number) or (true": 1 }, "query.filter"],
    [{ "a.b.c.d.e.f": 1 }, "query.filter"],
    [{ name: {} }, "query.filter.name"],
    [{ name: { $regex: "x" } }, "query.filter.name"],
    [{ name: { x: 1 } }, "query.filter.name"],
    [{ name: { toString: 1 } }, "query.filter.name"],
    [{ name: ["one"] }, "query.filter.name"],
    [{ name: 1 }, "query.filter.name"],
    [{ name: { $eq: { $gt: "" } } }, "query.filter.name"],
    [{ name: { $gt: null } }, "query.filter.name"],
    [{ name: { $in: "one" } }, "query.filter.name"],
    [{ name: { $in: [null] } }, "query.filter.name"],
    [{ name: { $exists: "true" } }, "query.filter.name"],
    [{ name: { $hasAll: ["one"] } }, "query.filter.name"],
    [{ number: "1" }, "query.filter.number"],
    [{ number: { $startsWith: "1" } }, "query.filter.number"],
    [{ words: { $gt: "x" } }, "query.filter.words"],
    [{ words: { $hasSome: [1] } }, "query.filter.words"],
    [{ day: "yesterday" }, "query.filter.day"],
    [{ day: "infinity" }, "query.filter.day"],
    [{ day: "2023-02-29" }, "query.filter.day"],
    [{ day: "2024-04-31T00:00:00Z" }, "query.filter.day"],
    [{ day: "2024-01-01T00:00:00" }, "query.filter.day"],
    [{ day: "0000-01-01" }, "query.filter.day"],
    [{ day: "9999-12-31T23:59:59-12:00" }, "query.filter.day"],
    [{ day: 1 }, "query.filter.day"],
  ])("rejects %j and names the field", (filter, field) => {
    expect(refusal(filter).field).toBe(field);
  });

  it("does not repeat invalid names in errors", () => {
    expect(JSON.stringify(refusal({ "<x>": 1 }))).not.toContain("<x>");
    expect(JSON.stringify(refusal({ name: { "$<x>": 1 } }))).not.toContain("<x>");
  });
});
