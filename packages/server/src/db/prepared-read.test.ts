import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../testing/test-database.ts";
import { readPrepared } from "./prepared-read.ts";

const { db } = await openTestDatabase();

const read = (n: number) => readPrepared(db, sql<{ n: number }>`select ${n}::integer as n`);
const prepared = async () =>
  (
    await sql<{ name: string }>`select name from pg_prepared_statements where statement like '%integer as n'`.execute(
      db,
    )
  ).rows.length;

describe("readPrepared", () => {
  it("prepares a statement once and takes other values each time", async () => {
    expect(await read(1)).toEqual([{ n: 1 }]);
    expect(await read(2)).toEqual([{ n: 2 }]);
    expect(await prepared()).toBe(1);
  });

  it("prepares nothing within a transaction, and sees what it wrote", async () => {
    const seen = await db.transaction().execute(async (tx) => {
      await sql`create temporary table written (one integer) on commit drop`.execute(tx);
      await sql`insert into written values (1)`.execute(tx);
      return readPrepared(tx, sql<{ one: number }>`select one from written`);
    });
    expect(seen).toEqual([{ one: 1 }]);
    const { rows } = await sql`select name from pg_prepared_statements where statement like '%from written%'`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });

  it("says what is wrong with a statement", async () => {
    await expect(readPrepared(db, sql`select nothing as gone`)).rejects.toThrow('column "nothing" does not exist');
  });

  it("goes on without preparing where the database has lost its statements, as behind a pooler", async () => {
    await read(1);
    await sql`deallocate all`.execute(db);
    expect(await read(3)).toEqual([{ n: 3 }]);
    expect(await read(4)).toEqual([{ n: 4 }]);
    expect(await prepared()).toBe(0);
  });
});
