import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../../../test/embedded-engine.ts";
import { isUnavailable, openDatabase } from "./database.ts";

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
