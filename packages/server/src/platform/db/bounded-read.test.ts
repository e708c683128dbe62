import { sql } from "kysely";
import { afterAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../../test/embedded-engine.ts";
import { type DbOrTx, isUnavailable, openDatabase, readWithTimeLimit } from "./database.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, inject("template"));
const db = openDatabase(database.connection, () => undefined, 1);
const elsewhere = openDatabase(database.connection, () => undefined, 1);
afterAll(async () => {
  await db.destroy();
  await elsewhere.destroy();
  await dropTestDatabase(engine, database);
});

const timeout = async (on: DbOrTx) =>
  (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(on)).rows[0]?.statement_timeout;

describe("readWithTimeLimit", () => {
  it("ends a heavy read after 2 seconds", async () => {
    expect(await readWithTimeLimit(db, 10, timeout)).toBe("2s");
    expect(await readWithTimeLimit(db, 9, timeout)).toBe("10s");
    const slow = readWithTimeLimit(db, 10, (bounded) => sql`select pg_sleep(5)`.execute(bounded));
    const error = await slow.catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    expect(await readWithTimeLimit(db, 10, timeout)).toBe("2s");
  });

  it("leaves connections to other requests", async () => {
    const slow = await elsewhere.connection().execute(async (holder) => {
      await sql`select pg_advisory_lock(1)`.execute(holder);
      const waiting = Array.from({ length: 20 }, () =>
        readWithTimeLimit(db, 10, (bounded) => sql`select pg_advisory_lock_shared(1)`.execute(bounded)),
      );
      expect(await Promise.race([...waiting, timeout(db).then(() => "fast")])).toBe("fast");
      await sql`select pg_advisory_unlock(1)`.execute(holder);
      return waiting;
    });
    await Promise.all(slow);
  });
});
