import { sql } from "kysely";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";
import { countDataJobs, insertJob } from "./jobs-store.ts";
import { runDataJobs } from "./run-data-jobs.ts";

const lines: string[] = [];
const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
const siteHooks = { Hooked: { beforeUpdate: async (item: object) => item } };
const server = await createTestServer({ rateLimits: false, siteHooks, logger });
const callers = await createCallers(server);
const { db } = server.context;
const open = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
for (const id of ["Good", "Bad", "Hooked"]) {
  await putCollection(server, callers, id, open);
  await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: id, dataItem: { data: { n: 1 } } });
}

const modifications = [{ action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1 } }];

/** @param at Earlier jobs run first. */
async function queue(collectionId: string, at: number, of: readonly unknown[] = modifications): Promise<string> {
  const id = newId();
  const facts = {
    siteId: server.context.site.id,
    id,
    collectionId,
    caller: { kind: "owner" } as const,
    callerKey: "owner",
  };
  await insertJob(db, { ...facts, filter: {}, modifications: of as object[], at: new Date(at) });
  return id;
}
const statusOf = async (id: string) =>
  (await callers.call("owner", `/wix-data/v2/async-jobs/${id}/status`, {}, "GET")).body.status as string;
const rowOf = (id: string) => db.selectFrom("data_jobs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const loggedOf = (id: string) =>
  lines.map((line) => JSON.parse(line)).filter((entry) => entry.event === "data-job-failed" && entry.id === id);

/** The test server also runs jobs, so either may take this one. */
async function until(id: string, condition: (row: Awaited<ReturnType<typeof rowOf>>) => boolean) {
  const check = async () => {
    await runDataJobs(server.context);
    return condition(await rowOf(id));
  };
  await expect.poll(check, { timeout: 30_000 }).toBe(true);
}

async function failEachAttempt(id: string) {
  for (let attempts = 1; attempts <= 8; attempts += 1) {
    await until(id, (row) => row.attempts >= attempts);
    server.advance(2 * 60 * 60_000);
  }
}

async function breakWrites(collectionId: string, id = "%") {
  await sql`create or replace function break_write() returns trigger language plpgsql as
    $$ begin raise exception 'broken by the test'; end $$`.execute(db);
  await sql`create trigger break_write before update on data_items for each row
    when (new.collection_id = ${sql.lit(collectionId)} and new.id like ${sql.lit(id)}) execute function break_write()`.execute(
    db,
  );
  return () => sql`drop trigger break_write on data_items`.execute(db);
}

describe("a job that fails unexpectedly", () => {
  it("fails permanently after eight attempts and blocks no other job", { timeout: 60_000 }, async () => {
    const broken = await queue("Bad", 0, [null]);
    const others = [await queue("Good", 1), await queue("Good", 2)];
    for (const id of others) await until(id, ({ status }) => status === "SUCCEEDED");
    expect(await statusOf(broken)).not.toBe("FAILED");
    await failEachAttempt(broken);
    expect(await statusOf(broken)).toBe("FAILED");
    expect(await rowOf(broken)).toMatchObject({ attempts: 8, next_attempt_at: null, last_error: expect.any(String) });
    expect(loggedOf(broken)).toMatchObject([
      ...Array.from({ length: 7 }, (_, index) => ({ attempts: index + 1, parked: false, level: 40 })),
      { attempts: 8, parked: true, collectionId: "Bad", level: 50 },
    ]);
    expect(await countDataJobs(db)).toEqual({ waiting: 0, parked: 1 });
  });

  it.each(["Bad", "Hooked"])(
    "because of a database error is retried and succeeds once it is repaired (%s)",
    {
      timeout: 60_000,
    },
    async (collection) => {
      const repair = await breakWrites(collection);
      const broken = await queue(collection, 0);
      try {
        await until(broken, ({ attempts }) => attempts > 0);
        const other = await queue("Good", 1);
        await until(other, ({ status }) => status === "SUCCEEDED");
        const { next_attempt_at: at, last_error: error, leased_until: leased } = await rowOf(broken);
        expect([at! > new Date(0), error, leased]).toEqual([true, expect.stringContaining("broken by the test"), null]);
        server.advance(1_000);
        await until(broken, ({ attempts }) => attempts > 1);
      } finally {
        await repair();
      }
      server.advance(60_000);
      await until(broken, ({ status }) => status === "SUCCEEDED");
      expect(await rowOf(broken)).toMatchObject({ attempts: 0, success_count: 1, last_error: null });
    },
  );

  it("waits for its next attempt", async () => {
    const id = await queue("Bad", 0, [null]);
    const nextAttempt = new Date(server.context.now().getTime() + 60_000);
    await db.updateTable("data_jobs").set({ attempts: 3, next_attempt_at: nextAttempt }).where("id", "=", id).execute();
    // As after a restart, the worker has only stored state.
    await runDataJobs(server.context);
    expect((await rowOf(id)).attempts).toBeLessThanOrEqual(4);
    await db.updateTable("data_jobs").set({ attempts: 3, next_attempt_at: nextAttempt }).where("id", "=", id).execute();
    await runDataJobs(server.context);
    expect(await rowOf(id)).toMatchObject({ attempts: 3, next_attempt_at: nextAttempt });
    server.advance(61_000);
    await until(id, ({ attempts }) => attempts === 4);
    await db.deleteFrom("data_jobs").where("id", "=", id).execute();
  });

  it("counts attempts since its last progress", async () => {
    await callers.call("owner", "/wix-data/v2/items", {
      dataCollectionId: "Hooked",
      dataItem: { id: "a", data: { n: 1 } },
    });
    await callers.call("owner", "/wix-data/v2/items", {
      dataCollectionId: "Hooked",
      dataItem: { id: "b", data: { n: 1 } },
    });
    const repair = await breakWrites("Hooked", "b");
    try {
      const id = newId();
      const facts = { siteId: server.context.site.id, id, collectionId: "Hooked", callerKey: "owner" };
      await db.transaction().execute(async (tx) => {
        const caller = { kind: "owner" } as const;
        await insertJob(tx, {
          ...facts,
          caller,
          filter: {},
          modifications: modifications as object[],
          at: new Date(0),
        });
        await tx.updateTable("data_jobs").set({ attempts: 7 }).where("id", "=", id).execute();
      });
      await until(id, ({ attempts, last_error }) => attempts < 7 && last_error !== null);
      expect((await rowOf(id)).after_id).toBe("a");
      await db.deleteFrom("data_jobs").where("id", "=", id).execute();
    } finally {
      await repair();
    }
  });

  it("in a collection with hooks also fails permanently", { timeout: 60_000 }, async () => {
    const repair = await breakWrites("Hooked");
    try {
      const broken = await queue("Hooked", 0);
      await failEachAttempt(broken);
      expect(await statusOf(broken)).toBe("FAILED");
      expect(loggedOf(broken).at(-1)).toMatchObject({ attempts: 8, parked: true });
    } finally {
      await repair();
    }
  });
});
