import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { enqueueOutboxEntry, leaseOutbox, type OutboxEntries } from "./outbox-store.ts";
import { type OutboxWorker, startOutboxWorker } from "./outbox-worker.ts";

const { db, siteId } = await openTestDatabase();
const log = pino({ level: "silent" });
const workers: OutboxWorker[] = [];

function start(deliver: (entry: OutboxEntries["mail"]) => Promise<void>): OutboxWorker {
  const worker = startOutboxWorker(db, log, ["mail"], deliver);
  workers.push(worker);
  return worker;
}

async function addMail(to: string): Promise<void> {
  const mail = { to, subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  await db.transaction().execute((tx) => enqueueOutboxEntry(tx, siteId, "mail", mail, new Date()));
}

const rows = () => db.selectFrom("outbox").selectAll().orderBy("id").execute();

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
  await db.deleteFrom("outbox").execute();
});

describe("outbox worker", () => {
  it("delivers each entry once with two workers, and clears the payload", async () => {
    for (let index = 0; index < 60; index++) await addMail(`m${index}@example.com`);
    const delivered: string[] = [];
    const deliver = async (entry: OutboxEntries["mail"]) => void delivered.push(entry.payload.to);
    start(deliver);
    start(deliver);
    await until(async () => (await rows()).every((row) => row.done_at !== null));
    expect(delivered.toSorted()).toEqual(Array.from({ length: 60 }, (_, index) => `m${index}@example.com`).toSorted());
    expect((await rows()).every((row) => Object.keys(row.payload).length === 0)).toBe(true);
  });

  it("retries a failed entry after a minute and stores the reason", async () => {
    await addMail("a@example.com");
    start(async () => {
      throw new Error("connection refused");
    });
    await until(async () => (await rows())[0]?.last_error !== null);
    const [row] = await rows();
    expect(row).toMatchObject({ last_error: "connection refused", attempts: 1, done_at: null, parked_at: null });
    expect(row!.available_at.getTime() - Date.now()).toBeGreaterThan(45_000);
  });

  it("dead-letters an entry after the last attempt without affecting others", async () => {
    await addMail("dead@example.com");
    await sql`update outbox set attempts = 8`.execute(db);
    await addMail("fine@example.com");
    start(async (entry) => {
      if (entry.payload.to === "dead@example.com") throw new Error("no such mailbox");
    });
    await until(async () => (await rows()).every((row) => row.done_at !== null || row.parked_at !== null));
    expect((await rows()).map((row) => row.parked_at !== null)).toEqual([true, false]);
  });

  it("takes over entries of a dead worker after the lease", async () => {
    await addMail("a@example.com");
    expect(await leaseOutbox(db, ["mail"], 10, 60)).toHaveLength(1);
    expect(await leaseOutbox(db, ["mail"], 10, 60)).toHaveLength(0);
    await sql`update outbox set locked_until = now() - interval '1 second'`.execute(db);
    const delivered: string[] = [];
    start(async (entry) => void delivered.push(entry.payload.to));
    await until(async () => (await rows())[0]?.done_at !== null);
    expect(delivered).toEqual(["a@example.com"]);
  });

  it("adds nothing if the transaction fails", async () => {
    const mail = { to: "a@example.com", subject: "Hello", text: "Hello", html: "" };
    const failing = db.transaction().execute(async (tx) => {
      await enqueueOutboxEntry(tx, siteId, "mail", mail, new Date());
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await rows()).toEqual([]);
  });

  it("removes addresses that a mail server repeats from log and row", async () => {
    const lines: string[] = [];
    await addMail("ada@example.com");
    const deliver = async () => {
      throw new Error("all recipients were rejected: 550 5.1.1 <Ada@Example.com>: unknown, ask postmaster@example.com");
    };
    workers.push(startOutboxWorker(db, pino({}, { write: (line) => void lines.push(line) }), ["mail"], deliver));
    await until(async () => (await rows())[0]?.last_error != null);
    expect(lines.join("")).toContain("550 5.1.1");
    expect(lines.join("")).not.toMatch(/@|example/i);
    expect((await rows())[0]?.last_error).not.toContain("@");
  });
});
