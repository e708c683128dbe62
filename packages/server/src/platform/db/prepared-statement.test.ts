import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import type { Bind } from "./prepared-statement.ts";

// Prepared statements are counted per process, which other tests share.
vi.resetModules();
const { openTestDatabase } = await import("../../../test/test-database.ts");
const { runPrepared: runSteady, preparedStatement: statement } = await import("./prepared-statement.ts");
const { db } = await openTestDatabase();

const answerNumber = statement((bind: Bind<{ n: number }>) => sql<{ n: number }>`select ${bind("n")}::integer as n`);
const read = (n: number) => answerNumber(db, { n });
const prepared = async (like: string) =>
  (await sql`select name from pg_prepared_statements where statement like ${like}`.execute(db)).rows.length;

describe("preparedStatement", () => {
  it("is prepared once and takes new values each time", async () => {
    expect(await read(1)).toEqual([{ n: 1 }]);
    expect(await read(2)).toEqual([{ n: 2 }]);
    expect(await prepared("%integer as n")).toBe(1);
  });

  it("binds repeated values, arrays and dates", async () => {
    const at = new Date("2026-05-06T07:08:09.123Z");
    const answer = statement(
      (bind: Bind<{ texts: string[]; at: Date }>) =>
        sql`select ${bind("texts")}::text[] as texts, ${bind("at")}::timestamptz as at, ${bind("at")}::timestamptz as again`,
    );
    expect(await answer(db, { texts: ["a", "b"], at })).toEqual([{ texts: ["a", "b"], at, again: at }]);
  });

  it("is compiled once per shape, and prepared for a limited number of shapes", async () => {
    let written = 0;
    const answerNamed = statement((bind: Bind<{ n: number }>, { name }: { name: string }) => {
      written++;
      return sql<Record<string, number>>`select ${bind("n")}::integer as ${sql.id(name)}`;
    });
    const names = Array.from({ length: 20 }, (_, index) => `shape_${index}`);
    for (const n of [1, 2])
      for (const name of names) expect(await answerNamed(db, { n }, { name })).toEqual([{ [name]: n }]);
    expect(await prepared("%shape\\_%")).toBe(16);
    expect(written).toBe(16 + 2 * 4);
  });

  it("is not prepared in a transaction, and sees its changes", async () => {
    const readWritten = statement(() => sql<{ one: number }>`select one from written`);
    const seen = await db.transaction().execute(async (tx) => {
      await sql`create temporary table written (one integer) on commit drop`.execute(tx);
      await sql`insert into written values (1)`.execute(tx);
      return readWritten(tx, {});
    });
    expect(seen).toEqual([{ one: 1 }]);
    expect(await prepared("%from written%")).toBe(0);
  });

  it("reports errors of the statement", async () => {
    const wrong = statement(() => sql`select nothing as gone`);
    await expect(wrong(db, {})).rejects.toThrow('column "nothing" does not exist');
  });

  it("is prepared once per text by runPrepared", async () => {
    const add = (left: number, right: number) =>
      runSteady(db, sql<{ sum: number }>`select ${left}::integer + ${right}::integer as sum`);
    expect([await add(1, 2), await add(3, 4)]).toEqual([[{ sum: 3 }], [{ sum: 7 }]]);
    expect(await prepared("%as sum")).toBe(1);
    for (let n = 0; n < 40; n++)
      expect(await runSteady(db, sql`select ${n}::integer as ${sql.id(`text_${n}`)}`)).toEqual([{ [`text_${n}`]: n }]);
    expect(await prepared("%text\\_%")).toBe(31);
  });

  it("continues unprepared if the statements are lost, as behind a pooler", async () => {
    await read(1);
    await sql`deallocate all`.execute(db);
    expect(await read(3)).toEqual([{ n: 3 }]);
    expect(await read(4)).toEqual([{ n: 4 }]);
    expect(await prepared("%integer as n")).toBe(0);
  });
});
