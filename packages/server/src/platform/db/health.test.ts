import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../test/test-database.ts";
import { createSecrets } from "../crypto/secrets.ts";
import { checkSigningKeys, openKeyRing } from "../identity/key-ring.ts";
import { readDatabaseHealth } from "./health.ts";
import { isMigrated, migrate } from "./migrate.ts";

const { db, siteId } = await openTestDatabase();

describe("readDatabaseHealth", () => {
  it("returns version, settings, connections and clock", async () => {
    const health = await readDatabaseHealth(db);
    expect(health).toMatchObject({
      encoding: "UTF8",
      archiveFailedAt: null,
      fullPageWrites: expect.stringMatching(/^(on|off)$/),
    });
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

  it("reports a missing migration older than the newest, which migrate applies without touching the others", async () => {
    await sql`drop table backup_runs, backup_schedules`.execute(db);
    await sql`select pgboss.delete_queue('backup')`.execute(db);
    await sql`delete from migrations where version = 126`.execute(db);
    const { applied, latest, missing } = await readDatabaseHealth(db);
    expect([applied, missing]).toEqual([latest, 1]);
    expect(await isMigrated(db)).toBe(false);
    expect(await migrate(db)).toEqual(["126-backups.sql"]);
    expect(await isMigrated(db)).toBe(true);
    expect(await migrate(db)).toEqual([]);
    expect((await db.selectFrom("sites").select("id").execute()).map(({ id }) => id)).toContain(siteId);
    expect(await db.selectFrom("backup_runs").selectAll().execute()).toEqual([]);
  });

  it("remains ready when a newer version has migrated the database", async () => {
    await sql`insert into migrations (version, name) values (998, '998-newer.sql'), (999, '999-newest.sql')`.execute(
      db,
    );
    const { applied, latest, missing } = await readDatabaseHealth(db);
    expect([applied, missing]).toEqual([999, 0]);
    expect(latest).toBeLessThan(applied);
    expect(await isMigrated(db)).toBe(true);
    await sql`delete from migrations where version in (998, 999)`.execute(db);
  });

  it("is not ready without the newest migration of this version", async () => {
    const newest = await sql<{ version: number; name: string }>`
      delete from migrations where version = (select max(version) from migrations) returning version, name`.execute(db);
    expect(await isMigrated(db)).toBe(false);
    const { version, name } = newest.rows[0]!;
    await sql`insert into migrations (version, name) values (${version}, ${name})`.execute(db);
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
