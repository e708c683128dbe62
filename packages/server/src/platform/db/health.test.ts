import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { createSecrets } from "../crypto/secrets.ts";
import { checkSigningKeys, openKeyRing } from "../identity/key-ring.ts";
import { readDatabaseHealth } from "./health.ts";
import { isMigrated } from "./migrate.ts";

const { db, siteId } = await openTestDatabase();

describe("readDatabaseHealth", () => {
  it("returns version, settings, connections and clock", async () => {
    const health = await readDatabaseHealth(db);
    expect(health).toMatchObject({ encoding: "UTF8", fullPageWrites: expect.stringMatching(/^(on|off)$/) });
    expect(health.version).toMatch(new RegExp(`^${health.majorVersion}\\.\\d+$`));
    expect(health.applied).toBe(health.latest);
    expect(health.connections.used).toBeGreaterThan(0);
    expect(health.connections.used).toBeLessThanOrEqual(health.connections.maximum);
    expect(Math.abs(health.clockAheadMs)).toBeLessThan(2_000);
  });

  it("returns 0 applied migrations for an empty database", async () => {
    await sql`alter table migrations rename to migrations_elsewhere`.execute(db);
    expect(await readDatabaseHealth(db)).toMatchObject({ applied: 0, latest: expect.any(Number) });
    expect(await isMigrated(db)).toBe(false);
    await sql`alter table migrations_elsewhere rename to migrations`.execute(db);
    expect(await isMigrated(db)).toBe(true);
  });
});

describe("checkSigningKeys", () => {
  it("distinguishes the right secret key from another one", async () => {
    const secrets = createSecrets(Buffer.alloc(32, 1));
    expect(await checkSigningKeys(db, secrets)).toBe("none");
    await openKeyRing(db, siteId, secrets);
    expect(await checkSigningKeys(db, secrets)).toBe("readable");
    expect(await checkSigningKeys(db, createSecrets(Buffer.alloc(32, 2)))).toBe("unreadable");
  });
});
