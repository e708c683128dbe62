import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../../test/embedded-engine.ts";
import { isUnavailable, isWrite, openDatabase, ReadOnlyViolation, toReadOnly } from "./database.ts";
import { runPrepared } from "./prepared-statement.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, inject("template"));
const lost: string[] = [];
const db = openDatabase(database.connection, (error) => lost.push(error.message));
afterAll(async () => {
  await db.destroy();
  await dropTestDatabase(engine, database);
});

const endConnection = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(db);

describe("openDatabase", () => {
  it("survives a connection that breaks in a transaction, and reports it as unavailable", async () => {
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await endConnection(rows[0]!.pid);
      await expect.poll(() => lost).not.toHaveLength(0);
      await sql`select 1`.execute(tx);
    });
    expect(isUnavailable(await broken.catch((error: unknown) => error))).toBe(true);
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it("reports a statement timeout as unavailable", async () => {
    const slow = db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 20`.execute(tx);
      await sql`select pg_sleep(5)`.execute(tx);
    });
    expect(isUnavailable(await slow.catch((error: unknown) => error))).toBe(true);
  });

  it("reports a write to a standby as unavailable", async () => {
    const refused = db.transaction().execute(async (tx) => {
      await sql`set transaction read only`.execute(tx);
      await sql`create table written ()`.execute(tx);
    });
    expect(isUnavailable(await refused.catch((error: unknown) => error))).toBe(true);
  });

  it("closes the connection if it has no password", async () => {
    const ended = Promise.withResolvers<string>();
    const passwordServer = createServer((socket) => {
      const questions = ["R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0", "R\0\0\0\x09\0\0\0\x0br"];
      socket.on("data", () => socket.write(questions.shift() ?? "", "latin1"));
      socket.on("error", () => undefined).on("close", () => ended.resolve("closed"));
    });
    await new Promise<void>((resolve) => passwordServer.listen(0, "127.0.0.1", resolve));
    const { port } = passwordServer.address() as AddressInfo;
    const locked = openDatabase({ host: "127.0.0.1", port, user: "me", database: "site" }, () => undefined);
    await expect(sql`select 1`.execute(locked)).rejects.toThrow(/password/);
    expect(await Promise.race([ended.promise, sleep(2_000, "open")])).toBe("closed");
    await locked.destroy();
    passwordServer.close();
  });

  it("does not report an invalid query as unavailable", async () => {
    const wrong = sql`select nothing`.execute(db);
    expect(isUnavailable(await wrong.catch((error: unknown) => error))).toBe(false);
  });
});

describe("toReadOnly", () => {
  it("rejects every write, in and outside of transactions, and reads the same rows", async () => {
    const readOnly = toReadOnly(db);
    await sql`create table notes (text text)`.execute(db);
    await sql`insert into notes values (${"kept"})`.execute(db);
    const writes = [
      sql`insert into notes values (${"new"})`,
      sql`with added as (insert into notes values (${"new"}) returning text) select * from added`,
      sql`update notes set text = ${"new"}`,
      sql`delete from notes`,
      sql`create table others ()`,
      sql`select text from notes for update`,
    ];
    const attempts = writes.flatMap((write) => [
      write.execute(readOnly),
      readOnly.transaction().execute((tx) => write.execute(tx)),
      readOnly
        .transaction()
        .setAccessMode("read write")
        .execute((tx) => write.execute(tx)),
      runPrepared(readOnly, write),
    ]);
    for (const result of await Promise.allSettled(attempts))
      expect(result.status === "rejected" && result.reason).toBeInstanceOf(ReadOnlyViolation);
    for (const each of [db, readOnly])
      expect((await sql`select text from notes`.execute(each)).rows).toEqual([{ text: "kept" }]);
    const rows = await readOnly.transaction().execute((tx) => sql`select text from notes`.execute(tx));
    expect(rows.rows).toEqual([{ text: "kept" }]);
  });
});

describe("isWrite", () => {
  it("takes common table expressions without a write for reads", () => {
    for (const text of [
      "select 1",
      "with a as (select updated_at from b) select * from a",
      "begin",
      "start transaction",
    ])
      expect(isWrite(text)).toBe(false);
    const writes = ["insert into", "update", "delete from", "merge into"];
    for (const text of writes) {
      expect(isWrite(`${text} a`)).toBe(true);
      expect(isWrite(`with b as (${text} a returning 1) select * from b`)).toBe(true);
    }
  });
});
