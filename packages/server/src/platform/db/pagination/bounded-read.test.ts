import { sql } from "kysely";
import { afterAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../../../test/embedded-engine.ts";
import { type DbOrTx, isUnavailable, openDatabase } from "../database.ts";
import { readWithTimeLimit } from "./bounded-read.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, inject("template"));
const db = openDatabase(database.connection, () => undefined, 1);
afterAll(async () => {
  await db.destroy();
  await dropTestDatabase(engine, database);
});

const timeout = async (on: DbOrTx) =>
  (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(on)).rows[0]?.statement_timeout;

describe("readWithTimeLimit", () => {
  it("ends a heavy filter after 2 seconds and restores the connection", async () => {
    expect(await readWithTimeLimit(db, 10, timeout)).toBe("2s");
    expect(await readWithTimeLimit(db, 9, timeout)).toBe("10s");
    const slow = readWithTimeLimit(db, 10, (tx) => sql`select pg_sleep(5)`.execute(tx), 50);
    const error = await slow.catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    expect(await timeout(db)).toBe("10s");
  });

  it("runs a heavy read in a read-only transaction", async () => {
    await expect(readWithTimeLimit(db, 10, (tx) => tx.deleteFrom("posts").execute())).rejects.toThrow("read-only");
  });
});
