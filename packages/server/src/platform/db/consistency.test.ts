import { afterAll, describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { createConsistency, parseLsn, readCurrentLsn } from "./consistency.ts";
import { countWrites, openDatabase } from "./database.ts";

const { db } = await openTestDatabase();
const unavailable = openDatabase({ connectionString: "postgresql://u@127.0.0.1:1/d" }, () => undefined);
afterAll(() => unavailable.destroy());
const connection = { connectionString: "postgresql://a/b" };
const withReplica = { ...connection, replicaConnectionStrings: ["postgresql://c/b"] };

describe("createConsistency", () => {
  it("returns an LSN that replicas can reach", async () => {
    const before = parseLsn(await readCurrentLsn(db))!;
    const lsn = parseLsn(await createConsistency(db, withReplica)!.current())!;
    expect(lsn).toBeGreaterThanOrEqual(before);
    expect(lsn).toBeLessThan(0xffff_ffff_0000_0000n);
  });

  it("returns one beyond all replicas without asking the database if there are none, or if it fails", async () => {
    const lsns = await Promise.all([
      createConsistency(unavailable, connection)!.current(),
      createConsistency(unavailable, connection)!.current(),
      createConsistency(unavailable, withReplica)!.current(),
    ]);
    for (const lsn of lsns) expect(parseLsn(lsn)).toBeGreaterThanOrEqual(0xffff_ffff_0000_0000n);
    expect(new Set(lsns).size).toBe(3);
  });

  it("renews caches for LSNs of other nodes only", async () => {
    const consistency = createConsistency(db, connection)!;
    const before = countWrites(db);
    consistency.observe(await consistency.current());
    expect(countWrites(db)).toBe(before);
    consistency.observe(await createConsistency(unavailable, connection)!.current());
    expect(countWrites(db)).toBe(before + 1);
  });

  it("does nothing for the embedded database", () => {
    expect(createConsistency(db, { host: "/tmp", port: 1, user: "u", database: "d" })).toBeUndefined();
  });
});
